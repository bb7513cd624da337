import { emitJson } from '@countersign/contract';
import type { SessionData } from '../session/session-data.ts';
import { maskField, maskNumber } from './mask.ts';

/** A session for an export; `data` holds what its client supplied. */
export interface ExportedSession {
  id: string;
  integrationId: string;
  integration: string;
  mode: 'test' | 'live';
  status: string;
  code: number | null;
  reasonCode: number | null;
  reason: string | null;
  /** ISO 8601, UTC. */
  createdAt: string;
  changedAt: string;
  attempts: number;
  data: Pick<SessionData, 'vendorData' | 'endUserId' | 'person'>;
}

/** Why an export does not show a session: which of its stored columns is damaged. */
export type UnreadableCause = 'data-key' | 'data';

const unreadableTexts: Readonly<Record<UnreadableCause, string>> = {
  'data-key': 'The data key cannot be decrypted.',
  data: 'The stored data cannot be decrypted.',
};

type Value = string | number | null;

/** Columns in order, by their JSON names. Personal ones are masked in the same way as on the portal's pages. */
const columns: Readonly<Record<string, (session: ExportedSession, isMasked: boolean) => Value>> = {
  sessionId: ({ id }) => id,
  integrationId: ({ integrationId }) => integrationId,
  integration: ({ integration }) => integration,
  mode: ({ mode }) => mode,
  status: ({ status }) => status,
  code: ({ code }) => code,
  reasonCode: ({ reasonCode }) => reasonCode,
  reason: ({ reason }) => reason,
  createdAt: ({ createdAt }) => createdAt,
  changedAt: ({ changedAt }) => changedAt,
  attempts: ({ attempts }) => attempts,
  vendorData: ({ data }, isMasked) => shown(data.vendorData, isMasked && maskNumber),
  endUserId: ({ data }, isMasked) => shown(data.endUserId, isMasked && maskNumber),
  firstName: ({ data }, isMasked) => personal(data, 'firstName', isMasked),
  lastName: ({ data }, isMasked) => personal(data, 'lastName', isMasked),
  dateOfBirth: ({ data }, isMasked) => personal(data, 'dateOfBirth', isMasked),
  unreadable: () => null,
};
const names = Object.keys(columns);

const shown = (value: string | null, mask: false | ((value: string) => string)): string | null =>
  value === null || mask === false ? value : mask(value);

const personal = (
  { person }: ExportedSession['data'],
  field: 'firstName' | 'lastName' | 'dateOfBirth',
  isMasked: boolean,
): string | null => shown(person[field] ?? null, isMasked && ((value) => maskField(field, value)));

/** The header of the file: the column names; empty for JSON Lines. */
export const exportHead = (format: 'csv' | 'jsonl'): string =>
  format === 'csv' ? `${names.map(snakeCase).join(',')}\r\n` : '';

/** One session as a line of the file, including the line end. */
export function exportLine(
  session: ExportedSession,
  { format, isMasked }: { format: 'csv' | 'jsonl'; isMasked: boolean },
): string {
  const values = Object.entries(columns).map(([name, value]) => [name, value(session, isMasked)] as const);
  return lineOf(Object.fromEntries(values), format);
}

/**
 * The line of a session that cannot be read: its ids and the reason; every other column is empty.
 * @see spec/contract.md A-450
 */
export function unreadableLine(
  { id, integrationId, cause }: Pick<ExportedSession, 'id' | 'integrationId'> & { cause: UnreadableCause },
  format: 'csv' | 'jsonl',
): string {
  const known: Record<string, Value> = {
    sessionId: id,
    integrationId,
    unreadable: unreadableTexts[cause],
  };
  return lineOf(Object.fromEntries(names.map((name) => [name, known[name] ?? null])), format);
}

/** @param values by column, in the order of the columns */
const lineOf = (values: Readonly<Record<string, Value>>, format: 'csv' | 'jsonl'): string =>
  format === 'jsonl' ? `${emitJson(values)}\n` : `${Object.values(values).map(csvCell).join(',')}\r\n`;

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Positions where a formula may begin: at the start of a cell, and after what a spreadsheet takes for the end of one when it separates cells by
 * semicolons, as in Brazil and Colombia, whatever quotes surround it.
 */
const formulaStart = /(?<=^|[;|\t\r\n])(?=["' ]*[=+\-@＝＋－＠])|^(?=[\t\r\n])/g;

/**
 * A cell of a CSV file (RFC 4180). Anything a spreadsheet would evaluate as a formula gets a leading apostrophe, which spreadsheets take as
 * a marker of text; numbers are unchanged.
 * @see spec/contract.md A-396
 */
export function csvCell(value: Value): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = value.replaceAll(formulaStart, "'");
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
