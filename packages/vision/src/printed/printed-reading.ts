import type { PrintedFinding } from '@countersign/findings';

/** What the printed zone of a document says; a second source that never overrides a zone or code. */
export type PrintedReading = Omit<PrintedFinding, 'mediaId'>;
