/**
 * Counts how often the first quality code of a simulated picture names the correct fault, and how often good pictures get a code.
 * Usage: node tools/run-ts.mjs packages/vision/bench/quality.ts [SEEDS] [FIRST_SEED]
 * The limits were set on simulated faults: these are regression figures, not accuracy.
 */
import path from 'node:path';
import { drawCard, drawSelfie, inventPerson, simulateCapture } from '@countersign/specimens';
import type { CaptureCondition, CardKind } from '@countersign/specimens';
import sharp, { type Sharp } from 'sharp';
import { findCard } from '../src/card/find-card.ts';
import { loadFaceModels, type FaceModels } from '../src/faces/face-models.ts';
import { findFaces } from '../src/faces/find-faces.ts';
import { measureQuality } from '../src/quality/measure-quality.ts';
import { openImage } from '../src/picture/open-image.ts';
import type { QualityFinding } from '@countersign/findings';
import { cardScene } from '../test/card-scene.ts';

/** A fault, how it is produced, and its correct codes. `[]` when no code is correct. */
interface Fault {
  name: string;
  subject: 'selfie' | 'document';
  expected: readonly string[];
  make: (seed: number) => Promise<Buffer>;
}

/** A row of the table. */
export interface QualityRow {
  fault: string;
  pictures: number;
  /** Pictures whose first problem is one of the correct codes; for good pictures, those without a problem. */
  right: number;
  /** 95 % confidence limits of the rate (Wilson). */
  limits: [low: number, high: number];
  /** Other codes that came first, with counts. */
  instead: Record<string, number>;
  /** Processor milliseconds for outline and quality, after decoding and face detection. */
  cpuMs: number;
}

/** Limits of the default policy (warn), in the order in which problems are reported; failures come first. */
const rows: readonly { code: string; warn: number | null; fail: number | null; above: boolean }[] = [
  { code: 'img.too_small', warn: 1000, fail: 480, above: false },
  { code: 'img.dark', warn: null, fail: 45, above: false },
  { code: 'img.bright', warn: 0.15, fail: 0.4, above: true },
  { code: 'img.blur', warn: 30, fail: 10, above: false },
  { code: 'img.grey', warn: 4, fail: null, above: false },
  { code: 'img.screenshot', warn: 0, fail: null, above: true },
  { code: 'face.none', warn: null, fail: 1, above: false },
  { code: 'face.several', warn: null, fail: 1, above: true },
  { code: 'face.small', warn: 160, fail: 60, above: false },
  { code: 'face.cut', warn: null, fail: 0.02, above: true },
  { code: 'face.turned', warn: 20, fail: 35, above: true },
  { code: 'face.eyes', warn: 0.15, fail: null, above: false },
  { code: 'face.covered', warn: 0.8, fail: null, above: true },
  { code: 'doc.none', warn: null, fail: 1, above: false },
  { code: 'doc.cut', warn: null, fail: 0.02, above: true },
  { code: 'doc.far', warn: 0.25, fail: 0.12, above: false },
  { code: 'doc.tilted', warn: 15, fail: null, above: true },
  { code: 'doc.glare', warn: 0.005, fail: 0.2, above: true },
  { code: 'doc.portrait_small', warn: 80, fail: 60, above: false },
];

/** Returns the codes of all problems, failures first, in the order of the table. */
export function problemsOf(quality: readonly QualityFinding[]): string[] {
  const worse = (value: number, limit: number | null, above: boolean): boolean =>
    limit !== null && (above ? value > limit : value < limit);
  const codes = (level: 'fail' | 'warn'): string[] =>
    rows
      .filter((row) =>
        quality.some(({ code, value }) => code === row.code && worse(value, row[level], row.above)),
      )
      .map(({ code }) => code);
  return [...new Set([...codes('fail'), ...codes('warn')])];
}

const kinds = ['td3', 'td1-front', 'td2', 'td1-back'] as const satisfies readonly CardKind[];

async function capture(seed: number, condition: CaptureCondition): Promise<Buffer> {
  const kind = kinds[seed % kinds.length] ?? 'td3';
  const { png, truth } = await drawCard({ kind, person: inventPerson(seed), portraitSeed: seed });
  return (await simulateCapture(png, { condition, seed, truth })).jpeg;
}

const again = async (jpeg: Buffer, change: (image: Sharp) => Sharp): Promise<Buffer> =>
  change(sharp(jpeg)).jpeg({ quality: 88 }).toBuffer();

const document = (
  name: string,
  expected: readonly string[],
  make: (seed: number) => Promise<Buffer>,
): Fault => ({ name, subject: 'document', expected, make });
const selfie = (name: string, expected: readonly string[], change: (image: Sharp) => Sharp): Fault => ({
  name,
  subject: 'selfie',
  expected,
  make: async (seed) => again(await drawSelfie({ seed }), change),
});

/** The faults. Conditions are those of the specimens; the others are made from clean captures. */
const faults: readonly Fault[] = [
  document('document: clean', [], (seed) => capture(seed, 'clean')),
  document('document: typical', [], (seed) => capture(seed, 'typical')),
  document('document: unreadable blur', ['img.blur'], (seed) => capture(seed, 'unreadable-blur')),
  document('document: blur sigma 8', ['img.blur'], async (seed) =>
    again(await capture(seed, 'typical'), (image) => image.blur(8)),
  ),
  document('document: dark', ['img.dark'], async (seed) =>
    again(await capture(seed, 'typical'), (image) => image.linear(0.16, 0)),
  ),
  document('document: overexposed', ['img.bright'], async (seed) =>
    again(await capture(seed, 'typical'), (image) => image.linear(2.4, 20)),
  ),
  document('document: reflection', ['doc.glare'], (seed) => capture(seed, 'glare')),
  document('document: far', ['doc.far', 'doc.portrait_small'], far),
  document('document: tilted', ['doc.tilted'], (seed) => capture(seed, 'tilt')),
  document('document: cut', ['doc.cut'], async (seed) =>
    again(await capture(seed, 'clean'), (image) =>
      image.extract({ left: 300, top: 0, width: 1300, height: 1200 }),
    ),
  ),
  document('document: none', ['doc.none'], async (seed) => desk(seed)),
  document('document: grey', ['img.grey'], async (seed) =>
    again(await capture(seed, 'typical'), (image) => image.greyscale()),
  ),
  document('document: too small', ['img.too_small'], async (seed) =>
    again(await capture(seed, 'typical'), (image) => image.resize(420)),
  ),
  selfie('selfie: clean', [], (image) => image),
  selfie('selfie: blur', ['img.blur'], (image) => image.blur(9)),
  selfie('selfie: dark', ['img.dark'], (image) => image.linear(0.15, 0)),
  selfie('selfie: overexposed', ['img.bright'], (image) => image.linear(2.6, 30)),
  {
    name: 'selfie: far',
    subject: 'selfie',
    expected: ['face.small'],
    make: async (seed) => {
      const margin = { top: 1600, bottom: 1600, left: 1400, right: 1400, background: '#8a8478' };
      const wide = await sharp(await drawSelfie({ seed }))
        .extend(margin)
        .jpeg()
        .toBuffer();
      return sharp(wide).resize(1000).jpeg().toBuffer();
    },
  },
  selfie('selfie: cut', ['face.cut'], (image) =>
    image
      .extract({ left: 470, top: 0, width: 490, height: 1280 })
      .extend({ right: 500, background: '#777777' })
      .extract({ left: 0, top: 0, width: 490, height: 1000 }),
  ),
  { name: 'selfie: none', subject: 'selfie', expected: ['face.none'], make: desk },
];

/** Draws a card that fills at most a sixth of the picture. */
async function far(seed: number): Promise<Buffer> {
  const { png } = await drawCard({ kind: 'td1-front', person: inventPerson(seed), portraitSeed: seed });
  const background = (['wood', 'grey-cloth', 'clutter', 'dark'] as const)[seed % 4] ?? 'wood';
  return (await cardScene(png, { background, trouble: 'far', seed })).jpeg;
}

/** Draws an empty desk. */
async function desk(seed: number): Promise<Buffer> {
  const image = sharp(await capture(seed, 'small'));
  return image
    .extract({ left: 0, top: 0, width: 1600, height: 150 })
    .resize(1600, 1200, { fit: 'fill' })
    .jpeg()
    .toBuffer();
}

async function measureFault(models: FaceModels, fault: Fault, seeds: readonly number[]): Promise<QualityRow> {
  const instead: Record<string, number> = {};
  let [right, cpu] = [0, 0];
  for (const seed of seeds) {
    const image = await openImage(await fault.make(seed));
    if (image.refusal !== null) throw new Error(`${fault.name} ${seed} refused: ${image.refusal}`);
    const faces = await findFaces(models, image, { subject: fault.subject });
    const started = process.cpuUsage();
    const card = fault.subject === 'document' ? await findCard(image, { faces }) : null;
    const quality = await measureQuality(image, fault.subject, { faces, card });
    const used = process.cpuUsage(started);
    cpu += (used.user + used.system) / 1000;
    const [first = 'nothing'] = problemsOf(quality);
    const good = fault.expected.length === 0 ? first === 'nothing' : fault.expected.includes(first);
    right += Number(good);
    if (!good) instead[first] = (instead[first] ?? 0) + 1;
    if (!good && process.env.QUALITY_DEBUG)
      console.error(
        fault.name,
        seed,
        JSON.stringify(quality.map(({ code, region, value }) => [code, region, value])),
      );
  }
  const pictures = seeds.length;
  return {
    fault: fault.name,
    pictures,
    right,
    limits: wilson(right, pictures),
    instead,
    cpuMs: Math.round(cpu / pictures),
  };
}

function wilson(hits: number, count: number): [number, number] {
  const z2 = 1.96 ** 2;
  const share = hits / count;
  const middle = (share + z2 / (2 * count)) / (1 + z2 / count);
  const reach =
    (1.96 * Math.sqrt((share * (1 - share)) / count + z2 / (4 * count * count))) / (1 + z2 / count);
  const round = (value: number): number => Math.round(value * 1000) / 1000;
  return [round(Math.max(0, middle - reach)), round(Math.min(1, middle + reach))];
}

/** Runs every fault with the seeds `firstSeed`, `firstSeed` + 1, …. */
export async function measureQualityCodes({
  seeds = 10,
  firstSeed = 1,
  modelsDir = path.resolve(process.cwd(), 'packages/vision/models'),
}: { seeds?: number; firstSeed?: number; modelsDir?: string } = {}): Promise<QualityRow[]> {
  const models = await loadFaceModels(modelsDir);
  const numbers = Array.from({ length: seeds }, (_, index) => firstSeed + index);
  const table: QualityRow[] = [];
  for (const fault of faults) table.push(await measureFault(models, fault, numbers));
  return table;
}

if (process.argv[1]?.endsWith('bench/quality.ts')) {
  const [, , seeds = '10', firstSeed = '1'] = process.argv;
  const table = await measureQualityCodes({ seeds: Number(seeds), firstSeed: Number(firstSeed) });
  for (const row of table) console.log(JSON.stringify(row));
}
