import type { PrintedFinding } from '@countersign/findings';

/** The printed text of a document: a second source that never overrides a zone or code. */
export type PrintedReading = Omit<PrintedFinding, 'mediaId'>;
