import type { DocumentKind, FieldName } from '@countersign/findings';
import type { Box } from '../../picture/raster.ts';
import type { LabelRule } from '../labels.ts';
import type { TextLanguage } from '../text-engine.ts';
import type { DateOrder } from '../values/read-date.ts';
import type { ValueKind } from '../values/read-value.ts';

/** A field at its place on the card. */
export interface PlacedField {
  field: FieldName;
  kind: ValueKind;
  /** Where its value is printed, with room round it, in millimetres of the card. */
  box: Box;
}

/** What is known of one side of one type of document. */
export interface DocumentTemplate {
  id: string;
  /** Public source of labels and sizes. */
  source: string;
  kind: DocumentKind;
  side: 'front' | 'back';
  /** State that issues it, as zones spell it; `null` when several do. */
  state: string | null;
  /** Millimetres. */
  size: { width: number; height: number };
  language: TextLanguage;
  /** The order of day, month and year in its dates of numbers. */
  dateOrder: DateOrder;
  /** Titles of which one must be there, folded as labels are; empty when labels alone decide. */
  titles: readonly string[];
  /** Labels of its own, which go before the common ones. */
  labels: readonly LabelRule[];
  /** Fields of which most must be labelled, for the template to be taken. */
  expects: readonly FieldName[];
  /** Fields of which no other side of the document shows more, once a front gave them all; left out where another side does. */
  suffices?: readonly FieldName[];
  /** Fields at their places, of documents whose arrangement is known; others are found by labels only. */
  places: readonly PlacedField[];
}
