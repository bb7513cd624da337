import type { Static } from 'typebox';
import { documentClass, documentSide, fieldReadings } from './document-fields.ts';
import { closed, mediaId, modelName, nullable, text } from './members.ts';

export const printedFinding = closed({
  /** The picture that carries most of the print. */
  mediaId,
  fields: fieldReadings,
  /** Classification from titles, labels and layout; `null` if these are inconclusive. */
  documentClass: nullable(documentClass),
  /** The side to which the template or its labels belong; `null` if unknown. */
  side: documentSide,
  /** Id of the template used; `labels` for the generic reader of labelled fields. */
  template: text(64),
  /** Name and version of the text engine: `tesseract 5.3.0`, `tesseract.js 7.0.0`. */
  engine: modelName,
});

/** Fields read from a document's print; a secondary source that never overrides a zone or code. */
export type PrintedFinding = Static<typeof printedFinding>;
