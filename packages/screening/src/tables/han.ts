import { BrokenTable, tableLines, tableText } from './table-file.ts';
import { loadReadings } from './word-tables.ts';

/**
 * Loads character folds (entries of one traditional and one simplified character) and readings (surnames, then characters of given
 * names), keyed by simplified characters.
 */
export function loadHan(): {
  hanSimplified: Map<string, string>;
  hanReadings: Map<string, readonly string[]>;
} {
  const hanSimplified = new Map<string, string>();
  for (const line of tableLines('han-simplified')) {
    const [from, to, ...rest] = line;
    if (from === undefined || to === undefined || rest.length > 0 || hanSimplified.has(from))
      throw new BrokenTable(`han-simplified: "${line}" is no pair, or a second one`);
    hanSimplified.set(from, to);
  }
  const hanReadings = new Map<string, readonly string[]>();
  for (const table of ['han-surnames', 'han-given']) {
    for (const [characters, readings] of loadReadings(table)) {
      const key = Array.from(characters, (c) => hanSimplified.get(c) ?? c).join('');
      hanReadings.set(key, [...new Set([...(hanReadings.get(key) ?? []), ...readings])]);
    }
  }
  return { hanSimplified, hanReadings };
}

/** Readings of a character by language, as spelt in the Unihan database; languages without a reading are absent. */
export interface HanCharacter {
  /** Pinyin syllables without tones, ü as v. */
  mandarin?: readonly string[];
  /** Jyutping syllables without tones. */
  cantonese?: readonly string[];
  /** Hangul syllables. */
  korean?: readonly string[];
  /** Without diacritics. */
  vietnamese?: readonly string[];
  /** Words in Latin letters, by sound and by meaning. */
  japanese?: readonly string[];
}

const languageLetters: Readonly<Record<string, keyof HanCharacter>> = {
  m: 'mandarin',
  c: 'cantonese',
  k: 'korean',
  v: 'vietnamese',
  j: 'japanese',
};

/** Looks up readings of simplified characters; null for a character that is not among the nine thousand in everyday use. */
export function loadHanCharacters(): {
  hanCharacters: (character: string) => HanCharacter | null;
  koreanReadings: () => Set<string>;
} {
  const lines = new Map<string, string>();
  for (const line of tableText('han-readings').split('\n')) {
    const end = line.indexOf(' ');
    if (end > 0 && !line.startsWith('#')) lines.set(line.slice(0, end), line.slice(end + 1));
  }
  return {
    hanCharacters: (character) => {
      const line = lines.get(character);
      return line === undefined ? null : readCharacter(line);
    },
    koreanReadings: () => new Set([...lines.values()].flatMap((line) => readCharacter(line).korean ?? [])),
  };
}

/** @throws BrokenTable */
function readCharacter(line: string): HanCharacter {
  const readings: HanCharacter = {};
  for (const field of line.split(' ')) {
    const language = languageLetters[field.charAt(0)];
    if (language === undefined || field.charAt(1) !== '=') throw new BrokenTable(`han-readings: "${line}"`);
    readings[language] = field.slice(2).split(',');
  }
  return readings;
}
