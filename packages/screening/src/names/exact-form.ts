const ascii = /^[\u0021-\u007e]+(?: [\u0021-\u007e]+)*$/u;

/** Simple case folding of one code point: a letter whose lower case has several letters is unchanged. */
function foldCase(letter: string): string {
  if (letter === 'ς') return 'σ';
  const lower = letter.toLowerCase();
  return lower.length === letter.length ? lower : letter;
}

/**
 * The form in which names are compared under `exactMatch`: NFC, trimmed, with runs of white space replaced by one space. This removes
 * only differences in encoding; the text itself is compared letter by letter, including case. `''` for white space only.
 * @see spec/interface.md, "exactMatch"
 */
export function writtenForm(raw: string): string {
  return ascii.test(raw) ? raw : raw.normalize('NFC').trim().replace(/\s+/gu, ' ');
}

/** {@link writtenForm} with simple case folding: equal for names that differ only in case, so that one key finds them all. */
export function exactForms(raw: string): string {
  if (ascii.test(raw)) return raw.toLowerCase();
  let folded = '';
  for (const letter of writtenForm(raw)) folded += foldCase(letter);
  return folded;
}
