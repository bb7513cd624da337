import type { Evidence, EvidenceCode } from '@countersign/findings';

/** Signs of one deed that have nothing to do with each other: the history of the file, and the second print of the portrait. */
const independent: readonly EvidenceCode[] = ['doc.portrait_pasted', 'doc.ghost_differs'];

/** Strength, 0–1, below which a sign adds nothing to another. @see docs/decisions/0176-attempts-of-a-session-are-compared.md */
const leastJoined = 0.3;

/**
 * Whether signs on one picture show that its portrait was exchanged: one that is strong enough, or both together, which are stronger than
 * each.
 * @param evidenceReview strength from which signs count; `null`: never
 * @see spec/contract.md A-367
 */
export function isPortraitExchanged(evidence: readonly Evidence[], evidenceReview: number | null): boolean {
  if (evidenceReview === null) return false;
  const signs = evidence.filter(({ code }) => independent.includes(code));
  const pictures = new Set(signs.map(({ mediaId }) => mediaId));
  return [...pictures].some(
    (picture) => joined(signs.filter(({ mediaId }) => mediaId === picture)) >= evidenceReview,
  );
}

function joined(evidence: readonly Evidence[]): number {
  const strengths = independent.map((code) =>
    Math.max(0, ...evidence.filter((sign) => sign.code === code).map(({ strength }) => strength)),
  );
  const together = 1 - strengths.reduce((left, strength) => left * (1 - strength), 1);
  return Math.min(...strengths) >= leastJoined ? together : Math.max(...strengths);
}
