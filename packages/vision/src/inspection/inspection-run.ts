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

/** What an inspection works with. */
export interface InspectionParts {
  models: FaceModels;
  /** Reads the machine-readable zone of one picture; `null` when it sees none. */
  readMrz: (image: OpenedImage, options: MrzHints) => Promise<MrzReading | null> | MrzReading | null;
  /** The engine that reads print, opened at the first call; `null` reads none. */
  openText: (() => Promise<TextEngine>) | null;
  /** Called for every part that failed; the findings only name it as not computed. */
  onFailure?: (part: PartName, error: unknown) => void;
}

/** What the caller requests beside what is always looked for. */
export interface InspectionRequest {
  /**
   * When print is read. `auto`, the default: of every document, to be compared with zone and bar code. `always` also of sides
   * without a portrait. `zone-only`: where zone and bar code leave a doubt, and where the portrait is on another side than
   * they are. `off`: never.
   */
  printed?: 'auto' | 'always' | 'zone-only' | 'off';
  /** Limits behind flags and weak scores, where the caller's differ from the defaults. */
  faceLimits?: Partial<FaceLimits>;
  /**
   * Scores from which faces count as the same and as alike elsewhere, and below which as those of two people; with them descriptors are
   * returned.
   */
  faceTraces?: { same: number; alike: number; other: number } | null;
  /** A challenge film to follow. */
  challenge?: { steps: readonly ChallengeStep[]; frames: readonly ChallengeFrame[] } | null;
  /** The pictures were taken by our own flow, which leaves no metadata. */
  ownCapture?: boolean;
}

/** One inspection under way. */
export interface InspectionRun {
  parts: InspectionParts;
  inspection: InspectionRequest;
  /** `YYYY-MM-DD`. */
  today: string;
  /** True when no further part may be started. */
  outOfTime: () => boolean;
  /** The pictures are looked at by themselves: what uses up twice the time is named. */
  final: boolean;
  /** How many times as long as usual it may take by the clock, from 1. */
  patience: number;
  /** Milliseconds of processor since the inspection began. */
  used: () => number;
  /** Milliseconds that each picture took, by its identifier. */
  spent: Map<string, number>;
  /** Pictures of which something was left out for lack of time. */
  unfinished: Set<string>;
  /** Pictures of which a part used all its time on a processor. */
  slow: Set<string>;
  /** The best readings so far. */
  mrz: (MrzReading & Pick<MrzFinding, 'mediaId'>) | null;
  barcode: BarcodeFinding | null;
  /** The document picture whose print is read first, until it is: its pixels are then decoded once. Of all others they are let go. */
  kept: { mediaId: string; image: OpenedImage } | null;
  /** The reading of a document picture's print that began before all sides were looked at. */
  begun: { mediaId: string; page: BegunPage } | null;
  /** The document's portrait was found for sure, and needs not be looked for on its back. */
  hasPortrait: boolean;
  evidence: PictureFindings['evidence'];
  /** An operator's presentation-attack network looked at a selfie. */
  presentationScored: boolean;
  notComputed: Set<PartName>;
  /** Parts that ended because no time was left. */
  cutShort: Set<ReadingPart>;
  timings: Timings;
}

/**
 * Runs a part; a failure is reported, named as not computed, and leaves `null`. What took too long is no failure of the part; in a final
 * look its picture is named instead where it took the time by itself.
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
 * The time limit for a part that reads a picture step by step. When it is over at a check, the part counts as cut short and the time as
 * run out: what was left unread might have contradicted the rest, so that nothing can be decided by what was read.
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

/** Adds what a picture took by the clock. */
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

/** Runs a stage and adds its milliseconds. Before it, print whose page was read meanwhile goes on: the reader waits for the next page. */
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
