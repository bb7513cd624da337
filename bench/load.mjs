// Generates the load for the measures in a child process (load-generator.mjs).
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const generator = fileURLToPath(new URL('load-generator.mjs', import.meta.url));

/**
 * Runs one load and returns the clients' results.
 * @param plan `port`, `requests` (`{head: string, body: index into bodies | null}`), `bodies` (buffers), `connections`, `seconds`,
 *   and `rate` (constant arrivals per second); without `rate` the load is a closed loop, in which `once` sends every request only once;
 *   `keep` also returns the bodies of the responses
 */
export function load(plan) {
  return new Promise((resolve, reject) => {
    const child = fork(generator, { serialization: 'advanced' });
    child.once('message', (result) => {
      child.kill();
      resolve(summary(result));
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => reject(new Error(`load generator ended (${code ?? signal})`)));
    child.send(plan);
  });
}

/** Returns the value below which `share` (0–1) of the sorted values lie; 0 when there are none. */
export const percentile = (sorted, share) =>
  sorted.length === 0 ? 0 : sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

/**
 * Measures a floor before and after the work it is compared with, because the machine's speed varies.
 * @param measureFloor returns operations per second
 */
export async function besideFloor(measureFloor, work) {
  const before = await measureFloor();
  const result = await work();
  const after = await measureFloor();
  return { floor: (before + after) / 2, result };
}

/** Measures the processor time that `process` spends on each successful response counted by `work`, in microseconds. */
export async function withCpu(process, work) {
  const before = process.cpuSeconds();
  const result = await work();
  return { ...result, cpuEach: ((process.cpuSeconds() - before) / Math.max(1, result.good)) * 1e6 };
}

/** Describes the failures in these loads for a note; empty when there are none. */
export const failures = (...results) =>
  results
    .filter(({ bad }) => bad > 0)
    .map(({ bad, statuses }) => `${bad} FAILED ${JSON.stringify(statuses)}`);

function summary({ statuses, latencies, bodies, seconds }) {
  const sorted = latencies.toSorted();
  const good = Object.entries(statuses).reduce(
    (sum, [status, count]) => (status.startsWith('2') ? sum + count : sum),
    0,
  );
  return {
    perSecond: good / seconds,
    good,
    bad: sorted.length - good,
    statuses,
    bodies,
    seconds,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    max: sorted.at(-1) ?? 0,
  };
}
