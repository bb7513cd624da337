import type { PictureFindings } from '@countersign/core';

export interface Picture {
  mediaId: string;
  /** Upload context, `face`, `document-front`, … */
  context: string;
  /** Handed over, not copied: unusable for the caller afterwards. */
  bytes: Uint8Array;
}

/** The only way to look at a picture: outside the event loop, bounded in time and number. */
export interface Vision {
  /**
   * @param today `YYYY-MM-DD`, UTC
   * @throws VisionBusy when the queue is full; VisionFailed when a thread died or ran out of time
   */
  inspect(pictures: Picture[], today: string): Promise<PictureFindings>;
  close(): Promise<void>;
}

/** Too much to do already; the job stays in the database queue. */
export class VisionBusy extends Error {
  constructor() {
    super('the vision queue is full');
    this.name = 'VisionBusy';
  }
}

/** A picture broke its thread or took too long. Never evidence for or against anybody. */
export class VisionFailed extends Error {
  constructor(cause: unknown) {
    super('the pictures could not be inspected', { cause });
    this.name = 'VisionFailed';
  }
}
