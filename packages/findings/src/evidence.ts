import type { Static } from 'typebox';
import { closed, codeOf, measure, mediaId, oneOf, share, text } from './members.ts';

const evidenceCode = codeOf([
  'live.edges',
  'live.pattern',
  'live.flat',
  'live.reflection',
  'live.metadata',
  'live.portrait_reused',
  'live.seen_before',
  'live.several_faces',
  'live.model',
  'doc.recaptured',
  'doc.grey_copy',
  'doc.printed_copy',
  'doc.edited',
  'doc.screenshot',
  'doc.portrait_pasted',
  'doc.ghost_differs',
  'doc.same_file',
  'doc.other_portrait',
]);

/** Codes of signs: `live.…` concern the person's picture, `doc.…` the document. No sign is a verdict. @see docs/guides/accuracy.md */
export type EvidenceCode = Static<typeof evidenceCode>;

export const evidence = closed({
  code: evidenceCode,
  /** From 0 (nothing) to 1 (the maximum for this sign). Ordinal: calibrated on simulated pictures, not a probability. */
  strength: share,
  /** The picture on which the sign was found. */
  mediaId,
  region: oneOf(['image', 'face', 'card', 'portrait']),
  /** The measured value behind the strength, in the unit documented for its code. */
  value: measure,
  /** One sentence for the operator; contains no value that was read and no person's name. */
  sentence: text(500),
});

/** One explainable sign. */
export type Evidence = Static<typeof evidence>;
