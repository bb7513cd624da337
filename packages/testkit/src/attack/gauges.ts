import { readdirSync, readFileSync } from 'node:fs';

/** Measurements of a service's processes and their children, from `/proc`; zeros if it is missing. */
export interface ServiceGauges {
  /** Resident memory of the service's own processes in MiB, without the picture process. */
  memoryMiB(): number;
  /** Processor seconds since their start, including descendants. */
  cpuSeconds(): number;
  /** Milliseconds that their main threads were ready to run while the machine ran something else. */
  waitedMs(): number;
  /** Open descriptors of the service's own processes. */
  descriptors(): number;
  /**
   * Event-loop delay since the last call, in milliseconds above the sampling interval of the gauge (10 ms); the worst of the
   * processes. `null` when `/metrics` does not respond.
   */
  loopDelay(): Promise<{ p99Ms: number; maxMs: number } | null>;
}

const ticksPerSecond = 100;
/** The value of the gauge while nothing is late. */
const samplingMs = 10;

function read(file: string): string {
  try {
    return readFileSync(`/proc/${file}`, 'utf8');
  } catch {
    return '';
  }
}

const memoryOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(read(`${pid}/status`))?.[1] ?? 0) / 1024;

function ticksOf(pid: number): number {
  const fields = read(`${pid}/stat`).split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
}

function withDescendants(pid: number): number[] {
  const children = read(`${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number);
  return [pid, ...children.flatMap(withDescendants)];
}

function descriptorsOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
}

/** Time that a process's main thread spent on a run queue, in milliseconds. */
const waitedMsOf = (pid: number): number =>
  Number(read(`${pid}/task/${pid}/schedstat`).split(' ')[1] ?? 0) / 1e6;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

const gaugeValue = (text: string, name: string): number | null => {
  const found = new RegExp(`^countersign_nodejs_eventloop_lag_${name}_seconds (\\S+)`, 'm').exec(text)?.[1];
  return found === undefined ? null : Math.max(0, Number(found) * 1_000 - samplingMs);
};

async function loopDelayAt(url: string): Promise<{ p99Ms: number; maxMs: number } | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(15_000) });
    const text = await response.text();
    const [p99Ms, maxMs] = [gaugeValue(text, 'p99'), gaugeValue(text, 'max')];
    return p99Ms === null || maxMs === null ? null : { p99Ms, maxMs };
  } catch {
    return null;
  }
}

/**
 * @param pids the service's current processes
 * @param metricsUrls addresses of `/metrics` of the processes that serve requests
 */
export const gaugesOf = (pids: () => readonly number[], metricsUrls: readonly string[]): ServiceGauges => ({
  memoryMiB: () => sum(pids().map(memoryOf)),
  cpuSeconds: () => sum(pids().flatMap(withDescendants).map(ticksOf)) / ticksPerSecond,
  waitedMs: () => sum(pids().map(waitedMsOf)),
  descriptors: () => sum(pids().map(descriptorsOf)),
  async loopDelay() {
    const delays = (await Promise.all(metricsUrls.map(loopDelayAt))).filter((delay) => delay !== null);
    if (delays.length === 0) return null;
    return {
      p99Ms: Math.max(...delays.map(({ p99Ms }) => p99Ms)),
      maxMs: Math.max(...delays.map(({ maxMs }) => maxMs)),
    };
  },
});
