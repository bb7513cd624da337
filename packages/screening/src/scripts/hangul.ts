const firstSyllable = 0xac00;
const lastSyllable = 0xd7a3;
const silentInitial = 'ᄋ';

/** Converts Hangul syllables to conjoining jamo without the silent initial: 한 becomes ᄒ, ᅡ, ᆫ. Initials and finals remain distinct. */
export function jamoOf(text: string): string {
  let jamo = '';
  for (const char of text.normalize('NFC')) {
    const code = char.codePointAt(0) ?? 0;
    jamo += code >= firstSyllable && code <= lastSyllable ? char.normalize('NFD') : char;
  }
  return jamo.replaceAll(silentInitial, '');
}
