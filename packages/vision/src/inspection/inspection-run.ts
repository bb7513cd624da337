import { setImmediate } from 'node:timers/promises';
import type { FaceModels } from '../faces/face-models.ts';
import type { FaceLimits } from '../faces/face-size.ts';
import type { MrzReading } from '../mrz/reading.ts';
import type { MrzHints } from '../mrz/read-zone.ts';
import type { OpenedImage } from '../picture/open-image.ts';
import { TookTooLong } from '../picture/took-too-long.ts';
import type { BegunPage } from '../printed/read-upright.ts';
import type { TextEngine } from '../printed/text-engine.ts';
import type {
  BarcodeFinding,
  ChallengeStep,
  MrzFinding,
  PartName,
  PictureFindings,
  ReadingPart,
  Timings,
} from '@countersign/findings';
import type { ChallengeFrame } from '../challenge/challenge-frame.ts';

/** The parts that an inspection uses. */
export interface InspectionParts {
  models: FaceModels;
  /** Reads the machine-readable zone of one picture; `null` if there is none. */
  readMrz: (image: OpenedImage, options: MrzHints) => Promise<MrzReading | null> | MrzReading | null;
  /** Opens the text engine, on first use; `null` to read no print. */
  openText: (() => Promise<TextEngine>) | null;
  /** Called for every part that failed; the findings only name it as not computed. */
  onFailure?: (part: PartName, error: unknown) => void;
}

/** Options requested by the caller in addition to the standard inspection. */
export interface InspectionRequest {
  /**
   * When print is read. `auto`, the default: for every document, to compare it with zone and bar code. `always`: also for sides without a
   * portrait. `zone-only`: if zone and bar code leave doubt, or are not on the same side as the portrait. `off`: never.
   */
  printed?: 'auto' | 'always' | 'zone-only' | 'off';
  /** Limits for flags and weak scores that differ from the defaults. */
  faceLimits?: Partial<FaceLimits>;
  /**
   * Scores from which faces count as the same and as alike elsewhere, and below which they count as two people. If given, descriptors are
   * returned.
   */
  faceTraces?: { same: number; alike: number; other: number } | null;
  /** A challenge film to examine. */
  challenge?: { steps: readonly ChallengeStep[]; frames: readonly ChallengeFrame[] } | null;
  /** Whether the pictures come from our own flow, which leaves no metadata. */
  ownCapture?: boolean;
}

/** The state of one inspection. */
export interface InspectionRun {
  parts: InspectionParts;
  inspection: InspectionRequest;
  /** `YYYY-MM-DD`. */
  today: string;
  /** Returns true if no further part may be started. */
  outOfTime: () => boolean;
  /** Whether the pictures are inspected individually; a picture that uses up twice the time is named. */
  final: boolean;
  /** Factor by which the wall-clock limit is extended, at least 1. */
  patience: number;
  /** Processor time in milliseconds since the inspection began. */
  used: () => number;
  /** Milliseconds spent on each picture, by its identifier. */
  spent: Map<string, number>;
  /** Pictures for which something was left out for lack of time. */
  unfinished: Set<string>;
  /** Pictures with a part that used up all its processor time. */
  slow: Set<string>;
  /** The best readings so far. */
  mrz: (MrzReading & Pick<MrzFinding, 'mediaId'>) | null;
  barcode: BarcodeFinding | null;
  /**
   * The document picture whose print is read first, until that is done, so that it is decoded only once. The pixels of all others are
   * released.
   */
  kept: { mediaId: string; image: OpenedImage } | null;
  /** The reading of a document picture's print that began before all sides were inspected. */
  begun: { mediaId: string; page: BegunPage } | null;
  /** Whether the document's portrait was found with certainty and need not be looked for on its back. */
  hasPortrait: boolean;
  evidence: PictureFindings['evidence'];
  /** Whether an operator's presentation-attack network examined a selfie. */
  presentationScored: boolean;
  notComputed: Set<PartName>;
  /** Parts that ended because time ran out. */
  cutShort: Set<ReadingPart>;
  timings: Timings;
}

/**
 * Runs a part. A failure is reported, named as not computed, and yields `null`. Exceeding the time is not a failure of the part; in a
 * final inspection, the picture is named instead if it used up the time by itself.
 */
export async function attempt<T>(
  run: InspectionRun,
  part: PartName,
  work: () => Promise<T> | T,
): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof TookTooLong)) run.notComputed.add(part);
    else if (!run.final || !error.byItself) run.notComputed.add('time.limit');
    run.parts.onFailure?.(part, error);
    return null;
  }
}

/**
 * The time limit for a part that reads a picture step by step. Once a check finds it exceeded, the part counts as cut short and the
 * inspection as out of time: the unread rest might have contradicted what was read, so nothing can be decided from it.
 */
export function timeOf(
  run: InspectionRun,
  { part, mediaId }: { part: ReadingPart; mediaId: string },
): () => boolean {
  return () => {
    if (!run.outOfTime()) return false;
    run.cutShort.add(part);
    run.notComputed.add('time.limit');
    run.unfinished.add(mediaId);
    return true;
  };
}

/** Adds the wall-clock time spent on a picture. */
export async function timedFor<T>(
  { spent }: InspectionRun,
  mediaId: string,
  work: () => Promise<T>,
): Promise<T> {
  const started = performance.now();
  try {
    return await work();
  } finally {
    spent.set(mediaId, (spent.get(mediaId) ?? 0) + performance.now() - started);
  }
}

/**
 * Runs a stage and adds its milliseconds. Before that, lets a finished page of print continue, because the reader is waiting for the next
 * page.
 */
export async function timed<T>(
  { timings }: InspectionRun,
  stage: keyof Timings,
  work: () => Promise<T>,
): Promise<T> {
  await setImmediate();
  const started = performance.now();
  const result = await work();
  timings[stage] = Math.round(((timings[stage] ?? 0) + performance.now() - started) * 10) / 10;
  return result;
}
