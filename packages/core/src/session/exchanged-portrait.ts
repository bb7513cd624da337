import type { Evidence, EvidenceCode } from '@countersign/findings';

/** Independent signs of the same manipulation: the history of the file, and the second print of the portrait. */
const independent: readonly EvidenceCode[] = ['doc.portrait_pasted', 'doc.ghost_differs'];

/** Strength, 0–1, below which a sign does not reinforce another. @see docs/decisions/0176-compare-the-attempts-of-a-session-with-each-other.md */
const leastJoined = 0.3;

/**
 * Whether signs on one picture show that its portrait was replaced: a single strong one, or both combined, which together outweigh
 * either.
 * @param evidenceReview minimum strength that counts; `null`: never
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
