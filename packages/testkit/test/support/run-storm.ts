import { execFile } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { ServiceContext } from '@countersign/service';
import { sendRequest, noAnswers } from '../../src/storm/send-request.ts';
import { checkStorm } from '../../src/storm/check.ts';
import {
  acknowledged,
  type Evidence,
  type HistoryEntry,
  type Remains,
  type Usage,
  type Violation,
} from '../../src/storm/history.ts';
import { startLoad } from '../../src/storm/load.ts';
import { receiptsOf } from '../../src/storm/receipts.ts';
import { remainsOf } from '../../src/storm/remains.ts';
import { setStage, type Stage } from '../../src/storm/stage.ts';
import { onePixel } from './one-pixel.ts';
import { planStorm } from './storm-plans.ts';

export interface StormOptions {
  /** Absolute path of `bin/countersign`. */
  executable: string;
  /** `null`: the embedded database. */
  databaseUrl: string | null;
  /** The storm ends when it has had this many kills and this many acknowledged writes. */
  kills: number;
  writes: number;
  /** Of the moments of the kills. */
  seed: number;
  /** Also compares what the processes use before and after everything was asked again (I14). */
  measured: boolean;
  print?: (line: string) => void;
  /** Does the damage, instead of killing a process of the service and starting it again. */
  strike?: (stage: Stage) => Promise<void>;
}

export interface StormResult {
  kills: number;
  acknowledged: number;
  webhooks: number;
  checks: number;
  /** Checks of registries that were begun twice. */
  begunTwice: number;
  /** Jobs that were interrupted so often that they waited for an operator, who released them after the storm. */
  released: number;
  /** How often the service was stopped to see what is left, until nothing was. */
  looks: number;
  /** Approved sessions by plan, of those that promise it. */
  approvals: Record<string, number>;
  usage: { before: Usage; after: Usage } | null;
  violations: Violation[];
  seconds: number;
}

const leaseMs = 31_000;

/** Milliseconds between a start and the next kill. */
const shortestMs = 200;
const longestMs = 2_000;
/** Milliseconds of work that one kill leaves in the queue, with room for a busy machine. */
const queuedMs = 4_000;
/** Milliseconds that a decision is waited for at least, and between two looks of the operator at jobs that wait for one. */
const patienceMs = 300_000;
const operatorMs = 15_000;
/** Milliseconds in which the service must come to rest: an endpoint that failed often is tried once a minute. */
const settleMs = 600_000;

/** Kills processes at random moments under load, lets the service come to rest, and judges what is left (F10). */
export async function runStorm(options: StormOptions): Promise<StormResult> {
  const startedAt = performance.now();
  const stage = await setStage(options);
  try {
    const { plans, canaries } = await planStorm(stage);
    await stage.start();
    const load = startLoad({ plans, clients: 12, picture, pauseMs: 20 });
    const kills = await storm(stage, options, load.acknowledged);
    await load.stop();
    const answers = noAnswers();
    const { print = () => {} } = options;
    print(`load ended; waiting for the decisions of what was submitted`);
    const operator = startOperator(options, stage);
    try {
      await sendRequest(load.history, answers, Math.max(patienceMs, kills * queuedMs));
    } finally {
      await operator.stop();
    }
    const settled = await settle(stage, () => releaseParked(options, stage));
    const released = operator.released() + settled.released;
    print(`settled after ${settled.looks} looks, ${released} jobs released; left: ${settled.left}`);
    await stage.start();
    await sendRequest(load.history, answers);
    const usage = options.measured ? await usageOf(stage, () => sendRequest(load.history, answers)) : null;
    const { history, receipts, remains } = ofClients(stage, load.history, settled.remains);
    const counters = await stage.counters();
    const evidence: Evidence = { history, receipts, remains, answers, counters, canaries };
    return {
      kills,
      acknowledged: load.acknowledged(),
      webhooks: receipts.length,
      checks: remains.checks.length,
      begunTwice: remains.checks.filter(({ starts }) => starts > 1).length,
      released,
      looks: settled.looks,
      approvals: approvalsOf(history, remains),
      usage,
      violations: checkStorm(usage ? { ...evidence, usage } : evidence),
      seconds: Math.round((performance.now() - startedAt) / 1_000),
    };
  } finally {
    await stage.close();
  }
}

const run = promisify(execFile);

/** Does what an operator does after a night of crashes. @returns number of jobs */
async function releaseParked({ executable }: StormOptions, { env }: Stage): Promise<number> {
  const options = { env: { PATH: process.env['PATH'] ?? '', ...env } };
  const { stdout } = await run(executable, ['job', 'list', '--json'], options);
  const sessions = new Set((JSON.parse(stdout) as { sessionId: string }[]).map(({ sessionId }) => sessionId));
  for (const session of sessions) await run(executable, ['job', 'release', session], options);
  return sessions.size;
}

/** An operator who looks now and then, beside the service, whether a job waits for one. */
function startOperator(options: StormOptions, stage: Stage) {
  const stopping = new AbortController();
  let released = 0;
  const work = async () => {
    // Claims that a kill interrupted end after 30 s; the eighth of a job parks it.
    for (let ms = leaseMs; await pause(ms, stopping.signal); ms = operatorMs)
      released += await releaseParked(options, stage);
  };
  const working = work();
  // Whoever stops it sees why it ended.
  working.catch(() => {});
  return {
    released: () => released,
    async stop() {
      stopping.abort();
      await working;
    },
  };
}

/** @returns false when the signal came first */
const pause = (ms: number, signal: AbortSignal): Promise<boolean> =>
  wait(ms, true, { signal }).catch(() => false);

/** A picture with bytes of its own: valid, and different every time. */
const picture = (n: number) => Buffer.concat([onePixel, Buffer.from(`picture ${n} `.repeat(500))]);

/** Kills one process after the other at moments of the seed's choice and starts it again. @returns how many times */
async function storm(
  stage: Stage,
  { kills, writes, seed, strike, print = () => {} }: StormOptions,
  written: () => number,
): Promise<number> {
  const { processes } = stage;
  const random = seeded(seed);
  let done = 0;
  while (done < kills || written() < writes) {
    await sleep(shortestMs + random() * (longestMs - shortestMs));
    const victim = processes[done % processes.length];
    if (strike) await strike(stage);
    else {
      await victim?.kill();
      await victim?.start();
    }
    done += 1;
    if (done % 20 === 0) print(`${done} kills, ${written()} acknowledged writes`);
  }
  return done;
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Mulberry32: 32 bits of state are plenty for moments. @returns numbers from 0 to 1 */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Settled {
  remains: Remains;
  looks: number;
  released: number;
  /** What is left to do, in words. */
  left: string;
}

/**
 * Looks, stopping the service in order, until nothing is left to do: leases of killed processes end after 30 s.
 * @param release releases jobs that wait for an operator, while the service is stopped; returns how many
 */
async function settle(stage: Stage, release: () => Promise<number>): Promise<Settled> {
  const end = performance.now() + settleMs;
  let released = 0;
  for (let looks = 1; ; looks++) {
    for (const process of stage.processes) {
      const { code } = await process.terminate();
      if (code !== 0) throw new Error(`a process that was told to stop ended with ${code}`);
    }
    const { remains, waiting } = await stage.withContext(async (ctx) => ({
      remains: await remainsOf(ctx),
      waiting: await listWaiting(ctx),
    }));
    const isDone = remains.undecided + waiting.length === 0;
    if (isDone || performance.now() > end)
      return { remains, looks, released, left: isDone ? 'nothing' : describe(remains, waiting) };
    if (waiting.some(({ parked }) => parked)) released += await release();
    await stage.start();
    await sleep(6_000);
  }
}

/** A job that is not done, or a webhook that is due. */
interface Waiting {
  kind: string;
  sessionId: string | null;
  /** Claims of a job, attempts of a webhook. */
  tries: number;
  parked: boolean;
  dueInSeconds: number;
  leased: boolean;
}

const listWaiting = ({ database }: Pick<ServiceContext, 'database'>) =>
  database.query<Waiting & Record<string, unknown>>(
    `select kind, session_id as "sessionId", claims as tries, parked_at is not null as parked,
       extract(epoch from due_at - now())::int as "dueInSeconds", coalesce(leased_until > now(), false) as leased from job
     union all
     select 'webhook ' || type, session_id, attempts, false, extract(epoch from due_at - now())::int,
       coalesce(leased_until > now(), false) from webhook where state = 'due'`,
  );

const describe = ({ undecided }: Remains, waiting: readonly Waiting[]): string =>
  [
    `${undecided} attempts undecided`,
    ...waiting.map(
      ({ kind, sessionId, tries, parked, dueInSeconds, leased }) =>
        `${kind} of session ${sessionId}, tried ${tries} times, ${parked ? 'parked' : leased ? 'leased' : `due in ${dueInSeconds} s`}`,
    ),
  ].join('; ');

/**
 * The evidence without what no client asked for: a development start makes a session of its own. A session whose creation was
 * never acknowledged is there or not, and nobody can say what it should be.
 */
function ofClients(
  { receiver }: Stage,
  history: readonly HistoryEntry[],
  remains: Remains,
): Pick<Evidence, 'history' | 'receipts' | 'remains'> {
  const known = new Set(history.map(({ sessionId }) => sessionId));
  const ours = <T extends { sessionId: string }>(some: readonly T[]) =>
    some.filter(({ sessionId }) => known.has(sessionId));
  const receipts = receiptsOf(receiver.received);
  return {
    history,
    receipts: receipts.filter(({ type, sessionId }) => type === 'unreadable' || known.has(sessionId)),
    remains: { ...remains, webhooks: ours(remains.webhooks) },
  };
}

async function usageOf(stage: Stage, work: () => Promise<void>): Promise<StormResult['usage']> {
  const measure = async () => {
    const each = await Promise.all(stage.processes.map((process) => process.usage()));
    return {
      rssBytes: each.reduce((sum, { rssBytes }) => sum + rssBytes, 0),
      descriptors: each.reduce((sum, { descriptors }) => sum + descriptors, 0),
    };
  };
  const before = await measure();
  await work();
  return { before, after: await measure() };
}

function approvalsOf(history: readonly HistoryEntry[], { sessions }: Remains): Record<string, number> {
  const approved = new Set(sessions.filter(({ status }) => status === 'approved').map(({ id }) => id));
  const counts: Record<string, number> = {};
  for (const { plan, sessionId } of acknowledged(history, 'submit'))
    if (plan.approves) counts[plan.name] = (counts[plan.name] ?? 0) + (approved.has(sessionId ?? '') ? 1 : 0);
  return counts;
}
