import type { RegistryImage } from '@countersign/core';
import type { CaptureFindings, ChallengeStep, PictureFindings } from '@countersign/findings';

export interface Picture {
  mediaId: string;
  /** Upload context, `face`, `document-front`, … */
  context: string;
  /** Handed over, not copied: unusable for the caller afterwards. */
  bytes: Uint8Array;
}

/** Who is served first: a person in front of a camera goes before a session that was submitted. */
export type VisionQueue = 'interactive' | 'verify';

/** What a picture judged during capture should show. */
export type CaptureSubject = 'selfie' | 'document-front' | 'document-back';

/** What is wanted beside what is always looked for. */
export interface InspectionRequest {
  /**
   * When print is read: `auto`, the default, of every document, `always` also of sides without a portrait, `zone-only` where zone
   * and code leave a doubt, `off` never.
   */
  printed?: 'auto' | 'always' | 'zone-only' | 'off';
  /** Limits of faces; absent ones are vision's own. */
  faceLimits?: FaceLimits;
  /** Scores from which other faces count as the same and as alike, and below which as those of two people; requests descriptors. */
  faceTraces?: { same: number; alike: number; other: number };
  /** A film of head movements, and those that were drawn. */
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
  /** JPEG, a buffer of its own. Handed over, not copied. */
  bytes: Uint8Array;
}

/** Widths are pixels of the original picture. */
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
   * The work was late or ended a process before: it runs by itself, where it can take no other work with it, with twice the time,
   * and there is no other try.
   */
  alone?: boolean;
  /** How many times as long as usual work that runs alone may take by the clock, from 1, the default: the machine was too busy before. */
  patience?: number;
  /** Integration whose turn it takes; integrations take turns by the time they used. `null`, the default, belongs to none. */
  owner?: string | null;
}

export interface InspectOptions extends WorkOptions {
  inspection?: InspectionRequest;
}

/** The only way to look at a picture: outside the event loop, bounded in time, number and memory. */
export interface Vision {
  /**
   * @param today `YYYY-MM-DD`, UTC
   * @throws VisionBusy, VisionInterrupted, VisionKilled, VisionLate, VisionStarved, VisionTooSlow or VisionFailed; none of them is evidence for or
   * against a person
   */
  inspect(pictures: Picture[], today: string, options?: InspectOptions): Promise<PictureFindings>;
  /**
   * Judges one picture while it is being taken, before all sessions that were submitted.
   * @param picture.bytes handed over, not copied
   * @throws as `inspect`
   */
  judge(
    picture: { bytes: Uint8Array },
    options: { subject: CaptureSubject; today: string },
  ): Promise<CaptureFindings>;
  /**
   * Makes of a selfie what registries are sent: upright JPEG, at most 1280 pixels a side, without metadata.
   * @param picture.bytes handed over, not copied
   * @returns `null` when no decoder can read it or its shorter side is below 250 pixels
   * @throws as `inspect`
   * @see spec/registries.md 8.1
   */
  prepareSelfie(picture: { bytes: Uint8Array }, options?: WorkOptions): Promise<RegistryImage | null>;
  /**
   * How alike the most prominent faces of two pictures are.
   * @param pictures bytes handed over, not copied
   * @returns 0–100, as FaceComparison.score; `null` when one of them shows no face fit to compare
   * @throws as `inspect`
   */
  compareFaces(pictures: readonly [Uint8Array, Uint8Array], options?: WorkOptions): Promise<number | null>;
  /** From now on every caller gets `VisionBusy`, those who wait included; what runs may end. */
  refuse(): void;
  close(): Promise<void>;
}

/** Too much to do already, or nothing to do it with for the moment; the job stays in the database queue. */
export class VisionBusy extends Error {
  constructor() {
    super('the vision queue is full');
    this.name = 'VisionBusy';
  }
}

/** The work could not be done; it may be tried again. */
export class VisionFailed extends Error {
  constructor(cause?: unknown) {
    super('the pictures could not be inspected', { cause });
    this.name = 'VisionFailed';
  }
}

/** The work was running when its thread or its process died, ran out of time or out of memory: it may well be the reason. */
export class VisionKilled extends VisionFailed {
  constructor() {
    super();
    this.message = 'the pictures ended the process that looked at them';
    this.name = 'VisionKilled';
  }
}

/** The work had no answer in its time, beside other work or on a busy machine: that is no evidence yet about its pictures. */
export class VisionLate extends VisionFailed {
  constructor() {
    super();
    this.message = 'the pictures took too long';
    this.name = 'VisionLate';
  }
}

/** By itself, the work had too little of a processor to be done in its time: that says nothing about its pictures, whatever comes. */
export class VisionStarved extends VisionFailed {
  constructor() {
    super();
    this.message = 'the machine was too busy to look at the pictures';
    this.name = 'VisionStarved';
  }
}

/** By itself, and with twice the time on a processor, the work had no answer: its pictures are too slow to be read. */
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

/** Models or slots are missing or not the ones they should be: this installation must not look at pictures. */
export class VisionBroken extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'VisionBroken';
  }
}
