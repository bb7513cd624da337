import { lettersOf } from '../printed/values/confusables.ts';

/** Letters that zones spell in more than one way, or differently from simply dropping the accent (ICAO 9303-3, section 6). */
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

/** Whether the zone's text, or its beginning, spells the printed name letter by letter. */
export function isSpelling(zone: string, printed: string, truncated: boolean): boolean {
  const letters = zone.replaceAll(/[^A-Z]/g, '');
  const spelt = zoneSpellings(printed.replaceAll(/[^\p{L}]/gu, ''));
  return spelt.some((spelling) => (truncated ? spelling.startsWith(letters) : spelling === letters));
}

/**
 * All ways in which a zone may spell one printed word: A–Z only, at most 16. Digits are read as the letters they resemble; letters of
 * other scripts have no spelling, so that Greek or Cyrillic print beside the Latin text is ignored.
 */
export function zoneSpellings(word: string): string[] {
  let found = [''];
  for (const [at, letter] of Array.from(lettersOf(word.normalize('NFC').toUpperCase())).entries()) {
    // No language of the engine includes thorn, which it reads as P at the beginning of a name.
    const options = (at === 0 && letter === 'P' ? ['P', 'TH'] : spellings[letter]) ?? [
      letter.normalize('NFD').replaceAll(/[^A-Z]/g, ''),
    ];
    found = found.flatMap((start) => options.map((option) => start + option)).slice(0, mostSpellings);
  }
  return [...new Set(found.filter(Boolean))];
}
