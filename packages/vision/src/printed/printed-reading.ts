import type { DocumentClass } from '../document/document-kinds.ts';
import type { FieldReadings } from '../document/document-fields.ts';

/** What was read in the printed zone of a document; a second source that never overrides a zone or code. */
export interface PrintedReading {
  fields: FieldReadings;
  /** What the document is by titles, labels and layout; `null` when unknown. */
  documentClass: DocumentClass | null;
  /** Which side the template or its labels belong to; `null` when not known. */
  side: 'front' | 'back' | null;
  /** Id of the template used, `labels` for the generic reader of labelled fields. */
  template: string;
  /** Which text engine read it, with its version: `tesseract 5.3.0`, `tesseract.js 7.0.0`. */
  engine: string;
}
