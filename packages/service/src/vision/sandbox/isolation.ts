/** Effectiveness of the walls around the picture process: determined by trying, reported in one log line and as metrics. */
import type { Logger } from 'pino';
import type { Metrics } from '../../runtime/metrics.ts';
import { layersOf } from './process-account.ts';
import { type Isolation, type Layer, layers, type SelfTestResult, type Wall, walls } from './walls.ts';

/** How the operator wants the picture process isolated. */
export type SandboxMode = 'auto' | 'required' | 'off';

/** What the picture process observed, combined with what the kernel reports about it. @param pid of the process that ran the test */
export function isolationOf({ held }: SelfTestResult, pid: number): Isolation {
  const { namespace, ...account } = layersOf(pid);
  return { ...held, ...account, processes: held.processes && namespace };
}

/** Text for each wall and layer that holds. */
const words: Record<Wall | Layer, string> = {
  environment: 'environment=hidden',
  memory: 'memory=hidden',
  processes: 'processes=hidden',
  files: 'files=hidden',
  network: 'network=none',
  sockets: 'local-sockets=none',
  writes: 'filesystem=read-only',
  user: 'user=separate',
  privileges: 'privileges=none',
  seccomp: 'seccomp=on',
  core: 'core-dumps=off',
};

/** What an attacker can reach if a wall does not hold. */
const gaps: Record<Wall | Layer, string> = {
  environment: "the service's environment",
  memory: "the service's memory",
  processes: 'other processes',
  files: 'key file and stored pictures',
  network: 'network',
  sockets: 'local sockets',
  writes: 'writable files',
  user: 'same user as the service',
  privileges: 'capabilities',
  seccomp: 'all system calls',
  core: 'core dumps',
};

const all = [...walls, ...layers];

/** One line: what holds and what does not. */
function describeIsolation(isolation: Isolation): string {
  const holding = all.filter((name) => isolation[name]).map((name) => words[name]);
  const missing = all.filter((name) => !isolation[name]).map((name) => gaps[name]);
  return `picture process isolation: ${holding.join(' ') || 'none'}; not isolated: ${missing.join(', ') || 'nothing'}`;
}

/** Logs the line and sets the metrics. @param launcher what put up the walls; `inline` if there is no other process */
export function reportIsolation(
  isolation: Isolation,
  launcher: string,
  { log, metrics }: { log: Logger; metrics: Pick<Metrics, 'visionIsolation'> },
): void {
  for (const wall of all) metrics.visionIsolation.set({ wall }, isolation[wall] ? 1 : 0);
  const line = describeIsolation(isolation);
  if (walls.every((wall) => isolation[wall])) log.info({ reason: launcher }, line);
  else log.warn({ reason: launcher }, line);
}

/** The picture process would not be isolated as `VISION_SANDBOX=required` requires. */
export class NotIsolated extends Error {
  constructor(missing: readonly string[], tried: readonly string[]) {
    const attempts = tried.length === 0 ? '' : ` (tried: ${tried.join('; ')})`;
    super(
      `VISION_SANDBOX=required: the picture process must not reach ${missing.join(', ')}; ` +
        `install bubblewrap and allow user namespaces, or see docs/guides/run.md#isolation-of-the-picture-process${attempts}`,
    );
    this.name = 'NotIsolated';
  }
}

/** @throws NotIsolated when a wall does not hold; the layers behind the walls are not required */
export function demandWalls(isolation: Isolation, tried: readonly string[]): void {
  const missing = walls.filter((wall) => !isolation[wall]).map((wall) => gaps[wall]);
  if (missing.length > 0) throw new NotIsolated(missing, tried);
}
