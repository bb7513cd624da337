import type { HitExplanation } from '@countersign/contract';

/**
 * Why a hit has its score, and what would show whether it is the subject. The points of its evidence add up to the score. The rows of the
 * name come first, starting with the whole name at 100 points, or 0 if the names share nothing. Plain data that survives JSON unchanged;
 * contains personal data of both sides.
 * @see spec/contract.md A-270
 */
export type Explanation = HitExplanation;

/** One compared property and its effect on the score; multiple values of a side are separated by `, `. */
export type EvidenceRow = Explanation['evidence'][number];

/** The compared properties of a subject and a listed entity. `rule`: a policy that keeps a hit whatever its score. */
export type EvidenceField = EvidenceRow['field'];
