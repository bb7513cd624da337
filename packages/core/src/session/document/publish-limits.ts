import type { FieldName } from '@countersign/findings';

/** Where a value was read. @see spec/contract.md A-92 */
export type ReadingSource = 'MRZ' | 'VIZ' | 'BARCODE' | 'NFC';

/**
 * Minimum confidence, 0–1, for publishing a value that no other source repeats, by source. Tuned on drawn documents so that 99.5 %
 * of what is published is right; `npm run bench -- vision --only published` measures it with other seeds.
 * @see docs/decisions/0037-publish-only-values-that-were-read-reliably.md
 */
const limits: Readonly<Record<ReadingSource, number>> = { MRZ: 0.3, BARCODE: 0, VIZ: 0.9, NFC: 0 };

/** Fields without a check digit, and fields that a source reads less well than others. */
const ofField: Readonly<Partial<Record<ReadingSource, Readonly<Partial<Record<FieldName, number>>>>>> = {
  MRZ: { lastName: 0.6, firstName: 0.6, sex: 0.5, nationality: 0.5 },
  VIZ: {
    // Misread letters form other names, and the engine repeats its mistakes.
    lastName: 0.95,
    firstName: 0.95,
    fullName: 0.95,
    // Used to split a name, never published.
    parents: 0.8,
    // A misread digit rarely leaves a valid and plausible date; one of two possible letters is hard to mistake.
    birthDate: 0.8,
    issueDate: 0.8,
    firstIssueDate: 0.8,
    expiryDate: 0.8,
    sex: 0.8,
  },
};

/** Minimum confidence of an unrepeated value, 0–1. @see spec/contract.md A-140 */
export const publishLimit = (source: ReadingSource, field: FieldName): number =>
  ofField[source]?.[field] ?? limits[source];

/**
 * Minimum confidence, 0–1, of a printed value that a clean zone repeats in part. On 80 drawn voter cards, all 60 keys at or above it
 * were right, 53 of them at 0.9 or more. @see spec/contract.md A-282
 */
export const partLimit = 0.8;

/** The same for a value that another source almost repeats; above 1 means never. */
const slipLimits: Readonly<Record<ReadingSource, number>> = { MRZ: 0.9, BARCODE: 0, VIZ: 2, NFC: 0 };

/** Minimum confidence, 0–1 or more, of a value that differs from another source's by a letter or two. @see spec/contract.md A-140 */
export const slipLimit = (source: ReadingSource, field: FieldName): number =>
  Math.max(slipLimits[source], publishLimit(source, field));
