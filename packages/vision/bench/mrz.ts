/**
 * Counts how many specimen captures the zone reader gets exactly right, per condition, with times.
 * Usage: node tools/run-ts.mjs packages/vision/bench/mrz.ts [SEEDS] [FIRST_SEED]
 * The specimens share their font with the training: these numbers are regression figures, not accuracy.
 */
import { drawCard, inventPerson, simulateCapture } from '@countersign/specimens';
import type { CaptureCondition, CardKind } from '@countersign/specimens';
import { readMrz } from '../src/mrz/read-mrz.ts';
import { openImage } from '../src/open-image.ts';

const conditions = [
  'clean',
  'typical',
  'blur',
  'glare',
  'small',
  'dim',
  'tilt',
  'upside',
  'sideways',
] as const satisfies readonly CaptureCondition[];

const kinds = ['td3', 'td1-back', 'td2', 'mrva', 'mrvb'] as const satisfies readonly CardKind[];

const today = '2026-11-20';

/** What happened to the captures of one condition. */
export interface ConditionResult {
  condition: string;
  captures: number;
  /** All lines exactly as printed, and all digits agreeing as read. */
  exact: number;
  clean: number;
  repaired: number;
  /** Accepted (`clean`) although some character is wrong. */
  cleanButWrong: number;
  /** Milliseconds of the reader alone, the picture being decoded. */
  p50: number;
  p95: number;
  misses: { seed: number; kind: CardKind; status: string; expected: string[]; raw: string[] }[];
}

async function readSpecimen(condition: CaptureCondition, kind: CardKind, seed: number) {
  const person = inventPerson(seed);
  const { png, truth } = await drawCard({ kind, person, portraitSeed: seed });
  const { jpeg } = await simulateCapture(png, { condition, seed });
  const image = await openImage(jpeg);
  if (image.refusal !== null) throw new Error(`specimen ${kind} ${seed} refused: ${image.refusal}`);
  await image.raster(1920, 1);
  const started = performance.now();
  const reading = await readMrz(image, { today });
  return { reading, elapsed: performance.now() - started, expected: truth.mrz?.lines ?? [] };
}

function quantile(sorted: readonly number[], share: number): number {
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}

async function benchCondition(
  condition: CaptureCondition,
  seeds: readonly number[],
): Promise<ConditionResult> {
  const result: ConditionResult = {
    condition,
    captures: seeds.length,
    exact: 0,
    clean: 0,
    repaired: 0,
    cleanButWrong: 0,
    p50: 0,
    p95: 0,
    misses: [],
  };
  const times: number[] = [];
  for (const seed of seeds) {
    const kind = kinds[seed % kinds.length] as CardKind;
    const { reading, elapsed, expected } = await readSpecimen(condition, kind, seed);
    times.push(elapsed);
    const exact = reading !== null && reading.lines.join() === expected.join();
    result.exact += Number(exact);
    result.clean += Number(reading?.status === 'clean');
    result.repaired += Number(reading?.status === 'repaired');
    result.cleanButWrong += Number(reading?.status === 'clean' && !exact);
    if (!exact)
      result.misses.push({
        seed,
        kind,
        status: reading?.status ?? 'none',
        expected,
        raw: reading?.raw ?? [],
      });
  }
  times.sort((a, b) => a - b);
  return { ...result, p50: quantile(times, 0.5), p95: quantile(times, 0.95) };
}

/** Runs `seedCount` captures of every condition and prints one JSON line each; misses go to standard error. */
export async function benchMrz(seedCount: number, firstSeed = 1): Promise<ConditionResult[]> {
  const results: ConditionResult[] = [];
  for (const condition of conditions) {
    const seeds = Array.from({ length: seedCount }, (_, i) => firstSeed + i);
    const result = await benchCondition(condition, seeds);
    results.push(result);
    const { misses, ...figures } = result;
    console.log(JSON.stringify(figures));
    for (const miss of misses) console.error(JSON.stringify({ condition, ...miss }, null, 1));
  }
  const total = (pick: (result: ConditionResult) => number) => results.reduce((sum, r) => sum + pick(r), 0);
  console.log(
    JSON.stringify({
      captures: total((r) => r.captures),
      exact: total((r) => r.exact),
      cleanButWrong: total((r) => r.cleanButWrong),
    }),
  );
  return results;
}

if (process.argv[1]?.endsWith('bench/mrz.ts'))
  await benchMrz(Number(process.argv[2] ?? 10), Number(process.argv[3] ?? 1));
