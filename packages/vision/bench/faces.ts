/**
 * Measures how reliably drawn faces are detected and described, and the cost. Drawn faces prove that the parts work together, but
 * nothing about accuracy.
 * Usage: node tools/run-ts.mjs packages/vision/bench/faces.ts [SEEDS] [FIRST_SEED]
 */
import { drawCard, drawPortrait, drawSelfie, inventPerson, simulateCapture } from '@countersign/specimens';
import sharp, { type Sharp } from 'sharp';
import path from 'node:path';
import { compareFaces } from '../src/faces/compare-faces.ts';
import { alignFace, describeAligned, describeFace, type FaceDescriptor } from '../src/faces/describe-face.ts';
import { detectFaces, wholeSquare } from '../src/faces/detect-faces.ts';
import { rateOf, type Rate } from '../src/evaluation/pair-statistics.ts';
import { fitFaceMesh } from '../src/faces/face-mesh.ts';
import { loadFaceModels, type FaceModels } from '../src/faces/face-models.ts';
import { findFaces, type Face, type FaceSearch } from '../src/faces/find-faces.ts';
import { openImage, type OpenedImage } from '../src/picture/open-image.ts';

/** A row of the table. */
export interface FaceRow {
  /** Change made to the picture, or the timed stage. */
  name: string;
  /** Always printed beside the figures. */
  note: 'plumbing only, nothing about accuracy';
  pictures: number;
  /** Share of pictures whose face was detected; null for stages. */
  found: Rate | null;
  /** Distance to the same face in the original picture; null when not compared. */
  distance: { p50: number; p95: number; most: number } | null;
  /** CPU milliseconds per picture, including decoding, or per run of the stage. */
  cpuP50: number;
  cpuP95: number;
}

const note = 'plumbing only, nothing about accuracy';

/** An original picture and the position of its face. */
interface Original {
  bytes: Buffer;
  width: number;
  height: number;
  face: Face;
}

type Change = (original: Original) => Sharp;

const whole = ({ bytes }: Original): Sharp => sharp(bytes);

/** Crops a square, sized in face widths, with its centre shifted by shares of that width. */
const crop =
  (times: number, shift: readonly [number, number] = [0, 0]): Change =>
  ({ bytes, width, height, face }) => {
    const [x, y, side] = face.box;
    const middle = [x + side / 2 + shift[0] * side, y + side / 2 + shift[1] * side] as const;
    const half = (side * times) / 2;
    const left = Math.max(0, Math.round(middle[0] - half));
    const top = Math.max(0, Math.round(middle[1] - half));
    return sharp(bytes).extract({
      left,
      top,
      width: Math.min(width, Math.round(middle[0] + half)) - left,
      height: Math.min(height, Math.round(middle[1] + half)) - top,
    });
  };

const resized =
  (share: number): Change =>
  (original) =>
    whole(original).resize({ width: Math.round(original.width * share) });

const faceWide =
  (pixels: number): Change =>
  (original) =>
    resized(pixels / original.face.width)(original);

const turned =
  (degrees: number): Change =>
  (original) =>
    whole(original).rotate(degrees, { background: '#667' });

const padded =
  (times: number, background: string): Change =>
  (original) =>
    whole(original).extend({
      left: Math.round(original.width * times),
      right: Math.round(original.width * times),
      top: Math.round(original.height * times),
      bottom: Math.round(original.height * times),
      background,
    });

/** Changes by row; each change counts as a picture. */
const changes: Readonly<Record<string, readonly Change[]>> = {
  'shifted by some pixels': [
    [3, 2],
    [11, 25],
    [31, 7],
  ].map(
    ([left = 0, top = 0]): Change =>
      (original) =>
        whole(original).extract({ left, top, width: original.width - 60, height: original.height - 60 }),
  ),
  'reduced to 83–33 %': [0.83, 0.6, 0.45, 0.33].map(resized),
  'face 200 px wide': [faceWide(200)],
  'face 120 px wide': [faceWide(120)],
  'face 80 px wide': [faceWide(80)],
  'face 60 px wide': [faceWide(60)],
  'tilted by up to 25°': [-8, 3, 12, 25].map(turned),
  'on its side or head': [90, 180, 270].map(turned),
  'turned between quarters': [45, 135, 215].map(turned),
  'in a wide margin': [padded(0.2, '#fff'), padded(0.5, '#000'), padded(1.2, '#987')],
  'cut to 1.2–1.6 faces': [crop(1.6), crop(1.35), crop(1.2), crop(1.3, [0.08, 0])],
  'cut to the face itself': [crop(1)],
  'face cut by the frame': [crop(1.2, [0.2, 0]), crop(1.2, [-0.25, 0.1]), crop(1.2, [0, -0.2])],
  'JPEG quality 60 and 35': [60, 35].map(
    (quality): Change =>
      (original) =>
        whole(original).jpeg({ quality }),
  ),
  'half and 1.6 times the light': [0.5, 1.6].map(
    (share): Change =>
      (original) =>
        whole(original).linear(share, 0),
  ),
  grey: [(original) => whole(original).greyscale()],
  'blurred by 2 px at 250 px': [(original) => whole(original).blur((2 * original.face.width) / 250)],
};

/** Conditions for photographs of cards: the portrait must be detected, and its distance to the drawn one is reported. */
const captures = ['clean', 'typical', 'blur', 'glare', 'small', 'dim', 'tilt', 'upside', 'sideways'] as const;

/** Measures every change, every capture condition, and every stage. */
export async function measureFaces({
  seeds = 10,
  firstSeed = 1,
}: { seeds?: number; firstSeed?: number } = {}): Promise<FaceRow[]> {
  const models = await loadFaceModels(path.resolve('packages/vision/models'));
  const numbers = Array.from({ length: seeds }, (_, index) => firstSeed + index);
  const originals: Original[] = [];
  for (const seed of numbers) originals.push(await drawOriginal(models, seed));
  const rows: FaceRow[] = [];
  for (const [name, list] of Object.entries(changes)) {
    const samples: Sample[] = [];
    for (const original of originals) {
      const reference = await look(models, original.bytes, 'any');
      for (const change of list) {
        const bytes = await change(original).toBuffer();
        samples.push(await sample(models, { bytes, subject: 'any', reference: reference.described }));
      }
    }
    rows.push(rowOf(name, samples));
  }
  for (const condition of captures) rows.push(await measureCapture(models, condition, numbers));
  return [...rows, ...(await measureStages(models))];
}

async function drawOriginal(models: FaceModels, seed: number): Promise<Original> {
  const variant = seed % 3;
  const drawn =
    seed % 2 === 0
      ? await drawSelfie({ seed, variant: variant + 1 })
      : await drawPortrait({ seed, variant, width: 900, height: 1140 });
  const bytes = await sharp(drawn).png().toBuffer();
  const { image, face } = await look(models, bytes, 'selfie');
  if (face === null) throw new Error(`drawing ${seed} shows no face`);
  return { bytes, width: image.width, height: image.height, face };
}

async function measureCapture(
  models: FaceModels,
  condition: (typeof captures)[number],
  seeds: readonly number[],
): Promise<FaceRow> {
  const samples: Sample[] = [];
  for (const seed of seeds) {
    const { png } = await drawCard({ kind: 'td3', person: inventPerson(seed), portraitSeed: seed });
    const { jpeg } = await simulateCapture(png, { condition, seed });
    const portrait = await look(models, await drawPortrait({ seed }), 'selfie');
    samples.push(await sample(models, { bytes: jpeg, subject: 'document', reference: portrait.described }));
  }
  return rowOf(`portrait on a card, ${condition}`, samples);
}

interface Sample {
  distance: number | null;
  cpu: number;
}

async function sample(
  models: FaceModels,
  asked: { bytes: Buffer; subject: FaceSearch['subject']; reference: FaceDescriptor | null },
): Promise<Sample> {
  const started = process.cpuUsage();
  const { described } = await look(models, asked.bytes, asked.subject);
  const cpu = cpuSince(started);
  const { reference } = asked;
  return {
    cpu,
    distance: described === null || reference === null ? null : compareFaces(reference, described).distance,
  };
}

async function look(
  models: FaceModels,
  bytes: Uint8Array,
  subject: FaceSearch['subject'],
): Promise<{ image: OpenedImage; face: Face | null; described: FaceDescriptor | null }> {
  const image = await openImage(bytes);
  if (image.refusal !== null) throw new Error(`refused: ${image.refusal}`);
  const [face = null] = await findFaces(models, image, { subject });
  return { image, face, described: face && (await describeFace(models, image, face.mesh)) };
}

/** Measures the CPU time of each stage for a crop of 250 px and a selfie of 960 × 1280. */
async function measureStages(models: FaceModels): Promise<FaceRow[]> {
  const portrait = await drawPortrait({ seed: 3, variant: 1 });
  const area = { left: 60, top: 130, width: 300, height: 300 };
  const pictures = {
    'crop of 250 px': await sharp(portrait).extract(area).resize(250).jpeg().toBuffer(),
    'selfie of 960 × 1280': await drawSelfie({ seed: 4 }),
  };
  const rows: FaceRow[] = [];
  for (const [name, bytes] of Object.entries(pictures)) {
    const { image, face } = await look(models, bytes, 'any');
    const [detection] = await detectFaces(models.detector, image, wholeSquare(image));
    if (face === null || detection === undefined) throw new Error('the drawing shows no face');
    const aligned = await alignFace(models, image, face.mesh);
    const stages: Record<string, () => Promise<unknown>> = {
      open: () => openImage(bytes),
      'detect once': () => detectFaces(models.detector, image, wholeSquare(image)),
      'lay the mesh': () => fitFaceMesh(models.mesh, image, detection),
      'find faces, all of it': () => findFaces(models, image, { subject: 'any' }),
      'cut and align': () => alignFace(models, image, face.mesh),
      describe: () => describeAligned(models, aligned),
      'open, find and describe': () => look(models, bytes, 'any'),
    };
    for (const [stage, run] of Object.entries(stages)) {
      rows.push(rowOf(`${name}: ${stage}`, await timeRuns(run), true));
    }
  }
  return rows;
}

async function timeRuns(run: () => Promise<unknown>): Promise<Sample[]> {
  await run();
  const samples: Sample[] = [];
  for (let times = 0; times < 20; times += 1) {
    const started = process.cpuUsage();
    await run();
    samples.push({ distance: null, cpu: cpuSince(started) });
  }
  return samples;
}

function cpuSince(started: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}

function rowOf(name: string, samples: readonly Sample[], isStage = false): FaceRow {
  const distances = samples.flatMap(({ distance }) => distance ?? []);
  const costs = samples.map(({ cpu }) => cpu);
  return {
    name,
    note,
    pictures: samples.length,
    found: isStage ? null : rateOf(distances.length, samples.length),
    distance:
      distances.length === 0
        ? null
        : { p50: quantile(distances, 0.5), p95: quantile(distances, 0.95), most: Math.max(...distances) },
    cpuP50: Math.round(quantile(costs, 0.5) * 10) / 10,
    cpuP95: Math.round(quantile(costs, 0.95) * 10) / 10,
  };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

if (process.argv[1]?.endsWith('bench/faces.ts')) {
  const [seeds = 10, firstSeed = 1] = process.argv.slice(2).map(Number);
  for (const row of await measureFaces({ seeds, firstSeed })) console.log(JSON.stringify(row));
}
