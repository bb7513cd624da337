/**
 * Counts how many pictures the zone reader reads without error under each condition, with confidence limits and CPU times.
 * Usage: node tools/run-ts.mjs packages/vision/bench/mrz.ts [PICTURES] [FIRST_SEED] [ATLAS_DIRECTORY FACE]
 * Specimens and harsh pictures use typefaces of the training data unless an atlas of other typefaces is given: these are regression
 * figures, not accuracy.
 */
import path from 'node:path';
import { drawCard, inventPerson, simulateCapture } from '@countersign/specimens';
import type { CaptureCondition, CardKind } from '@countersign/specimens';
import type { MrzFormat } from '@countersign/findings';
import type { MrzReading } from '../src/mrz/reading.ts';
import { readMrz } from '../src/mrz/read-mrz.ts';
import { openImage } from '../src/picture/open-image.ts';
import type { Raster } from '../src/picture/raster.ts';
import { drawHarsh, harshKinds } from '../test/mrz-harsh.ts';
import type { HarshKind } from '../test/mrz-harsh.ts';
import { inventZone } from '../test/mrz-zones.ts';
import { loadAtlas } from '../tools/mrz-cells.ts';
import { createRandom } from '../tools/mrz-random.ts';

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

const formats = ['TD3', 'TD1', 'TD2', 'TD1', 'FRID', 'MRVA', 'TD3', 'MRVB'] as const satisfies MrzFormat[];

const today = '2026-11-20';

/** Options of a measurement. */
export interface MrzBenchOptions {
  /** Number of pictures for each condition. */
  pictures: number;
  firstSeed?: number;
  /** Atlas and number of the typeface in the harsh pictures; default the committed atlas and OCR-B. */
  atlas?: string;
  face?: number;
  /** Called for every picture that was not read exactly. */
  onMiss?: (miss: {
    condition: string;
    seed: number;
    expected: readonly string[] | null;
    raw: string[];
  }) => void;
}

/** Results for the pictures of one condition. */
export interface MrzRow {
  /** `specimen`: captures of drawn specimens. `harsh`: scans and web pictures. `none`: no zone in the picture. */
  set: 'specimen' | 'harsh' | 'none';
  condition: string;
  pictures: number;
  /** Pictures with every line read as printed; for `none`, pictures in which no zone was reported. */
  exact: number;
  /** Share of exact readings and its 95 % confidence limits (Wilson), 0–1. */
  rate: number;
  limits: [number, number];
  clean: number;
  repaired: number;
  /** Readings reported as clean although a character is wrong or there is no zone. */
  cleanButWrong: number;
  /** CPU milliseconds of the reader alone, for a decoded picture. */
  cpuP50: number;
  cpuP95: number;
}

interface Sample {
  image: { raster(maxSide: number, channels: 1 | 3): Promise<Raster> };
  lines: readonly string[] | null;
}

async function specimen(condition: CaptureCondition, seed: number): Promise<Sample> {
  const kind = kinds[seed % kinds.length] as CardKind;
  const { png, truth } = await drawCard({ kind, person: inventPerson(seed), portraitSeed: seed });
  const { jpeg } = await simulateCapture(png, { condition, seed });
  const image = await openImage(jpeg);
  if (image.refusal !== null) throw new Error(`specimen ${kind} ${seed} refused: ${image.refusal}`);
  const raster = await image.raster(1920, 1);
  return { image: { raster: () => Promise.resolve(raster) }, lines: truth.mrz?.lines ?? null };
}

function harsh(options: MrzBenchOptions) {
  const atlas = loadAtlas(options.atlas ?? path.resolve('packages/vision/tools'));
  return async (kind: HarshKind, seed: number, zone: boolean): Promise<Sample> => {
    const format = formats[seed % formats.length] ?? 'TD3';
    const lines = zone ? inventZone(format, createRandom(seed)) : null;
    const raster = await drawHarsh(atlas, lines, { kind, face: options.face ?? 0, seed });
    return { image: { raster: () => Promise.resolve(raster) }, lines };
  };
}

function quantile(sorted: readonly number[], share: number): number {
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}

/** Returns the 95 % confidence limits of a rate (Wilson). */
function wilson(hits: number, count: number): [number, number] {
  if (count === 0) return [0, 1];
  const z2 = 1.96 ** 2;
  const share = hits / count;
  const middle = (share + z2 / (2 * count)) / (1 + z2 / count);
  const reach =
    (1.96 * Math.sqrt((share * (1 - share)) / count + z2 / (4 * count * count))) / (1 + z2 / count);
  return [Math.max(0, middle - reach), Math.min(1, middle + reach)].map((x) => Math.round(x * 1e4) / 1e4) as [
    number,
    number,
  ];
}

const isExact = (reading: MrzReading | null, lines: readonly string[] | null): boolean =>
  lines === null ? reading === null : reading?.lines.join() === lines.join();

async function measure(
  row: Pick<MrzRow, 'set' | 'condition'>,
  draw: (seed: number) => Promise<Sample>,
  options: MrzBenchOptions,
): Promise<MrzRow> {
  const times: number[] = [];
  let [exact, clean, repaired, cleanButWrong] = [0, 0, 0, 0];
  for (let i = 0; i < options.pictures; i++) {
    const seed = (options.firstSeed ?? 1) + i;
    const { image, lines } = await draw(seed);
    const before = process.cpuUsage();
    const reading = await readMrz(image, { today });
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
    const right = isExact(reading, lines);
    exact += Number(right);
    clean += Number(reading?.status === 'clean');
    repaired += Number(reading?.status === 'repaired');
    cleanButWrong += Number(reading?.status === 'clean' && !right);
    if (!right)
      options.onMiss?.({ condition: row.condition, seed, expected: lines, raw: reading?.raw ?? [] });
  }
  times.sort((a, b) => a - b);
  const pictures = options.pictures;
  const rate = pictures > 0 ? exact / pictures : 0;
  const cpu = { cpuP50: quantile(times, 0.5), cpuP95: quantile(times, 0.95) };
  return {
    ...row,
    pictures,
    exact,
    rate,
    limits: wilson(exact, pictures),
    clean,
    repaired,
    cleanButWrong,
    ...cpu,
  };
}

/** Reads specimens under the nine conditions, harsh pictures of every kind, and pictures without a zone. */
export async function measureMrz(options: MrzBenchOptions): Promise<MrzRow[]> {
  const rows: MrzRow[] = [];
  for (const condition of conditions)
    rows.push(await measure({ set: 'specimen', condition }, (seed) => specimen(condition, seed), options));
  const draw = harsh(options);
  for (const kind of Object.keys(harshKinds) as HarshKind[]) {
    rows.push(await measure({ set: 'harsh', condition: kind }, (seed) => draw(kind, seed, true), options));
    rows.push(await measure({ set: 'none', condition: kind }, (seed) => draw(kind, seed, false), options));
  }
  return rows;
}

if (process.argv[1]?.endsWith('bench/mrz.ts')) {
  const [pictures = '10', firstSeed = '1', atlas, face = '0'] = process.argv.slice(2);
  const rows = await measureMrz({
    pictures: Number(pictures),
    firstSeed: Number(firstSeed),
    ...(atlas === undefined ? {} : { atlas, face: Number(face) }),
    onMiss: (miss) => console.error(JSON.stringify(miss)),
  });
  for (const row of rows) console.log(JSON.stringify(row));
}
