import type { PictureFindings, Timings } from '@countersign/findings';

/** One picture to look at. */
export interface Picture {
  mediaId: string;
  /** Upload context, `face`, `document-front`, … @see spec/contract.md A-35 */
  context: string;
  bytes: Uint8Array;
}

/** What the pictures of one attempt showed, and how long each stage took. */
export interface InspectedFindings extends PictureFindings {
  timings: Timings;
}
