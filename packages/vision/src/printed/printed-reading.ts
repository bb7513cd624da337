import type { PrintedFinding } from '@countersign/findings';

/** Content of the printed zone of a document; a second source that never overrides a zone or code. */
export type PrintedReading = Omit<PrintedFinding, 'mediaId'>;
