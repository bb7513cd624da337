import type { PictureFindings, Timings } from '@countersign/findings';

/** One picture to inspect. */
export interface Picture {
  mediaId: string;
  /** Upload context, `face`, `document-front`, … @see spec/contract.md A-35 */
  context: string;
  bytes: Uint8Array;
}

/** The findings from the pictures of one attempt, and the duration of each stage. */
export interface InspectedFindings extends PictureFindings {
  timings: Timings;
}
