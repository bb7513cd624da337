/** Codes of signs; none of them is a verdict. @see docs/guides/accuracy.md */
export type EvidenceCode =
  | 'live.edges'
  | 'live.pattern'
  | 'live.flat'
  | 'live.reflection'
  | 'live.metadata'
  | 'live.portrait_reused'
  | 'live.seen_before'
  | 'live.several_faces'
  | 'live.model'
  | 'doc.recaptured'
  | 'doc.grey_copy'
  | 'doc.printed_copy'
  | 'doc.edited'
  | 'doc.screenshot'
  | 'doc.portrait_pasted'
  | 'doc.ghost_differs'
  | 'doc.same_file';

/** One explainable sign. Strengths are ordinal: measured on simulated pictures, they are no probabilities. */
export interface Evidence {
  code: EvidenceCode;
  /** 0 (nothing) to 1 (as strong as this sign gets). */
  strength: number;
  /** The picture it was seen on. */
  mediaId: string;
  /** `image`, `face`, `card`, `portrait`. */
  region: string;
  /** The measured value behind the strength, in the unit its code is documented with. */
  value: number;
  /** One sentence for the operator; names no reading and no person. */
  sentence: string;
}
