import type { AttackCase, Need } from './attack-case.ts';
import { converse, type Observation } from './wire.ts';
import { judge, nothingMeasured, type Spent } from './judge.ts';
import type { Target } from './target.ts';

/** The result of one case. */
export interface CaseResult {
  group: string;
  name: string;
  ids: readonly string[];
  outcome: 'held' | 'failed' | 'not run';
  /** Why it failed or was skipped. */
  reasons: readonly string[];
  ms: number;
  /** A figure measured by the case. */
  figure?: string;
}

const aliveMs = 15_000;
/** Time within which the service must release the resources of an attack. */
const settleMs = 10_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Whether the service responds to its health probe. */
export async function isAlive({ address }: Target): Promise<boolean> {
  const probe = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
  const { answers } = await converse(address, [{ send: probe }, { answers: 1 }], { limitMs: aliveMs });
  return answers[0]?.status === 200;
}

/** What a case needs and the target lacks. */
export function missingFor({ needs = [] }: AttackCase, target: Target): Need[] {
  return needs.filter((need) => {
    if (need === 'portal') return target.portal === null;
    if (need === 'own' || need === 'metrics') return target.gauges === null;
    return target.tenants[need] === undefined || (need === 'stranger' && target.foreign === null);
  });
}

const isMeasured = ({ holds }: AttackCase): boolean =>
  [holds.stallMs, holds.cpuSeconds, holds.memoryMiB, holds.descriptors].some((bound) => bound !== undefined);

async function measured(one: AttackCase, target: Target): Promise<{ seen: Observation; spent: Spent }> {
  const { gauges } = target;
  if (!gauges || !isMeasured(one)) return { seen: await one.attack(target), spent: nothingMeasured };
  await gauges.loopDelay();
  const before = {
    waited: gauges.waitedMs(),
    cpu: gauges.cpuSeconds(),
    descriptors: gauges.descriptors(),
    memory: gauges.memoryMiB(),
  };
  let memory = before.memory;
  const watch = setInterval(() => (memory = Math.max(memory, gauges.memoryMiB())), 50);
  const seen = await one.attack(target);
  clearInterval(watch);
  const delay = await gauges.loopDelay();
  const cpuSeconds = gauges.cpuSeconds() - before.cpu;
  const waited = gauges.waitedMs() - before.waited;
  const growth = () => gauges.descriptors() - before.descriptors;
  const settledBy = performance.now() + settleMs;
  while (growth() > (one.holds.descriptors ?? Number.POSITIVE_INFINITY) && performance.now() < settledBy)
    await pause(250);
  return {
    seen,
    spent: {
      // Time in which the machine did not schedule the service is not caused by the attack; on a quiet machine it is almost zero.
      stallMs: delay ? Math.max(0, delay.maxMs - waited) : null,
      cpuSeconds,
      memoryMiB: memory - before.memory,
      descriptors: growth(),
    },
  };
}

const tries = 3;

/** Another program on the machine can cause a short stall, but not one of many times the limit: only a near miss is retried. */
const mayBeChance = ({ stallMs }: Spent, { holds }: AttackCase): boolean =>
  holds.stallMs !== undefined && stallMs !== null && stallMs > holds.stallMs && stallMs < 8 * holds.stallMs;

/** Runs one case: attack, checks, and whether the service still responds. */
export async function runCase(one: AttackCase, target: Target): Promise<CaseResult> {
  const { group, name, ids = [] } = one;
  const missing = missingFor(one, target);
  if (missing.length > 0)
    return { group, name, ids, outcome: 'not run', reasons: [`needs ${missing.join(', ')}`], ms: 0 };
  const startedAt = performance.now();
  let reasons: string[] = [];
  let figure: string | undefined;
  for (let left = tries; left > 0; left -= 1) {
    let again = false;
    try {
      const { seen, spent } = await measured(one, target);
      reasons = judge(seen, one.holds, spent);
      figure = seen.figure ?? figureOf(spent, one);
      again = mayBeChance(spent, one);
    } catch (error) {
      reasons = [`the attack broke off: ${error instanceof Error ? error.message : String(error)}`];
    }
    if (!(await isAlive(target))) reasons.push('the service did not answer /healthz afterwards');
    if (reasons.length === 0 || !again) break;
  }
  return {
    group,
    name,
    ids,
    outcome: reasons.length === 0 ? 'held' : 'failed',
    reasons,
    ms: performance.now() - startedAt,
    ...(figure === undefined ? {} : { figure }),
  };
}

function figureOf({ stallMs, cpuSeconds, memoryMiB }: Spent, { holds }: AttackCase): string | undefined {
  const parts = [
    ...(holds.stallMs !== undefined && stallMs !== null ? [`stall ${stallMs.toFixed(0)} ms`] : []),
    ...(holds.cpuSeconds !== undefined && cpuSeconds !== null ? [`${cpuSeconds.toFixed(2)} s CPU`] : []),
    ...(holds.memoryMiB !== undefined && memoryMiB !== null ? [`+${memoryMiB.toFixed(0)} MiB`] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(', ');
}

/** Maximum number of slow cases at the same time: each holds a few connections and waits. */
const slowAtOnce = 16;

/** Runs cases one after the other, and those that wait for time limits in parallel. `seconds` limits the run. */
export async function runCases(
  cases: readonly AttackCase[],
  target: Target,
  {
    done = () => {},
    untilMs = Number.POSITIVE_INFINITY,
  }: { done?: (result: CaseResult) => void; untilMs?: number } = {},
): Promise<CaseResult[]> {
  const results: CaseResult[] = [];
  const record = (result: CaseResult) => {
    results.push(result);
    done(result);
  };
  const outOfTime = () => performance.now() > untilMs;
  const runOne = async (one: AttackCase) => {
    const { group, name, ids = [] } = one;
    if (outOfTime()) record({ group, name, ids, outcome: 'not run', reasons: ['out of time'], ms: 0 });
    else record(await runCase(one, target));
  };
  for (const one of cases.filter(({ slow }) => !slow)) await runOne(one);
  const waiting = cases.filter(({ slow }) => slow);
  const worker = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) await runOne(one);
  };
  await Promise.all(Array.from({ length: slowAtOnce }, worker));
  return results;
}
