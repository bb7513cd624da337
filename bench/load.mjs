// Load as the measures need it; the work is done by a child process of its own (load-generator.mjs).
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const generator = fileURLToPath(new URL('load-generator.mjs', import.meta.url));

/**
 * Runs one load and returns what the clients saw.
 * @param plan `port`, `requests` (`{head: string, body: index into bodies | null}`), `bodies` (buffers), `connections`, `seconds`,
 *   and either `rate` (per second, constant arrivals) or nothing (closed loop, `once` to use every request only once);
 *   `keep` returns the bodies of the answers
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

/** Value below which `share` (0–1) of the sorted values lie; 0 for none. */
export const percentile = (sorted, share) =>
  sorted.length === 0 ? 0 : sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

/**
 * Measures a floor before and after the work it is compared with, because the machine's mood changes in between.
 * @param measureFloor gives operations a second
 */
export async function besideFloor(measureFloor, work) {
  const before = await measureFloor();
  const result = await work();
  const after = await measureFloor();
  return { floor: (before + after) / 2, result };
}

/** Microseconds of processor time `process` spends on each of the good answers that `work` counts. */
export async function withCpu(process, work) {
  const before = process.cpuSeconds();
  const result = await work();
  return { ...result, cpuEach: ((process.cpuSeconds() - before) / Math.max(1, result.good)) * 1e6 };
}

/** What went wrong in these loads, for a note; empty when nothing did. */
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
