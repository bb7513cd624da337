import type { PictureFindings } from '@countersign/findings';
import { consistencyOf } from '../session/document/consistency.ts';
import {
  comparedFields,
  type ComparedField,
  printedConfidence,
  suppliedValue,
  valuesOf,
} from '../session/document/field-values.ts';
import type { SessionData } from '../session/session-data.ts';

/** One field for a reviewer to compare: as supplied by the client and as read. */
export interface ShownField {
  field: ComparedField;
  /** Section in which the field is shown. */
  group: 'person' | 'document';
  supplied: string | null;
  /** From the most reliable source that has it. */
  read: string | null;
  /** `one-source`: there is nothing to compare it with; `unknown`: no source has a value. */
  agreement: 'agrees' | 'differs' | 'one-source' | 'unknown';
}

/** The names that were read, as shown to reviewers. */
export function shownNames(findings: Pick<PictureFindings, 'mrz' | 'barcode' | 'printed'>): string[] {
  const parts = (['firstName', 'lastName'] as const).flatMap(
    (field) => valuesOf(field, findings, null)[0]?.value ?? [],
  );
  const whole = findings.printed?.fields.fullName;
  return whole && whole.confidence >= printedConfidence ? [...parts, whole.value] : parts;
}

const ofDocument: readonly ComparedField[] = ['number', 'issuingState', 'issueDate', 'expiryDate'];
const words = { agree: 'agrees', disagree: 'differs', one_source: 'one-source', unknown: 'unknown' } as const;

/** All fields that several sources can carry, with or without values. @param findings `null`: the pictures were not read */
export function shownFields(
  findings: Pick<PictureFindings, 'mrz' | 'barcode' | 'printed'> | null,
  session: Pick<SessionData, 'person' | 'document'>,
): ShownField[] {
  const sources = findings ?? { mrz: null, barcode: null, printed: null };
  const statuses = new Map(consistencyOf(sources, session).map(({ field, status }) => [field, status]));
  return comparedFields.map((field) => ({
    field,
    group: ofDocument.includes(field) ? 'document' : 'person',
    supplied: suppliedValue(field, session),
    read: valuesOf(field, sources, null)[0]?.value ?? null,
    agreement: words[statuses.get(field) ?? 'unknown'],
  }));
}
