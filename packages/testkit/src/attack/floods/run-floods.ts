import net from 'node:net';
import os from 'node:os';
import type { Installation } from '../installation.ts';
import { blackPng, heavyPng } from '../pictures/png.ts';
import { isAlive } from '../run-cases.ts';
import { type Belongings, belongingsOf, createSession, tenant, upload } from '../target.ts';
import type { Credentials } from '../request.ts';
import type { FloodResult, VictimTimes } from './flood.ts';
import { type FloodCase, floodCases } from './flood-list.ts';
import type { FloodPlan, FloodTally, VictimFlow, VictimPlan, VictimResult } from './plans.ts';
import { startChild } from './start-child.ts';

export interface FloodOptions {
  /** Absolute path of the bundled child program. */
  child: string;
  /** Duration of each flood, and of the quiet phase before it, in seconds. */
  seconds: number;
  isMeant: (flood: { name: string; ids: readonly string[] }) => boolean;
  /** Port to which webhooks may be delivered. */
  hangingPort: number;
  /** No flood starts after this value of `performance.now()`. */
  untilMs: number;
}

/** Goals of the issue, and limits on the machine at which a flood is aborted. */
const goals = { ratio: 3, memoryMiB: 512, loopP99Ms: 20, descriptors: 40 };
const breakOffMiB = 1_500;
/** Lower bound for the p99 of a quiet victim: a ratio of two small numbers means nothing. */
const leastP99 = { calls: 15, approvals: 300 };
const rates = { calls: 40, approvals: 2 };
const deadlines = { calls: 10_000, approvals: 45_000 };
const settleMs = 3_000;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

function timesOf({ latencies, failed }: VictimResult): VictimTimes {
  const sorted = latencies.toSorted((a, b) => a - b);
  return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99), requests: sorted.length, failed };
}

interface Prepared {
  attacker: Credentials;
  things: Belongings;
  sessionIds: string[];
  mediaId: string;
  end(): Promise<void>;
}

const nothingToEnd = () => Promise.resolve();
const slowPictures = 24;
const hangingSessions = 60;

/** A listener that accepts connections and never responds. */
async function hangingListener(port: number): Promise<() => Promise<void>> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    socket.resume();
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
}

async function prepare(
  installation: Installation,
  flood: FloodCase,
  { hangingPort }: FloodOptions,
): Promise<Prepared> {
  const { address, owner, owned } = installation.target;
  const base = { attacker: owner, things: owned, sessionIds: [], mediaId: owned.mediaId, end: nothingToEnd };
  if (flood.prepare === 'medium') {
    const { id: sessionId } = await createSession(address, owner);
    return {
      ...base,
      mediaId: await upload(address, owner, { sessionId, picture: heavyPng(12 * 1_048_576, 5) }),
    };
  }
  if (flood.prepare === 'pictures') {
    const sessionIds: string[] = [];
    for (let at = 0; at < slowPictures; at += 1) {
      const { id: sessionId } = await createSession(address, owner);
      // Each has a different height, so that nothing can be cached.
      const picture = blackPng({ width: 6_000, height: 6_000 - at, depth: 16, colour: 6, interlaced: true });
      await upload(address, owner, { sessionId, picture }).catch(() => '');
      sessionIds.push(sessionId);
    }
    return { ...base, sessionIds };
  }
  if (flood.prepare !== 'webhooks') return base;
  const attacker = await installation.integrate('Hanging');
  const url = `http://127.0.0.1:${hangingPort}/`;
  for (const type of ['decision', 'event'])
    await installation.operate(['webhooks', 'set-url', attacker.integrationId, type, url]);
  const end = await hangingListener(hangingPort);
  const sessionIds: string[] = [];
  for (let at = 0; at < hangingSessions; at += 1)
    sessionIds.push((await createSession(address, attacker, 'Approve')).id);
  return { attacker, things: await belongingsOf(address, attacker), sessionIds, mediaId: '', end };
}

/** Watches the service's memory, and aborts the flood before it harms the machine. */
function watchMemory(installation: Installation, stop: () => void) {
  const { gauges } = installation.target;
  let largest = gauges?.memoryMiB() ?? 0;
  let brokenOff = false;
  const timer = setInterval(() => {
    largest = Math.max(largest, gauges?.memoryMiB() ?? 0);
    if (largest < breakOffMiB || brokenOff) return;
    brokenOff = true;
    stop();
  }, 100);
  return {
    end: () => clearInterval(timer),
    largestMiB: () => largest,
    brokenOff: () => brokenOff,
  };
}

const victimPlan = ({ target }: Installation, flow: VictimFlow, seconds: number): VictimPlan => ({
  role: 'victim',
  flow,
  address: target.address,
  victim: tenant(target, 'stranger'),
  things: target.foreign ?? target.owned,
  rate: rates[flow],
  seconds,
  deadlineMs: deadlines[flow],
});

const noTally: FloodTally = { connections: 0, requests: 0, bytes: 0, statuses: {}, cpuSeconds: 0 };

interface Measured {
  quiet: VictimTimes;
  under: VictimTimes;
  tally: FloodTally;
  idleMiB: number;
  memoryMiB: number;
  brokenOff: boolean;
  loopQuiet: { p99Ms: number; maxMs: number } | null;
  loop: { p99Ms: number; maxMs: number } | null;
  /** Processor seconds of the service beyond those spent on the victim alone. */
  cpuSeconds: number;
  attackerShare: number;
  descriptors: [before: number, after: number];
}

/** Measures the victim alone, as a baseline for the flood. */
async function measureQuiet(installation: Installation, flood: FloodCase, { child, seconds }: FloodOptions) {
  const { gauges } = installation.target;
  await gauges?.loopDelay();
  const cpuBefore = gauges?.cpuSeconds() ?? 0;
  const quiet = await startChild(child, victimPlan(installation, flood.victim, seconds)).result;
  return {
    quiet: timesOf(quiet),
    cpuPerSecond: ((gauges?.cpuSeconds() ?? 0) - cpuBefore) / seconds,
    loopQuiet: (await gauges?.loopDelay()) ?? null,
    idleMiB: gauges?.memoryMiB() ?? 0,
    descriptors: gauges?.descriptors() ?? 0,
  };
}

async function measure(
  installation: Installation,
  flood: FloodCase,
  options: FloodOptions,
): Promise<Measured> {
  const { gauges, address } = installation.target;
  const { end, ...prepared } = await prepare(installation, flood, options);
  const { cpuPerSecond, descriptors: before, ...alone } = await measureQuiet(installation, flood, options);
  const plan: FloodPlan = {
    role: 'flood',
    kind: flood.kind,
    address,
    ...prepared,
    seconds: options.seconds + 2,
  };
  const startedAt = performance.now();
  const cpuBefore = gauges?.cpuSeconds() ?? 0;
  const flooding = startChild(options.child, plan);
  const memory = watchMemory(installation, flooding.stop);
  // The victim starts when the flood has built up.
  await pause(2_000);
  const under = await startChild(options.child, victimPlan(installation, flood.victim, options.seconds))
    .result;
  const tally = await flooding.result.catch(() => noTally);
  const seconds = (performance.now() - startedAt) / 1_000;
  const loop = (await gauges?.loopDelay()) ?? null;
  const spent = (gauges?.cpuSeconds() ?? 0) - cpuBefore;
  memory.end();
  await end();
  await pause(settleMs);
  return {
    ...alone,
    under: timesOf(under),
    tally,
    memoryMiB: memory.largestMiB(),
    brokenOff: memory.brokenOff(),
    loop,
    cpuSeconds: Math.max(0, spent - cpuPerSecond * options.seconds),
    attackerShare: tally.cpuSeconds / seconds / os.availableParallelism(),
    descriptors: [before, gauges?.descriptors() ?? 0],
  };
}

function costOf(flood: FloodCase, { tally, cpuSeconds }: Measured): string {
  const amount =
    flood.cost === 'per MB'
      ? tally.bytes / 1e6
      : (flood.cost === 'per 1,000 connections' ? tally.connections : tally.requests) / 1_000;
  const unit = flood.cost
    .replace('1,000 ', 'k')
    .replace('per ', 's/')
    .replace('connections', 'conn')
    .replace('requests', 'req');
  return amount === 0 ? '-' : `${(cpuSeconds / amount).toFixed(3)} ${unit}`;
}

function failuresOf(
  seen: Measured,
  { ratio, alive }: { ratio: number; alive: boolean },
): FloodResult['failures'] {
  const [before, after] = seen.descriptors;
  const p99 = seen.loop?.p99Ms ?? 0;
  const found: (FloodResult['failures'][number] | null)[] = [
    ratio > goals.ratio
      ? {
          goal: 'ratio',
          text: `the victim's p99 is ${ratio.toFixed(1)} times its quiet p99, goal ${goals.ratio}`,
        }
      : null,
    seen.under.failed > 0
      ? {
          goal: 'answers',
          text: `${seen.under.failed} of ${seen.under.requests} requests of the victim failed`,
        }
      : null,
    seen.memoryMiB > goals.memoryMiB
      ? {
          goal: 'memory',
          text: `${seen.memoryMiB.toFixed(0)} MiB resident, goal ${goals.memoryMiB}${seen.brokenOff ? `; broken off at ${breakOffMiB}` : ''}`,
        }
      : null,
    p99 > goals.loopP99Ms
      ? { goal: 'loop', text: `event loop delay p99 ${p99.toFixed(0)} ms, goal ${goals.loopP99Ms}` }
      : null,
    after > before + goals.descriptors
      ? { goal: 'descriptors', text: `${before} descriptors before, ${after} after` }
      : null,
    alive ? null : { goal: 'alive', text: 'the service did not answer /healthz afterwards' },
  ];
  return found.filter((one) => one !== null);
}

async function runOne(
  installation: Installation,
  flood: FloodCase,
  options: FloodOptions,
): Promise<FloodResult> {
  const seen = await measure(installation, flood, options);
  const ratio = seen.under.p99 / Math.max(seen.quiet.p99, leastP99[flood.victim]);
  const alive = await isAlive(installation.target);
  return {
    name: flood.name,
    victim: flood.victim,
    quiet: seen.quiet,
    under: seen.under,
    ratio,
    idleMiB: seen.idleMiB,
    memoryMiB: seen.memoryMiB,
    loopQuietP99Ms: seen.loopQuiet?.p99Ms ?? null,
    loopP99Ms: seen.loop?.p99Ms ?? null,
    loopMaxMs: seen.loop?.maxMs ?? null,
    cost: costOf(flood, seen),
    statuses: seen.tally.statuses,
    descriptorsBefore: seen.descriptors[0],
    descriptorsAfter: seen.descriptors[1],
    attackerShare: seen.attackerShare,
    failures: failuresOf(seen, { ratio, alive }),
  };
}

/** The first verification after a start loads the models that read pictures; the quiet victim must not include that. */
const warmUp = ({ target: { address, owner } }: Installation) => belongingsOf(address, owner);

/** Times of a single run depend on the machine as much as on the service; other missed goals count at once. */
const goalsOfTime: readonly string[] = ['ratio', 'loop'];
const repeats = 3;

const missesOnlyTime = ({ failures }: FloodResult): boolean =>
  failures.length > 0 && failures.every(({ goal }) => goalsOfTime.includes(goal));

/** The run with the median ratio. Failures in any run that are not about time are kept. */
function medianOf(runs: readonly FloodResult[]): FloodResult {
  const sorted = runs.toSorted((a, b) => a.ratio - b.ratio);
  const median = sorted[Math.floor(sorted.length / 2)];
  if (!median) throw new Error('no flood was run');
  const failures = runs.flatMap((run) =>
    run.failures.filter(({ goal }) => run === median || !goalsOfTime.includes(goal)),
  );
  return { ...median, failures };
}

/**
 * Floods the service with one flood after the other, each with a victim of another integration. A flood that misses a time goal
 * runs three times, and the median counts.
 */
export async function runFloods(installation: Installation, options: FloodOptions): Promise<FloodResult[]> {
  const results: FloodResult[] = [];
  for (const flood of floodCases.filter(options.isMeant)) {
    if (performance.now() > options.untilMs) break;
    process.stderr.write(`\nflood: ${flood.name} …`);
    const runs: FloodResult[] = [];
    do {
      if (results.length + runs.length > 0) await installation.restart();
      await warmUp(installation);
      runs.push(await runOne(installation, flood, options));
    } while (runs.length < repeats && runs.some(missesOnlyTime));
    results.push(medianOf(runs));
  }
  return results;
}
