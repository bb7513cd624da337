import { readFile } from 'node:fs/promises';
import type { ChallengeStep, PictureFindings } from '@countersign/findings';
import type { ChallengeFrame } from '../challenge/challenge-frame.ts';
import { loadFaceModels } from '../faces/face-models.ts';
import { inspectPictures } from '../inspection/inspect-pictures.ts';
import type { Picture } from '../inspection/picture-findings.ts';
import { readMrz } from '../mrz/read-mrz.ts';
import { closeLoaders } from '../picture/open-image.ts';
import { isTimes, knownSteps } from './challenge-list.ts';
import type { EvaluationOptions } from './evaluation-options.ts';
import {
  BadInput,
  runEvaluation,
  timeStage,
  type EvaluationInput,
  type EvaluationIo,
  type ExitCode,
} from './evaluation-run.ts';

/** Assumed interval in milliseconds between frames without times. */
const framePause = 400;

interface LivenessInput {
  images: Uint8Array[];
  portrait: Uint8Array | null;
  steps: ChallengeStep[];
  /** Time of each image in milliseconds; `null` if none were given. */
  at: number[] | null;
}

/**
 * `check-liveness [--portrait IMAGE] IMAGE…`, or a list of `{"id", "images", "portrait", "steps", "at"}` on standard input: reports signs
 * of a copy in the first image and, given several, how they follow the steps. Not a verdict, and not a liveness test.
 * @returns the exit code: 0 all processed, 2 some inputs invalid
 */
export async function runCheckLiveness(options: EvaluationOptions, io: EvaluationIo): Promise<ExitCode> {
  closeLoaders();
  const models = await loadFaceModels(io.modelsDir, { slots: options.models });
  const parts = { models, readMrz, openText: null };
  return runEvaluation({
    io,
    options,
    ofArguments: { images: options.images, portrait: options.portrait },
    models: Object.values(models.ids),
    evaluate: async (input, timings) => {
      const { images, portrait, steps, at } = await readInput(input);
      const [selfie] = images;
      if (!selfie) throw new BadInput('images names no image');
      const frames = images.map((bytes, index): ChallengeFrame => ({
        at: at?.[index] ?? index * framePause,
        bytes,
      }));
      const pictures: Picture[] = [
        { mediaId: 'selfie', context: 'face', bytes: selfie },
        ...(portrait ? [{ mediaId: 'portrait', context: 'document-front', bytes: portrait }] : []),
      ];
      const inspection = images.length > 1 ? { challenge: { steps, frames } } : {};
      const today = options.date ?? io.today;
      const found = await timeStage(timings, 'inspect', () =>
        inspectPictures(parts, { pictures, today, inspection }),
      );
      return resultOf(found);
    },
  });
}

function resultOf({ pictures, evidence, liveness, comparison, notComputed }: PictureFindings) {
  const [selfie] = pictures;
  return {
    image: {
      width: selfie?.width ?? 0,
      height: selfie?.height ?? 0,
      faces: selfie?.faces.length ?? 0,
      error: selfie?.refusal ?? null,
    },
    evidence: evidence
      .filter(({ code }) => code.startsWith('live.'))
      .map(({ code, strength, region, value, sentence }) => ({ code, strength, region, value, sentence })),
    examined: liveness.examined,
    challenge: liveness.challenge,
    portrait: comparison && {
      distance: comparison.distance,
      score: comparison.score,
      model: comparison.model,
    },
    notComputed,
  };
}

async function readInput({ members }: EvaluationInput): Promise<LivenessInput> {
  const { images, portrait = null, steps = [], at = null } = members;
  if (!Array.isArray(images) || images.length === 0) throw new BadInput('images names no image');
  if (!isSteps(steps)) throw new BadInput(`steps are ${knownSteps.join(', ')}`);
  if (at !== null && !isTimes(at, images.length)) {
    throw new BadInput('at needs one number of milliseconds for each image');
  }
  return {
    images: await Promise.all(images.map(readImage)),
    portrait: portrait === null ? null : await readImage(portrait),
    steps,
    at,
  };
}

async function readImage(file: unknown): Promise<Uint8Array> {
  if (typeof file !== 'string') throw new BadInput('images holds something that is not a file name');
  return readFile(file).catch(() => {
    throw new BadInput(`cannot read ${file}`);
  });
}

const isSteps = (steps: unknown): steps is ChallengeStep[] =>
  Array.isArray(steps) && steps.every((step) => knownSteps.includes(step as ChallengeStep));
