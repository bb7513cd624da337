import type { HitExplanation } from '@countersign/contract';

/**
 * Why a hit has its score, and what would show whether it is the subject. The points of its evidence add up to the score. Rows of the
 * name come first, the first of them the whole name with 100 points, or 0 where the names share nothing. Plain data that goes
 * through JSON unchanged; holds personal data of both sides.
 * @see spec/contract.md A-270
 */
export type Explanation = HitExplanation;

/** One thing that was compared, and what it did to the score; values of a side are separated by `, `. */
export type EvidenceRow = Explanation['evidence'][number];

/** What is compared of a subject and a listed entity. `rule`: a policy that keeps a hit whatever its score. */
export type EvidenceField = EvidenceRow['field'];
