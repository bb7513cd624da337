/** Checks that an answer of the picture process is about its task. */
import type { ChallengeFinding, PictureFindings } from '@countersign/findings';
import { isBareJpeg } from './bare-jpeg.ts';
import type { TaskAnswer, TaskResult, VisionTask } from './vision-tasks.ts';

/** The subject of a task. */
export interface Question {
  kind: TaskResult['kind'];
  mediaIds: readonly string[];
  /** For a film: the movements drawn, and its length. */
  challenge: { steps: readonly string[]; frames: number } | null;
}

export function questionOf(task: VisionTask): Question {
  const film = task.kind === 'inspect' ? task.inspection.challenge : undefined;
  const challenge = film ? { steps: film.steps, frames: film.frames.length } : null;
  return { kind: task.kind, mediaIds: task.pictures.map(({ mediaId }) => mediaId), challenge };
}

/**
 * Whether an answer is about the task it names. Findings must be about exactly the pictures of the task, in order, and no part of
 * them may name another picture: with identifiers of others it could change stored data of other sessions. A generated picture must be
 * a plain JPEG.
 */
export function isAbout(answer: TaskAnswer, question: Question): boolean {
  if (answer.kind !== 'done') return true;
  const { result } = answer;
  if (result.kind !== question.kind) return false;
  if (result.kind === 'prepare-selfie') return result.made ? isPicture(answer.picture) : !answer.picture;
  if (result.kind !== 'inspect') return true;
  const { mediaIds } = question;
  const { pictures, liveness } = result.findings;
  return (
    isAboutFilm(liveness.challenge, question.challenge) &&
    pictures.length === mediaIds.length &&
    pictures.every(({ mediaId }, index) => mediaId === mediaIds[index]) &&
    picturesNamed(result.findings).every((mediaId) => mediaIds.includes(mediaId))
  );
}

/** It is sent to a registry unchanged. */
const isPicture = (picture: Uint8Array | undefined): boolean => picture !== undefined && isBareJpeg(picture);

/** The pictures that parts of findings refer to. */
function picturesNamed({ mrz, barcode, printed, portrait, selfie, evidence }: PictureFindings): string[] {
  const parts = [mrz, barcode, printed, portrait, ...evidence].filter((part) => part !== null);
  return [...new Set([...parts.map(({ mediaId }) => mediaId), ...(selfie === undefined ? [] : [selfie])])];
}

/** Without a film there is no result, and the movements in a result must be those of the task. */
function isAboutFilm(found: ChallengeFinding | null, film: Question['challenge']): boolean {
  if (found === null) return true;
  return (
    film !== null &&
    found.frames === film.frames &&
    found.steps.length === film.steps.length &&
    found.steps.every((step, index) => step.asked === film.steps[index])
  );
}
