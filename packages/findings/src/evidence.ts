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

/** Codes of signs, `live.…` about the person's picture, `doc.…` about the document; none is a verdict. @see docs/guides/accuracy.md */
export type EvidenceCode = Static<typeof evidenceCode>;

export const evidence = closed({
  code: evidenceCode,
  /** 0 (nothing) to 1 (as strong as this sign gets). Ordinal: measured on simulated pictures, not a probability. */
  strength: share,
  /** The picture it was seen on. */
  mediaId,
  region: oneOf(['image', 'face', 'card', 'portrait']),
  /** The measured value behind the strength, in the unit its code is documented with. */
  value: measure,
  /** One sentence for the operator; names no reading and no person. */
  sentence: text(500),
});

/** One explainable sign. */
export type Evidence = Static<typeof evidence>;
