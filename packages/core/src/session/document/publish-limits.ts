import type { FieldName } from '@countersign/findings';

/** Where a value was read. @see spec/contract.md A-92 */
export type ReadingSource = 'MRZ' | 'VIZ' | 'BARCODE' | 'NFC';

/**
 * Confidence, 0–1, from which a value that no other source repeats is published, by its source. Set on drawn documents so that 99.5 %
 * of what is published is right; what `npm run bench -- vision --only published` reports is measured on other seeds.
 * @see docs/decisions/0037-what-is-published-is-right.md
 */
const limits: Readonly<Record<ReadingSource, number>> = { MRZ: 0.3, BARCODE: 0, VIZ: 0.9, NFC: 0 };

/** Fields that no check digit covers, and those that their source reads worse than others. */
const ofField: Readonly<Partial<Record<ReadingSource, Readonly<Partial<Record<FieldName, number>>>>>> = {
  MRZ: { lastName: 0.6, firstName: 0.6, sex: 0.5, nationality: 0.5 },
  VIZ: {
    // Misread letters make other names, and the engine repeats its mistakes.
    lastName: 0.95,
    firstName: 0.95,
    fullName: 0.95,
    // They part a name, and are not published.
    parents: 0.8,
    // A misread digit seldom leaves a date that exists and fits its field; one letter of two is hard to mistake.
    birthDate: 0.8,
    issueDate: 0.8,
    firstIssueDate: 0.8,
    expiryDate: 0.8,
    sex: 0.8,
  },
};

/** Smallest confidence of a value that nothing repeats, 0–1. @see spec/contract.md A-140 */
export const publishLimit = (source: ReadingSource, field: FieldName): number =>
  ofField[source]?.[field] ?? limits[source];

/**
 * Smallest confidence, 0–1, of a value of print of which a clean zone repeats a part. Of 80 drawn voter cards 60 of 60 keys from it on
 * were right, 53 of them at 0.9 or more. @see spec/contract.md A-282
 */
export const partLimit = 0.8;

/** As above, of a value that another source gives nearly the same: more than 1 is never. */
const slipLimits: Readonly<Record<ReadingSource, number>> = { MRZ: 0.9, BARCODE: 0, VIZ: 2, NFC: 0 };

/** Smallest confidence, 0–1 or more, of a value that differs from another source's by a letter or two. @see spec/contract.md A-140 */
export const slipLimit = (source: ReadingSource, field: FieldName): number =>
  Math.max(slipLimits[source], publishLimit(source, field));
