import type { RegistryImage } from '@countersign/core';
import type { CaptureFindings, ChallengeStep, PictureFindings } from '@countersign/findings';

export interface Picture {
  mediaId: string;
  /** Upload context, `face`, `document-front`, … */
  context: string;
  /** Transferred, not copied: unusable for the caller afterwards. */
  bytes: Uint8Array;
}

/** Priority: a person in front of a camera is served before a submitted session. */
export type VisionQueue = 'interactive' | 'verify';

/** The intended content of a picture checked during capture. */
export type CaptureSubject = 'selfie' | 'document-front' | 'document-back';

/** What to look for in addition to the usual. */
export interface InspectionRequest {
  /**
   * When print is read: `auto`, the default, for every document, `always` also for sides without a portrait, `zone-only` if zone
   * and code leave a doubt, `off` never.
   */
  printed?: 'auto' | 'always' | 'zone-only' | 'off';
  /** Limits for faces; absent ones use vision's defaults. */
  faceLimits?: FaceLimits;
  /** Scores at or above which other faces count as the same and as alike, and below which as different people; requests descriptors. */
  faceTraces?: { same: number; alike: number; other: number };
  /** A film of head movements, and the movements drawn. */
  challenge?: ChallengeFilm;
}

export interface ChallengeFilm {
  steps: readonly ChallengeStep[];
  /** At most 120. */
  frames: FilmFrame[];
}

export interface FilmFrame {
  /** Milliseconds since the first frame. */
  at: number;
  /** JPEG in its own buffer. Transferred, not copied. */
  bytes: Uint8Array;
}

/** Widths are in pixels of the original picture. */
export interface FaceLimits {
  /** Narrower faces are not compared; never below 60. */
  compared?: number;
  /** Narrower faces make a score weak. */
  strong?: number;
  /** Less sharp faces make a score weak. */
  sharp?: number;
}

export interface WorkOptions {
  /** `verify` by default. */
  queue?: VisionQueue;
  /**
   * The work was late or ended a process before: it runs alone, where it cannot take other work down with it, with twice the time,
   * and is not retried.
   */
  alone?: boolean;
  /** Factor on the elapsed time allowed for work running alone, from 1, the default: the machine was too busy before. */
  patience?: number;
  /** Integration the work belongs to; integrations take turns by recent use. `null`, the default: none. */
  owner?: string | null;
}

export interface InspectOptions extends WorkOptions {
  inspection?: InspectionRequest;
}

/** The only way to read a picture: outside the event loop, limited in time, number and memory. */
export interface Vision {
  /**
   * @param today `YYYY-MM-DD`, UTC
   * @throws VisionBusy, VisionInterrupted, VisionKilled, VisionLate, VisionStarved, VisionTooSlow or VisionFailed; none of them is evidence for or
   * against a person
   */
  inspect(pictures: Picture[], today: string, options?: InspectOptions): Promise<PictureFindings>;
  /**
   * Checks one picture during capture, with priority over all submitted sessions.
   * @param picture.bytes transferred, not copied
   * @throws as `inspect`
   */
  judge(
    picture: { bytes: Uint8Array },
    options: { subject: CaptureSubject; today: string },
  ): Promise<CaptureFindings>;
  /**
   * Prepares a selfie for registries: upright JPEG, at most 1280 pixels a side, without metadata.
   * @param picture.bytes transferred, not copied
   * @returns `null` when no decoder can read it or its shorter side is below 250 pixels
   * @throws as `inspect`
   * @see spec/registries.md 8.1
   */
  prepareSelfie(picture: { bytes: Uint8Array }, options?: WorkOptions): Promise<RegistryImage | null>;
  /**
   * Similarity of the most prominent faces of two pictures.
   * @param pictures bytes transferred, not copied
   * @returns 0–100, as FaceComparison.score; `null` when one of them shows no face fit for comparison
   * @throws as `inspect`
   */
  compareFaces(pictures: readonly [Uint8Array, Uint8Array], options?: WorkOptions): Promise<number | null>;
  /** From now on all callers, including waiting ones, get `VisionBusy`; running work may finish. */
  refuse(): void;
  close(): Promise<void>;
}

/** Too much work, or temporarily no process to do it; the job stays in the database queue. */
export class VisionBusy extends Error {
  constructor() {
    super('the vision queue is full');
    this.name = 'VisionBusy';
  }
}

/** The work failed and may be retried. */
export class VisionFailed extends Error {
  constructor(cause?: unknown) {
    super('the pictures could not be inspected', { cause });
    this.name = 'VisionFailed';
  }
}

/** The work was running when its thread or its process died, or ran out of time or memory: it may well be the cause. */
export class VisionKilled extends VisionFailed {
  constructor() {
    super();
    this.message = 'the pictures ended the process that looked at them';
    this.name = 'VisionKilled';
  }
}

/** The work did not finish in time, next to other work or on a busy machine: not yet evidence about its pictures. */
export class VisionLate extends VisionFailed {
  constructor() {
    super();
    this.message = 'the pictures took too long';
    this.name = 'VisionLate';
  }
}

/** Running alone, the work got too little CPU time to finish: not evidence about its pictures in any case. */
export class VisionStarved extends VisionFailed {
  constructor() {
    super();
    this.message = 'the machine was too busy to look at the pictures';
    this.name = 'VisionStarved';
  }
}

/** Running alone, and with twice the CPU time, the work did not finish: its pictures are too slow to read. */
export class VisionTooSlow extends VisionFailed {
  constructor() {
    super();
    this.message = 'the pictures are too slow to be read';
    this.name = 'VisionTooSlow';
  }
}

/** The process was ended because of other work. */
export class VisionInterrupted extends VisionFailed {
  constructor() {
    super();
    this.message = 'the process that looked at the pictures was ended for another reason';
    this.name = 'VisionInterrupted';
  }
}

/** Models or slots are missing or not the expected ones: this installation must not read pictures. */
export class VisionBroken extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'VisionBroken';
  }
}
