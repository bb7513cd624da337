// npm run journeys: people who complete the flow in a real browser while things go wrong. Started by tools/journeys.mjs.
import { parseArgs } from 'node:util';
import { type Journey, runJourneys } from './run-journeys.ts';

const { values: given } = parseArgs({
  options: {
    count: { type: 'string', default: '1000' },
    seed: { type: 'string' },
    'at-once': { type: 'string', default: '3' },
    faults: { type: 'string', default: '0.08' },
    interruptions: { type: 'string', default: '0.02' },
    // From tools/journeys.mjs:
    'database-url': { type: 'string' },
  },
});

function numberOf(
  name: 'count' | 'at-once' | 'faults' | 'interruptions',
  least: number,
  most: number,
): number {
  const value = Number(given[name]);
  if (!(value >= least && value <= most)) {
    process.stderr.write(`--${name}: must be a number from ${least} to ${most}, not ${given[name]}\n`);
    process.exit(2);
  }
  return value;
}

const seed = Number(given.seed ?? Math.floor(Math.random() * 1_000_000));
let ended = 0;
const progress = ({ number, faults }: Journey) => {
  ended += 1;
  if (faults.length > 0) process.stderr.write(`\njourney ${number}: ${faults.join('; ')}\n`);
  else process.stderr.write(ended % 50 === 0 ? `. ${ended}\n` : '.');
};

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

const beganAt = performance.now();
const planned = numberOf('count', 1, 100_000);
const { journeys, injected, reports } = await runJourneys({
  count: planned,
  seed,
  atOnce: numberOf('at-once', 1, 32),
  faultRate: numberOf('faults', 0, 0.5),
  interruptionRate: numberOf('interruptions', 0, 0.5),
  databaseUrl: given['database-url'] ?? null,
  stop: stop.signal,
  done: progress,
});

const seconds = journeys.map((journey) => journey.seconds).toSorted((a, b) => a - b);
const at = (share: number) => (seconds[Math.floor(share * (seconds.length - 1))] ?? 0).toFixed(1);
const wrong = journeys.filter(({ faults }) => faults.length > 0);
const followed = new Map<string, number>();
for (const interruption of journeys.flatMap((journey) => journey.interruptions))
  followed.set(interruption, (followed.get(interruption) ?? 0) + 1);
const counts = (all: ReadonlyMap<string, number>) =>
  [...all].map(([name, count]) => `${name} ${count}`).join(', ') || 'none';
process.stderr.write('\n');
console.log(`faults        ${counts(injected)}`);
console.log(`interruptions ${counts(followed)}`);
console.log(`seconds       median ${at(0.5)}, p95 ${at(0.95)}, longest ${at(1)}`);
for (const text of new Set(reports)) console.log(`unhandled     ${text}`);
for (const { number, sessionId, faults, screens } of wrong)
  console.log(`journey ${number}  ${sessionId}: ${faults.join('; ')}; ${screens.join(' ')}`);
console.log(
  `\n${journeys.length} of ${planned} journeys, seed ${seed}: ${journeys.length - wrong.length} ended well, ${wrong.length} did not, ${reports.length} unhandled errors; ${((performance.now() - beganAt) / 1_000).toFixed(0)} s`,
);
process.exitCode = journeys.length === planned && wrong.length === 0 && reports.length === 0 ? 0 : 1;
