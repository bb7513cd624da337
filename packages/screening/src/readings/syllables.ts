import type { Script } from '../model/prepared-name.ts';
import { latinSkeleton, letterCodes } from './latin-skeleton.ts';
import { referenceTables } from '../tables/reference-tables.ts';
import { cantoneseSpellings } from './cantonese-spellings.ts';
import { isJapanese, japaneseSpellings } from './japanese-spellings.ts';
import { koreanSpellings } from './korean-spellings.ts';
import { mandarinSpellings } from './mandarin-spellings.ts';

/** Languages whose names are read character by character. */
export const languages = ['mandarin', 'cantonese', 'korean', 'vietnamese', 'japanese'] as const;
export type Language = (typeof languages)[number];

/** Scripts whose characters are syllables or words with readings. */
export type SyllabicScript = 'han' | 'hangul';

/** Whether the characters of a script are read one by one. */
export function isSyllabic(script: Script): script is SyllabicScript {
  return script === 'han' || script === 'hangul';
}

/** One character in one language. */
export interface Syllable {
  /** Its Latin spellings as letter codes (`letterCodes`). */
  readonly spellings: readonly Uint8Array[];
  /** The same as text. */
  readonly texts: ReadonlySet<string>;
  /** One representative for all spellings with the same effect on skeletons. */
  readonly frames: readonly string[];
  /** Possible first letters: bit n for letter n. */
  readonly firsts: number;
  /** Number of letters of the shortest and longest spelling. */
  readonly shortest: number;
  readonly longest: number;
}

const mostKept = 40_000;
const kept = new Map<string, Syllable | null>();

/** Letters at the beginning of a syllable that may change the effect of the previous letter on a skeleton: ph, sz, ci, sch. */
const changesBefore = /^[hzceiy]/u;
/** Letters at the end of a syllable that the next letter may change, or that change the next letter. */
const changesAfter = /[pscz]$/u;

/** Spellings with the same frame cannot be distinguished by the skeletons of words that contain them. */
function frameOf(text: string): string {
  return [latinSkeleton(text), changesBefore.exec(text)?.[0], changesAfter.exec(text)?.[0]].join(' ');
}

const firstCharacterMark = '^';

/**
 * The spellings of a character in a language; null if it has no reading there.
 * @param inside whether it is not the first character of its word
 */
export function syllableOf(character: string, language: Language, inside: boolean): Syllable | null {
  const key = `${language}${inside ? '' : firstCharacterMark}${character}`;
  let syllable = kept.get(key);
  if (syllable === undefined) {
    const texts = spellingsOf(character, language, inside);
    syllable = texts.length === 0 ? null : makeSyllable(texts);
    if (kept.size >= mostKept) kept.clear();
    kept.set(key, syllable);
  }
  return syllable;
}

function makeSyllable(texts: readonly string[]): Syllable {
  const spellings = texts.map(letterCodes);
  const firsts = spellings.reduce((bits, codes) => bits | (1 << (codes[0] ?? 0)), 0);
  const frames = [...new Map(texts.map((text) => [frameOf(text), text])).values()];
  const lengths = texts.map(({ length }) => length);
  return {
    spellings,
    texts: new Set(texts),
    frames,
    firsts,
    shortest: Math.min(...lengths),
    longest: Math.max(...lengths),
  };
}

function spellingsOf(character: string, language: Language, inside: boolean): string[] {
  const { hanCharacters } = referenceTables();
  if (language === 'korean') {
    const hangul = hanCharacters(character)?.korean ?? [character];
    return [...new Set(hangul.flatMap(koreanSpellings))];
  }
  const readings = hanCharacters(character)?.[language] ?? [];
  const ruled = readings.flatMap((reading) => spelledIn[language](reading, inside));
  const named = language === 'japanese' ? namedJapanese(character) : [];
  return [...new Set([...ruled, ...named.flatMap((reading) => japaneseSpellings(reading, inside))])];
}

/** Handled specially, because dictionaries have few readings used in names: the readings in the tables that no other language has. */
function namedJapanese(character: string): string[] {
  const others = ['mandarin', 'cantonese', 'korean', 'vietnamese'] as const;
  const explained = new Set(others.flatMap((language) => spellingsOf(character, language, false)));
  const readings = referenceTables().hanReadings.get(character) ?? [];
  return readings.filter((reading) => isJapanese(reading) && !explained.has(reading));
}

const spelledIn: Record<Exclude<Language, 'korean'>, (reading: string, inside: boolean) => string[]> = {
  mandarin: mandarinSpellings,
  cantonese: cantoneseSpellings,
  vietnamese: (reading) => [reading],
  japanese: japaneseSpellings,
};

/** For each letter, whether a syllable may end before it: for the current and the next syllable; overwritten by every call. */
const ends = [new Uint8Array(64), new Uint8Array(64)] as const;

/**
 * Whether the letters spell the syllables in order, without a syllable crossing a position in `breaks`; more than 63 letters are not a
 * name.
 */
export function isSpelledBy(
  syllables: readonly Syllable[],
  letters: Uint8Array,
  breaks: ReadonlySet<number> | null = null,
): boolean {
  if (letters.length >= ends[0].length || ((syllables[0]?.firsts ?? 0) & (1 << (letters[0] ?? 0))) === 0)
    return false;
  let [reached, next] = ends as readonly [Uint8Array, Uint8Array];
  reached.fill(0, 0, letters.length + 1);
  reached[0] = 1;
  for (const { spellings, firsts } of syllables) {
    let goesOn = false;
    next.fill(0, 0, letters.length + 1);
    for (let at = 0; at < letters.length; at += 1) {
      if (reached[at] === 0 || (firsts & (1 << (letters[at] as number))) === 0) continue;
      for (const spelling of spellings) {
        const end = at + spelling.length;
        if (end > letters.length || next[end] === 1) continue;
        if (!startsAt(letters, at, spelling) || crosses(breaks, at, end)) continue;
        next[end] = 1;
        goesOn = true;
      }
    }
    if (!goesOn) return false;
    [reached, next] = [next, reached];
  }
  return reached[letters.length] === 1;
}

function startsAt(letters: Uint8Array, at: number, spelling: Uint8Array): boolean {
  for (let index = 0; index < spelling.length; index += 1)
    if (letters[at + index] !== spelling[index]) return false;
  return true;
}

function crosses(breaks: ReadonlySet<number> | null, from: number, to: number): boolean {
  if (breaks === null) return false;
  for (const place of breaks) if (place > from && place < to) return true;
  return false;
}

/**
 * The skeletons (`latinSkeleton`) of all spellings of the joined syllables. The effect of a letter on a skeleton depends only on its
 * neighbours, so of all spellings with the same skeleton and the same relevant ending, only one is continued.
 */
export function skeletonsOfSyllables(syllables: readonly Syllable[]): string[] {
  let reached = new Map<string, string>([['', '']]);
  for (const { frames } of syllables) {
    const next = new Map<string, string>();
    for (const front of reached.values())
      for (const text of frames) {
        const whole = front + text;
        next.set(`${latinSkeleton(whole)} ${changesAfter.exec(whole)?.[0] ?? ''}`, whole);
      }
    reached = next;
  }
  return [...new Set([...reached.values()].map(latinSkeleton))];
}
