// The formatting that `npm run check` requires, for programs that write files.
import { readFileSync } from 'node:fs';
import { format } from 'oxfmt';
import { at } from './project.mjs';

/** Formats `text` as a file with that name; the extension determines its type. @throws Error when it cannot be parsed */
export async function formatted(file, text) {
  const { ignorePatterns: _, ...options } = JSON.parse(readFileSync(at('.oxfmtrc.json'), 'utf8'));
  const { code, errors } = await format(file, text, options);
  if (errors.length > 0) throw new Error(`${file}: must be parsed to be formatted: ${errors[0].message}`);
  return code;
}
