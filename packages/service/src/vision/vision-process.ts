/**
 * Entry point of the picture process: threads that read pictures, and a pipe to the service. It has no environment, no keys
 * and no database address, and it ends as soon as the other end of the pipe does.
 */
import net from 'node:net';
import { runSelfTest } from './sandbox/self-test.ts';
import type { SelfTest } from './sandbox/walls.ts';
import { pipeDescriptor, readRequests, writeReply } from './vision-pipe.ts';
import { createThreadPool, type ThreadPool } from './vision-pool.ts';
import type { ProcessReply, ProcessSettings, VisionTask } from './vision-tasks.ts';

const pipe = new net.Socket({ fd: pipeDescriptor, readable: true, writable: true });
let pool: ThreadPool | null = null;

// A broken pipe closes, which is what matters.
pipe.on('error', () => {});
pipe.on('close', leave);
readRequests(pipe, (request) => {
  if (request.kind === 'start') void start(request.settings, request.selfTest);
  else void run(request.id, request.task);
});

/** There is nothing to save, and an orderly exit would wait for threads inside native code. Ends its whole process group. */
function leave(): void {
  try {
    process.kill(-process.pid, 'SIGKILL');
  } catch {
    // Started by a program that leads the group, which ends with this process, as does its namespace.
  }
  process.kill(process.pid, 'SIGKILL');
}

async function start(settings: ProcessSettings, selfTest: SelfTest | null): Promise<void> {
  if (selfTest !== null) reply({ kind: 'tested', result: await runSelfTest(selfTest) });
  pool = createThreadPool(settings, { keep: 1 });
  const answer = await pool.warmUp().catch(() => null);
  if (answer?.kind === 'warm') reply({ kind: 'ready', models: answer.models });
  else if (answer?.kind === 'broken') reply(answer);
  else leave();
}

async function run(id: number, task: VisionTask): Promise<void> {
  if (pool === null) return leave();
  const answer = await pool.run(task).catch(() => null);
  if (answer === null) reply({ kind: 'died', id });
  else if (answer.kind === 'broken') reply(answer);
  else if (answer.kind === 'warm') leave();
  else reply({ kind: 'answer', id, answer });
}

type WithoutMemory<Reply> = Reply extends unknown ? Omit<Reply, 'resident'> : never;

function reply(message: WithoutMemory<ProcessReply>): void {
  writeReply(pipe, { ...message, resident: ownMemory() });
}

/** In bytes; 0 where there is no `/proc`. */
function ownMemory(): number {
  try {
    return process.memoryUsage.rss();
  } catch {
    return 0;
  }
}
