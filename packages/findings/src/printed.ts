import type { Static } from 'typebox';
import { documentClass, documentSide, fieldReadings } from './document-fields.ts';
import { closed, mediaId, modelName, nullable, text } from './members.ts';

export const printedFinding = closed({
  /** The picture on which most of it is printed. */
  mediaId,
  fields: fieldReadings,
  /** What titles, labels and layout name the document as; `null` when they do not. */
  documentClass: nullable(documentClass),
  /** Which side the template or its labels belong to; `null` when not known. */
  side: documentSide,
  /** Id of the template used, `labels` for the generic reader of labelled fields. */
  template: text(64),
  /** Which text engine read it, with its version: `tesseract 5.3.0`, `tesseract.js 7.0.0`. */
  engine: modelName,
});

/** What the print of a document holds; a second source that never overrides a zone or code. */
export type PrintedFinding = Static<typeof printedFinding>;
