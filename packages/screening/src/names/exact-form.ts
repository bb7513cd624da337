const ascii = /^[\u0021-\u007e]+(?: [\u0021-\u007e]+)*$/u;

/** Simple case folding of one code point: a letter whose lower case is several letters stays as it is. */
function foldCase(letter: string): string {
  if (letter === 'ς') return 'σ';
  const lower = letter.toLowerCase();
  return lower.length === letter.length ? lower : letter;
}

/**
 * The form in which names are compared with `exactMatch`: NFC, outer white space removed, runs of white space made one
 * blank, simple case folding. Nothing else is set aside; `''` for white space alone.
 * @see spec/interface.md, "exactMatch"
 */
export function exactForms(raw: string): string {
  if (ascii.test(raw)) return raw.toLowerCase();
  const text = raw.normalize('NFC').trim().replace(/\s+/gu, ' ');
  let folded = '';
  for (const letter of text) folded += foldCase(letter);
  return folded;
}
