import { readFile } from 'node:fs/promises';
import { loadFaceModels, type FaceModels } from '../face-models.ts';
import { findFaces, type Face } from '../find-faces.ts';
import { measureQuality } from '../measure-quality.ts';
import { readMrz } from '../mrz/read-mrz.ts';
import type { MrzReading } from '../mrz/reading.ts';
import { closeLoaders, openImage, type OpenedImage, type Refusal } from '../open-image.ts';
import type { QualityFinding } from '../picture-findings.ts';
import { documentParts, parseEvaluationOptions } from './evaluation-options.ts';
import {
  BadInput,
  runEvaluation,
  timeStage,
  type EvaluationInput,
  type EvaluationIo,
  type ExitCode,
  type Timings,
} from './evaluation-run.ts';

/** What one side of a document showed. */
interface SeenSide {
  image: OpenedImage | Refusal;
  faces: Face[];
  mrz: MrzReading | null;
  quality: QualityFinding[];
}

interface Reading {
  models: FaceModels;
  parts: readonly string[];
  today: string;
}

/**
 * `read-document IMAGE…` (the images are sides of one document), or a list of `{"id", "images"}` on standard input.
 * Barcodes and printed text are not read yet: `barcode` is always null.
 * @returns the exit code: 0 all processed, 1 could not run, 2 some inputs bad
 */
export async function runReadDocument(argv: readonly string[], io: EvaluationIo): Promise<ExitCode> {
  const options = parseEvaluationOptions(argv);
  if (typeof options === 'string') {
    io.stderr.write(`read-document: ${options}\n`);
    return 1;
  }
  closeLoaders();
  const models = await loadFaceModels(io.modelsDir);
  const reading = { models, parts: options.only ?? documentParts, today: options.date ?? io.today };
  return runEvaluation({
    io,
    options,
    ofArguments: { images: options.images },
    models: Object.values(models.ids),
    evaluate: async (input, timings) => {
      const sides: SeenSide[] = [];
      for (const bytes of await readImages(input)) sides.push(await seeSide(reading, bytes, timings));
      return documentOf(sides);
    },
  });
}

async function readImages({ members }: EvaluationInput): Promise<Uint8Array[]> {
  const { images } = members;
  if (!Array.isArray(images) || images.length === 0) throw new BadInput('images names no image');
  return Promise.all(
    images.map(async (file: unknown) => {
      if (typeof file !== 'string') throw new BadInput('images holds something that is not a file name');
      return readFile(file).catch(() => {
        throw new BadInput(`cannot read ${file}`);
      });
    }),
  );
}

async function seeSide(
  { models, parts, today }: Reading,
  bytes: Uint8Array,
  timings: Timings,
): Promise<SeenSide> {
  const image = await timeStage(timings, 'open', () => openImage(bytes));
  if (image.refusal !== null) return { image, faces: [], mrz: null, quality: [] };
  const faces = parts.includes('face')
    ? await timeStage(timings, 'faces', () => findFaces(models, image, { subject: 'document' }))
    : [];
  const [portrait] = faces;
  const hints = portrait ? { portraitRoll: portrait.roll, today } : { today };
  const mrz = parts.includes('mrz') ? await timeStage(timings, 'mrz', () => readMrz(image, hints)) : null;
  const quality = parts.includes('quality')
    ? await timeStage(timings, 'quality', () => measureQuality(image, 'document', faces))
    : [];
  return { image, faces, mrz, quality };
}

const statusRank = { clean: 0, repaired: 1, inconsistent: 2 };

function documentOf(sides: readonly SeenSide[]): Record<string, unknown> {
  const zones = sides.flatMap(({ mrz }, image) => (mrz === null ? [] : [{ mrz, image }]));
  const [zone] = zones.toSorted((a, b) => statusRank[a.mrz.status] - statusRank[b.mrz.status]);
  const portraits = sides.flatMap(({ faces: [face] }, image) => (face ? [{ face, image }] : []));
  const [portrait] = portraits.toSorted((a, b) => b.face.width - a.face.width);
  return {
    images: sides.map(imageEntry),
    mrz: zone ? zoneEntry(zone.mrz, zone.image) : null,
    barcode: null,
    otherBarcodes: [],
    portrait: portrait ? portraitEntry(portrait.face, portrait.image) : null,
    fields: zone ? fieldsOf(zone.mrz) : {},
    quality: sides.flatMap(({ quality }, image) =>
      quality.map(({ code, region, value }) => ({ code, region, value, image })),
    ),
    conflicts: [],
  };
}

function imageEntry({ image, faces: [portrait], mrz }: SeenSide): Record<string, unknown> {
  if (image.refusal !== null) {
    return { format: null, width: 0, height: 0, rotation: null, side: null, error: image.refusal };
  }
  const { format, width, height } = image;
  const rotation = portrait ? (Math.round(portrait.roll / 90) * 90 + 360) % 360 : null;
  const side = portrait ? 'front' : mrz ? 'back' : null;
  return { format, width, height, rotation, side, error: null };
}

function zoneEntry(mrz: MrzReading, image: number): Record<string, unknown> {
  const { format, status, lines, raw, checks, repaired, confidence } = mrz;
  return { format, status, lines, raw, checks, repaired, confidence, image };
}

function portraitEntry({ box, width, roll }: Face, image: number): Record<string, unknown> {
  return { image, box: box.map(round1), width: round1(width), roll: round1(roll) };
}

const fieldNames = [
  'number',
  'lastName',
  'firstName',
  'birthDate',
  'expiryDate',
  'sex',
  'nationality',
  'issuingState',
  'documentCode',
  'optional1',
  'optional2',
] as const;

function fieldsOf({ fields }: MrzReading): Record<string, unknown> {
  const entries = fieldNames.flatMap((name) => {
    const value = fields[name];
    if (value === null || value === '') return [];
    return [[name, { value, source: 'mrz', confidence: fields.confidence[name] ?? null }] as const];
  });
  return Object.fromEntries(entries);
}

function round1(value: number): number {
  return Math.round(value * 10) / 10;
}
