/** SQL that formats a time with microseconds, for cursors. */
export const exactInstant = (column: string): string =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** Encodes the end of a page of a list; opaque to people. */
export const writeCursor = (parts: readonly (string | number)[]): string =>
  Buffer.from(parts.join(' ')).toString('base64url');

/** The parts of a cursor with this form, or `null` for anything else. */
export function readCursor(cursor: string, form: RegExp): string[] | null {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const isOurs = Buffer.from(text, 'latin1').toString('base64url') === cursor && form.test(text);
  return isOurs ? text.split(' ') : null;
}

/** Form of a cursor made of a time with microseconds and an identifier. */
export const momentAndId =
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
