import type { FieldName, FieldReadings } from '@countersign/findings';
import type { MrzReading } from '../mrz/reading.ts';

/** The source of a field. */
export type FieldOrigin = 'mrz' | 'barcode' | 'printed';

/** One field in the output. */
export interface FieldEntry {
  value: string;
  source: FieldOrigin;
  /** 0–1; `null` if the source gives none. */
  confidence: number | null;
}

/** A field for which two sources differ. */
export interface FieldConflict {
  field: string;
  values: FieldEntry[];
}

const zoneFields = [
  'number',
  'lastName',
  'firstName',
  'birthDate',
  'expiryDate',
  'sex',
  'nationality',
  'issuingState',
  'documentCode',
  'personalNumber',
  'optional1',
  'optional2',
] as const;

/** The zone's values by field. */
export function entriesOfZone({ fields }: MrzReading): [string, FieldEntry][] {
  return zoneFields.flatMap((name) => {
    const value = fields[name];
    if (value === null || value === '') return [];
    const entry: [string, FieldEntry] = [
      name,
      { value, source: 'mrz', confidence: fields.confidence[name] ?? null },
    ];
    return [entry];
  });
}

/** The values of a code or of the print by field. */
export function entriesOfReadings(
  readings: FieldReadings,
  source: 'barcode' | 'printed',
): [string, FieldEntry][] {
  return Object.entries(readings).map(([name, { value, confidence }]) => [
    name,
    { value, source, confidence },
  ]);
}

/** For each field, the value of the most reliable source; entries are in the order zone, code, print. */
export function mergeEntries(entries: readonly [string, FieldEntry][]): Record<string, FieldEntry> {
  const merged: Record<string, FieldEntry> = {};
  for (const [name, entry] of entries) merged[name] ??= entry;
  return merged;
}

/** Fields for which zone, code and print must agree. */
const compared: readonly FieldName[] = [
  'number',
  'personalNumber',
  'lastName',
  'firstName',
  'birthDate',
  'expiryDate',
  'sex',
];

/** Print with less confidence contradicts nothing. */
const surePrint = 0.6;

/** Compared fields for which the sources differ in letters or digits. */
export function conflictsOf(entries: readonly [string, FieldEntry][]): FieldConflict[] {
  return compared.flatMap((field) => {
    const values = entries
      .filter(([name]) => name === field)
      .map(([, entry]) => entry)
      .filter(({ source, confidence }) => source !== 'printed' || (confidence ?? 0) >= surePrint);
    const distinct = new Set(values.map(({ value }) => bare(value)));
    return distinct.size > 1 ? [{ field, values }] : [];
  });
}

/** Reduces a value to upper-case letters and digits without accents: other differences between zone and print are no contradiction. */
export const bare = (value: string): string =>
  value
    .normalize('NFD')
    .replace(/[^\p{Letter}\p{Number}]/gu, '')
    .toUpperCase();
