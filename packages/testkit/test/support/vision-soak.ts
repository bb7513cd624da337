/** Sessions whose pictures are sound, deadly or hanging, while vision processes are killed at random; and what became of them. */
import { faultyThread } from '../../../service/test/support/faulty-thread-file.ts';
import { seenPictures } from '../../../service/test/support/findings.ts';
import { visionProcesses } from '../../../service/test/support/vision-processes.ts';
import { releaseJob } from '../../../service/src/storage/job/jobs.ts';
import { createIntegration } from '@countersign/service';
import { ApiClient } from '../../src/api-client.ts';
import { startTestService, type TestService } from '../../src/test-service.ts';
import { onePixel } from './one-pixel.ts';

interface SoakOptions {
  sessions: number;
  /** Simultaneous clients. */
  clients: number;
  seed: number;
  /** Mean number of sessions decided between kills of a random vision process; every tenth one is stopped instead. */
  killEvery: number;
}

export interface SoakReport {
  submitted: number;
  approved: number;
  /** Handed to the operator with an open entry, after two processes ended with them. */
  parked: number;
  /** Sessions with sound pictures among the parked; all were released in the end. */
  parkedSound: number;
  /** Submitted, and neither decided nor with the operator. */
  lost: number;
  /** Approved although their pictures ended a process or hung. */
  wronglyApproved: number;
  kills: number;
  /** Resident memory of the service after the first third and at the end, in bytes. */
  memory: { early: number; end: number };
}

const sound = `slowly 5 ${JSON.stringify(seenPictures())}`;
/** What pictures do, with their share of all sessions; the rest is sound. */
const deadly: [command: string, share: number][] = [
  ['kill', 0.02],
  ['crash', 0.01],
  ['exit', 0.02],
  ['spin', 0.005],
];

/** The smallest picture, telling the thread for tests what to do. */
export const commanding = (command: string) => Buffer.concat([onePixel, Buffer.from(command)]);
export const soundPicture = commanding(sound);
/** Contexts of the pictures that sound findings are about. */
export const soundContexts = ['face', 'document-front'];

/** @throws Error when the queue does not run dry */
async function soakVision(service: TestService, options: SoakOptions): Promise<SoakReport> {
  const { sessions, clients, seed } = options;
  const random = randomSource(seed);
  const api = await openClient(service);
  const commands = new Map<string, string>();
  const memory = { early: 0, end: 0 };
  const killing = startKilling(service, options, random);
  const plan = Array.from({ length: sessions }, () => commandOf(random()));
  const client = async () => {
    for (let command = plan.pop(); command !== undefined; command = plan.pop()) {
      commands.set(await submitOne(api, command), command);
      if (plan.length === Math.floor((sessions * 2) / 3)) memory.early = process.memoryUsage.rss();
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  await quiet(service);
  const kills = await killing.stop();
  const parked = await parkedSessions(service);
  const parkedSound = parked.filter((sessionId) => commands.get(sessionId) === sound);
  for (const sessionId of parkedSound)
    await service.ctx.database.transaction((tx) => releaseJob(tx, { sessionId }));
  await quiet(service);
  memory.end = process.memoryUsage.rss();
  const outcome = await outcomes(service, commands);
  return {
    submitted: commands.size,
    parked: parked.length,
    parkedSound: parkedSound.length,
    kills,
    memory,
    ...outcome,
  };
}

function commandOf(share: number): string {
  let below = 0;
  return deadly.find(([, of]) => share < (below += of))?.[0] ?? sound;
}

/** Without webhooks: a receiver would keep them all, and its memory would count. */
async function openClient({ ctx, url }: TestService): Promise<ApiClient> {
  const { apiKey, secret } = await createIntegration(ctx)({
    name: 'Soak',
    mode: 'live',
    settings: { specimenDocuments: true },
    actor: 'test',
  });
  return new ApiClient({ apiUrl: `${url}/v1`, apiKey, sharedSecret: secret });
}

async function submitOne(client: ApiClient, command: string): Promise<string> {
  const sessionId = await client.createSession({});
  for (const context of soundContexts)
    await client.uploadMedia(sessionId, { context, bytes: commanding(command) });
  await client.submit(sessionId);
  return sessionId;
}

/** Waits until every job is done or parked. @throws Error when none was for a minute */
async function quiet({ ctx }: TestService): Promise<void> {
  const count = async () =>
    (await ctx.database.query(`select 1 from job where kind = 'verify-session' and parked_at is null`))
      .length;
  let [left, since] = [await count(), performance.now()];
  while (left > 0) {
    await pause(50);
    const now = await count();
    if (now < left) [left, since] = [now, performance.now()];
    if (performance.now() - since > 60_000) throw new Error(`${left} jobs are still not done`);
  }
}

async function parkedSessions({ ctx }: TestService): Promise<string[]> {
  const rows = await ctx.database.query<{ sessionId: string }>(
    `select j.session_id as "sessionId" from job j join operator_entry o on o.session_id = j.session_id
     where j.parked_at is not null and o.kind = 'job_parked' and o.resolved_at is null`,
  );
  return rows.map(({ sessionId }) => sessionId);
}

async function outcomes(service: TestService, commands: ReadonlyMap<string, string>) {
  const rows = await service.ctx.database.query<{ sessionId: string; status: string }>(
    'select session_id as "sessionId", status from decision',
  );
  const decided = new Map(rows.map(({ sessionId, status }) => [sessionId, status]));
  const parked = new Set(await parkedSessions(service));
  const all = [...commands.keys()];
  const approved = all.filter((sessionId) => decided.get(sessionId) === 'approved');
  return {
    approved: approved.length,
    lost: all.filter((sessionId) => !decided.has(sessionId) && !parked.has(sessionId)).length,
    wronglyApproved: approved.filter((sessionId) => commands.get(sessionId) !== sound).length,
  };
}

function startKilling({ ctx }: TestService, { killEvery }: SoakOptions, random: () => number) {
  let stopped = false;
  let kills = 0;
  const loop = async () => {
    while (!stopped) {
      const next = (await decidedSoFar(ctx)) + 2 * killEvery * random();
      while (!stopped && (await decidedSoFar(ctx)) < next) await pause(20);
      await pause(50 * random());
      const alive = visionProcesses();
      const chosen = alive[Math.floor(random() * alive.length)];
      if (stopped || chosen === undefined) continue;
      kills += 1;
      signal(chosen, random() < 0.1 ? 'SIGSTOP' : 'SIGKILL');
    }
  };
  const looping = loop();
  return {
    async stop() {
      stopped = true;
      await looping;
      return kills;
    },
  };
}

async function decidedSoFar({ metrics }: TestService['ctx']): Promise<number> {
  const { values } = await metrics.decisions.get();
  return values.reduce((total, { value }) => total + value, 0);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It was gone already.
  }
}

/** Numbers from 0 to 1, the same for the same seed. */
function randomSource(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** The soak on a service of its own in this process, with a fake vision thread: what is tried is all around it. */
export async function runVisionSoak(options: {
  /** PostgreSQL; absent uses the embedded database. */
  databaseUrl?: string;
  sessions: number;
  clients: number;
  seed: number;
  killEvery: number;
}): Promise<SoakReport> {
  const { databaseUrl, ...soak } = options;
  const service = await startTestService({
    env: { VISION_PROCESS: 'child', VISION_THREADS: '2' },
    vision: {
      thread: await faultyThread(),
      limits: { deadlineMs: 2_500, retryMs: { first: 10, most: 100 } },
    },
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  });
  try {
    return await soakVision(service, soak);
  } finally {
    await service.close();
  }
}
