import type { FieldReading } from '@countersign/findings';

/** Characters that no field of a document contains. */
const unprintable = /[\u0000-\u001f\u007f-\u009f]/;

/** Maximum length of a field. */
const longestField = 100;

/** A field from a bar code: free of reading errors, because the symbol corrects itself. */
export function encodedField(value: string, text = value): FieldReading {
  return { value, text, confidence: 1, box: null };
}

/** Trims a text; `null` if it is empty, too long or not printable. */
export function fieldText(raw: string): string | null {
  if (raw.length > 4 * longestField) return null;
  const text = raw.trim();
  return text.length === 0 || text.length > longestField || unprintable.test(text) ? null : text;
}

/** The beginning of a text that is no field, with `?` for every character that is not printable; `null` if it is blank. */
export function printableStart(raw: string): string | null {
  const text = Array.from(raw.slice(0, longestField).trim(), (one) =>
    unprintable.test(one) ? '?' : one,
  ).join('');
  return text === '' ? null : text;
}

/** Decodes bytes as Latin-1, which has a character for each. */
export function latin1(bytes: Uint8Array, start = 0, end = bytes.length): string {
  let text = '';
  for (let at = start; at < Math.min(end, bytes.length); at += 1) text += String.fromCharCode(bytes[at] ?? 0);
  return text;
}

/** `YYYY-MM-DD` for a valid day between 1850 and 2199, otherwise `null`. */
export function isoDate(year: number, month: number, day: number): string | null {
  if (!(year >= 1850 && year <= 2199 && month >= 1 && month <= 12 && day >= 1)) return null;
  if (day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return null;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
