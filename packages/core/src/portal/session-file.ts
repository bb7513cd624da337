import { emitJson } from '@countersign/contract';
import type { SessionData } from '../session/session-data.ts';
import { maskField, maskNumber } from './mask.ts';

/** A session as an export has it: what its client supplied is in `data`. */
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

type Value = string | number | null;

/** Columns in their order, by their names in JSON. Personal ones are masked as the portal's pages mask them. */
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
};
const names = Object.keys(columns);

const shown = (value: string | null, mask: false | ((value: string) => string)): string | null =>
  value === null || mask === false ? value : mask(value);

const personal = (
  { person }: ExportedSession['data'],
  field: 'firstName' | 'lastName' | 'dateOfBirth',
  isMasked: boolean,
): string | null => shown(person[field] ?? null, isMasked && ((value) => maskField(field, value)));

/** What precedes all sessions: the names of the columns; nothing in JSON Lines. */
export const exportHead = (format: 'csv' | 'jsonl'): string =>
  format === 'csv' ? `${names.map(snakeCase).join(',')}\r\n` : '';

/** One session as a line of the file, its end included. */
export function exportLine(
  session: ExportedSession,
  { format, isMasked }: { format: 'csv' | 'jsonl'; isMasked: boolean },
): string {
  const values = Object.entries(columns).map(([name, value]) => [name, value(session, isMasked)] as const);
  if (format === 'jsonl') return `${emitJson(Object.fromEntries(values))}\n`;
  return `${values.map(([, value]) => csvCell(value)).join(',')}\r\n`;
}

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Where a formula may begin: at the beginning of a cell, and behind what a spreadsheet takes for the end of one that separates cells by
 * semicolons, as those of Brazil and Colombia do, whatever quotes stand around it.
 */
const formulaStart = /(?<=^|[;|\t\r\n])(?=["' ]*[=+\-@＝＋－＠])|^(?=[\t\r\n])/g;

/**
 * A cell of a CSV file (RFC 4180). What a spreadsheet would take for a formula gets an apostrophe in front, by which spreadsheets know
 * texts; numbers stay as they are.
 * @see spec/contract.md A-396
 */
export function csvCell(value: Value): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = value.replaceAll(formulaStart, "'");
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
