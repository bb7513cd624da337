import { lettersOf } from '../printed/values/confusables.ts';

/** Letters that zones spell in more than one way, or not simply without their accent (ICAO 9303-3, section 6). */
const spellings: Readonly<Record<string, readonly string[]>> = {
  Ä: ['A', 'AE'],
  Å: ['A', 'AA'],
  Æ: ['AE'],
  Ð: ['D'],
  Đ: ['D'],
  Ə: ['A', 'E'],
  Ħ: ['H'],
  Ĳ: ['IJ'],
  ĸ: ['Q'],
  Ŀ: ['L'],
  Ł: ['L'],
  Ñ: ['N', 'NXX'],
  Ŋ: ['N'],
  Ö: ['O', 'OE'],
  Ø: ['O', 'OE'],
  Œ: ['OE'],
  ß: ['SS'],
  ẞ: ['SS'],
  Þ: ['TH'],
  Ŧ: ['T'],
  Ü: ['U', 'UE', 'UXX'],
  İ: ['I'],
  ı: ['I'],
};

const mostSpellings = 16;

/** Whether a zone, or its beginning, is a spelling of a printed name, letter by letter. */
export function isSpelling(zone: string, printed: string, truncated: boolean): boolean {
  const letters = zone.replaceAll(/[^A-Z]/g, '');
  const spelt = zoneSpellings(printed.replaceAll(/[^\p{L}]/gu, ''));
  return spelt.some((spelling) => (truncated ? spelling.startsWith(letters) : spelling === letters));
}

/**
 * All ways in which a zone may spell one printed word: A–Z only, at most 16. Digits count as the letters that they resemble; letters of
 * other scripts have no spelling, so Greek or Cyrillic print next to the Latin is ignored.
 */
export function zoneSpellings(word: string): string[] {
  let found = [''];
  for (const [at, letter] of Array.from(lettersOf(word.normalize('NFC').toUpperCase())).entries()) {
    // No language of the OCR engine has a thorn; at the beginning of a name it is read as P.
    const options = (at === 0 && letter === 'P' ? ['P', 'TH'] : spellings[letter]) ?? [
      letter.normalize('NFD').replaceAll(/[^A-Z]/g, ''),
    ];
    found = found.flatMap((start) => options.map((option) => start + option)).slice(0, mostSpellings);
  }
  return [...new Set(found.filter(Boolean))];
}
