import { UsageError } from '@countersign/command-line';
import { readFile } from 'node:fs/promises';
import { compareFaces } from '../faces/compare-faces.ts';
import { describeFace, type FaceDescriptor } from '../faces/describe-face.ts';
import { loadFaceModels, type FaceModels } from '../faces/face-models.ts';
import { isComparable, isWeakFace } from '../faces/face-size.ts';
import { findFaces, type Face } from '../faces/find-faces.ts';
import { faceFindings } from '../inspection/face-findings.ts';
import { closeLoaders, openImage, type OpenedImage } from '../picture/open-image.ts';
import { measureRegion } from '../quality/region-light.ts';
import type { EvaluationOptions } from './evaluation-options.ts';
import {
  BadInput,
  runEvaluation,
  timeStage,
  type EvaluationInput,
  type EvaluationIo,
  type ExitCode,
  type Timings,
} from './evaluation-run.ts';

/** The face in one image; its descriptor is computed once per run, however often the image is named. */
interface SeenFace {
  /** The entry in the result's `faces`. */
  entry: Record<string, unknown>;
  descriptor: FaceDescriptor | null;
  /** Why there is no descriptor. */
  reason: string | null;
  /** Whether size or blur makes scores unreliable. */
  weak: boolean;
}

/**
 * `compare-faces IMAGE1 IMAGE2`, or a list of `{"id", "a", "b"}` on standard input: compares the widest certain face of each image.
 * @returns the exit code: 0 all processed, 2 some inputs invalid
 * @throws UsageError for a single image
 */
export async function runCompareFaces(options: EvaluationOptions, io: EvaluationIo): Promise<ExitCode> {
  if (![0, 2].includes(options.images.length))
    throw new UsageError('images: must be two, or none with a list on standard input');
  closeLoaders();
  const models = await loadFaceModels(io.modelsDir, { slots: options.models });
  const seen = new Map<string, Promise<SeenFace>>();
  const see = (file: string, timings: Timings): Promise<SeenFace> => {
    const known = seen.get(file) ?? seeFace(file, { models, options, timings });
    seen.set(file, known);
    return known;
  };
  const [a, b] = options.images;
  return runEvaluation({
    io,
    options,
    ofArguments: { a, b },
    models: Object.values(models.ids),
    evaluate: async (input, timings) => {
      const faces = [await see(fileOf(input, 'a'), timings), await see(fileOf(input, 'b'), timings)] as const;
      return compareSeen(models, faces);
    },
  });
}

function fileOf({ members }: EvaluationInput, name: string): string {
  const file = members[name];
  if (typeof file !== 'string' || file === '') throw new BadInput(`${name} names no image`);
  return file;
}

function compareSeen(models: FaceModels, [a, b]: readonly [SeenFace, SeenFace]): Record<string, unknown> {
  const faces = [a.entry, b.entry];
  const model = models.ids.descriptor;
  if (a.descriptor === null || b.descriptor === null) {
    return { faces, distance: null, score: null, reason: a.reason ?? b.reason, model };
  }
  const { distance, score } = compareFaces(a.descriptor, b.descriptor);
  return { faces, distance, score, model, weak: a.weak || b.weak };
}

const noFace = { box: null, width: null, confidence: null, roll: null, yaw: null, pitch: null };

function unseen(found: number, reason: string): SeenFace {
  return { entry: { found, ...noFace, flags: [reason] }, descriptor: null, reason, weak: false };
}

async function seeFace(
  file: string,
  { models, options, timings }: { models: FaceModels; options: EvaluationOptions; timings: Timings },
): Promise<SeenFace> {
  const bytes = await readFile(file).catch(() => {
    throw new BadInput(`cannot read ${file}`);
  });
  const image = await timeStage(timings, 'open', () => openImage(bytes));
  if (image.refusal !== null) return unseen(0, image.refusal);
  const faces = await timeStage(timings, 'faces', () => findFaces(models, image, { subject: 'any' }));
  const [chosen] = faces;
  if (!chosen) return unseen(0, 'face.none');
  const sharpness = await timeStage(timings, 'quality', () => sharpnessOf(image, chosen));
  const entry = { found: faces.length, ...faceEntry(faces), sharpness };
  const weak = isWeakFace(chosen, sharpness);
  if (!isComparable(chosen) && !options.force) {
    return { entry, descriptor: null, reason: 'face.small', weak };
  }
  const descriptor = await timeStage(timings, 'describe', () => describeFace(models, image, chosen.mesh));
  return { entry, descriptor, reason: null, weak };
}

function faceEntry(faces: readonly Face[]): Record<string, unknown> {
  const [chosen] = faceFindings(faces, { subject: 'selfie', context: 'face' });
  return { ...chosen };
}

/** Longest side in pixels for measuring sharpness, as for the quality codes. */
const measuringSide = 800;

/** Sharpness of the face region; `null` if it is too small to measure. */
async function sharpnessOf(image: OpenedImage, { box: [x, y, width, height] }: Face): Promise<number | null> {
  const grey = await image.raster(measuringSide, 1);
  const scale = grey.width / image.width;
  const light = measureRegion(grey, [x * scale, y * scale, width * scale, height * scale]);
  return light && Math.round(light.sharpness * 100) / 100;
}
