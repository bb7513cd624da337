// The form that `npm run check` asks of a file, for programs that write one.
import { readFileSync } from 'node:fs';
import { format } from 'oxfmt';
import { at } from './project.mjs';

/** `text` in the form of a file of that name; the kind of file is taken from the ending. @throws Error when it cannot be parsed */
export async function formatted(file, text) {
  const { ignorePatterns: _, ...options } = JSON.parse(readFileSync(at('.oxfmtrc.json'), 'utf8'));
  const { code, errors } = await format(file, text, options);
  if (errors.length > 0) throw new Error(`${file}: must be parsed to be formatted: ${errors[0].message}`);
  return code;
}
