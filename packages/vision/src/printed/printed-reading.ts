import type { DocumentClass } from '../document/document-kinds.ts';
import type { FieldReadings } from '../document/document-fields.ts';

/** What the printed zone of a document says; a second source that never overrides a zone or code. */
export interface PrintedReading {
  fields: FieldReadings;
  /** What titles, labels and layout say the document is; `null` when they do not. */
  documentClass: DocumentClass | null;
  /** Which side the template or its labels belong to; `null` when not known. */
  side: 'front' | 'back' | null;
  /** Id of the template used, `labels` for the generic reader of labelled fields. */
  template: string;
  /** Which text engine read it, with its version: `tesseract 5.3.0`, `tesseract.js 7.0.0`. */
  engine: string;
}
