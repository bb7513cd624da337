const ascii = /^[\u0021-\u007e]+(?: [\u0021-\u007e]+)*$/u;

/** Simple case folding of one code point: a letter whose lower case is several letters stays as it is. */
function foldCase(letter: string): string {
  if (letter === 'ς') return 'σ';
  const lower = letter.toLowerCase();
  return lower.length === letter.length ? lower : letter;
}

/**
 * The form in which names are compared with `exactMatch`: NFC, outer white space removed, runs of white space made one blank. What
 * is left out is encoding; the text itself is compared letter by letter, case included. `''` for white space alone.
 * @see spec/interface.md, "exactMatch"
 */
export function writtenForm(raw: string): string {
  return ascii.test(raw) ? raw : raw.normalize('NFC').trim().replace(/\s+/gu, ' ');
}

/** {@link writtenForm} with simple case folding: the same for names that differ in case alone, so that one key finds them all. */
export function exactForms(raw: string): string {
  if (ascii.test(raw)) return raw.toLowerCase();
  let folded = '';
  for (const letter of writtenForm(raw)) folded += foldCase(letter);
  return folded;
}
