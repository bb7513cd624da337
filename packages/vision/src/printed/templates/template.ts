import type { DocumentKind, FieldName } from '@countersign/findings';
import type { Box } from '../../picture/raster.ts';
import type { LabelRule } from '../labels.ts';
import type { TextLanguage } from '../text-engine.ts';
import type { DateOrder } from '../values/read-date.ts';
import type { ValueKind } from '../values/read-value.ts';

/** A field and its position on the card. */
export interface PlacedField {
  field: FieldName;
  kind: ValueKind;
  /** Area of its value, including a margin, in millimetres of the card. */
  box: Box;
}

/** The layout of one side of one document type. */
export interface DocumentTemplate {
  id: string;
  /** Public source of the labels and sizes. */
  source: string;
  kind: DocumentKind;
  side: 'front' | 'back';
  /** Issuing state, as spelt in zones; `null` if several states issue it. */
  state: string | null;
  /** Millimetres. */
  size: { width: number; height: number };
  language: TextLanguage;
  /** Order of day, month and year in numeric dates. */
  dateOrder: DateOrder;
  /** Titles of which one must be present, folded like labels; empty if labels alone decide. */
  titles: readonly string[];
  /** Its own labels, which take precedence over the common ones. */
  labels: readonly LabelRule[];
  /** Fields whose labels identify the type: a certain share must be found for the template to match. */
  expects: readonly FieldName[];
  /** If a front provides all these fields, no other side adds anything; omitted if another side always adds something. */
  suffices?: readonly FieldName[];
  /** Positions of fields, for documents with a known layout; in all others, fields are found only by their labels. */
  places: readonly PlacedField[];
}
