import { referenceTables } from '../tables/reference-tables.ts';
import { isJapanese } from './japanese-spellings.ts';
import { latinSkeleton, letterCodes } from './latin-skeleton.ts';
import {
  isSpelledBy,
  isSyllabic,
  languages,
  skeletonsOfSyllables,
  syllableOf,
  type Language,
  type Syllable,
  type SyllabicScript,
} from './syllables.ts';
import type { Script } from '../model/prepared-name.ts';
import { SyllableStates } from './syllable-states.ts';

/*
 * Compares names in Han characters and Hangul with Latin words, by the readings of their characters.
 *
 * A name consists of a family name of one or two characters and a given name of one to three. Each character has a closed set of readings
 * in each language, and each reading a closed set of spellings, so whether words spell a name is a yes-or-no question: if only two of
 * three syllables agree, it is a different name, however similar the letters look. All characters are read in one language, except that
 * dialectal Chinese surnames occur with Mandarin given names.
 *
 * State: a bounded cache of data about recent texts. Cost: a few hundred letter comparisons for a name in five languages.
 */

/** Maximum characters of a name read this way; longer ones are foreign words spelt by sound. */
const longestNative = 5;
const longestFamily = 2;

const sounds = {
  /** The family name is in the tables of surnames. */
  surname: 9_600,
  /** It is not in the tables, but may be a family name. */
  other: 9_000,
} as const;

interface LanguageReading {
  readonly language: Language;
  readonly syllables: readonly Syllable[];
}

interface NativeText {
  readonly characters: readonly string[];
  readonly readings: readonly LanguageReading[];
  /** Spellings of the whole text in the tables. */
  readonly tabled: ReadonlySet<string>;
  /** A quick filter: the possible first letters, bit n for letter n, and limits on the number of letters, which most other words fail. */
  readonly firsts: number;
  readonly shortest: number;
  readonly longest: number;
}

const mostKept = 20_000;
const kept = new Map<string, NativeText>();

function readText(text: string, script: SyllabicScript): NativeText {
  let known = kept.get(text);
  if (!known) {
    known = makeText(text, script);
    if (kept.size >= mostKept) kept.clear();
    kept.set(text, known);
  }
  return known;
}

function makeText(text: string, script: SyllabicScript): NativeText {
  const characters = Array.from(text);
  const readings =
    characters.length > longestNative
      ? []
      : languages
          .filter((language) => script === 'han' || language === 'korean')
          .flatMap((language) => {
            const syllables = characters.flatMap((one, at) => syllableOf(one, language, at > 0) ?? []);
            return syllables.length === characters.length ? { language, syllables } : [];
          });
  const tabled = new Set(tabledOf(text, script, characters));
  return { characters, readings, tabled, ...boundsOf(readings, [...tabled]) };
}

function boundsOf(
  readings: readonly LanguageReading[],
  tabled: readonly string[],
): Pick<NativeText, 'firsts' | 'shortest' | 'longest'> {
  const sum = (syllables: readonly Syllable[], key: 'shortest' | 'longest'): number =>
    syllables.reduce((letters, syllable) => letters + syllable[key], 0);
  const lengths = tabled.map(({ length }) => length);
  return {
    firsts: [
      ...readings.map(({ syllables }) => syllables[0]?.firsts ?? 0),
      ...tabled.map((word) => 1 << (letterCodes(word)[0] ?? 0)),
    ].reduce((bits, more) => bits | more, 0),
    shortest: Math.min(...readings.map(({ syllables }) => sum(syllables, 'shortest')), ...lengths),
    longest: Math.max(...readings.map(({ syllables }) => sum(syllables, 'longest')), ...lengths),
  };
}

function tabledOf(text: string, script: SyllabicScript, characters: readonly string[]): readonly string[] {
  const { hanCharacters, hanReadings, hangulSurnames } = referenceTables();
  if (script === 'hangul') return hangulSurnames.get(text) ?? [];
  const named = hanReadings.get(text) ?? [];
  if (characters.length > 1) return named;
  // A Korean surname in Han characters has the usual spellings of its reading: 李 is Lee.
  return [...named, ...(hanCharacters(text)?.korean ?? []).flatMap((one) => hangulSurnames.get(one) ?? [])];
}

/** Whether a word consists of two to five characters with readings in one language, as `alignNative` requires. */
export function isNative(text: string, script: Script): boolean {
  if (!isSyllabic(script)) return false;
  const { characters, readings } = readText(text, script);
  return characters.length > 1 && readings.length > 0;
}

/** Skeletons of all spellings that `spellsNative` accepts for a text; none for other scripts. */
export function nativeSkeletons(text: string, script: Script): string[] {
  if (!isSyllabic(script)) return [];
  const { readings, tabled } = readText(text, script);
  return [
    ...new Set([
      ...readings.flatMap(({ syllables }) => skeletonsOfSyllables(syllables)),
      ...Array.from(tabled, latinSkeleton),
    ]),
  ];
}

/** Finds all words that `spellsNative` accepts among many; null for texts in other scripts. */
export function nativeStates(text: string, script: Script): SyllableStates | null {
  if (!isSyllabic(script)) return null;
  const { readings, tabled } = readText(text, script);
  return new SyllableStates(
    readings.map(({ syllables }) => syllables),
    tabled,
  );
}

/** Whether Latin letters spell a text as a family or given name in any one language. */
export function spellsNative(text: string, script: Script, letters: Uint8Array): boolean {
  if (!isSyllabic(script)) return false;
  const { readings, tabled, firsts, shortest, longest } = readText(text, script);
  // Most words are rejected here.
  if (letters.length < shortest || letters.length > longest || (firsts & (1 << (letters[0] ?? 0))) === 0)
    return false;
  if (readings.some(({ syllables }) => isSpelledBy(syllables, letters))) return true;
  return tabled.size > 0 && tabled.has(textOf(letters));
}

function textOf(letters: Uint8Array): string {
  return String.fromCharCode(...letters.map((letter) => letter + 96));
}

const chinese: ReadonlySet<Language> = new Set(['mandarin', 'cantonese']);

/** How well a Latin word agrees with a family name in a language; 0 for no agreement. */
function familySimilarity(
  family: string,
  script: SyllabicScript,
  spelled: { word: string; language: Language },
): number {
  const { word, language } = spelled;
  const { characters, readings, tabled } = readText(family, script);
  const isKnown = tabled.size > 0;
  const letters = letterCodes(word);
  const agrees = readings.some(
    (reading) =>
      (reading.language === language || (chinese.has(reading.language) && chinese.has(language))) &&
      isSpelledBy(reading.syllables, letters),
  );
  // Surnames of two characters must be in the table, except in Japanese, where nearly all have two.
  if (agrees && (characters.length === 1 || isKnown || language === 'japanese'))
    return isKnown ? sounds.surname : sounds.other;
  return tabled.has(word) && mayBeOf(word, readings, language) ? sounds.surname : 0;
}

/**
 * The tables do not state the language of a reading: a reading that another language explains is not attributed to this one. Japanese
 * explains too many.
 */
function mayBeOf(word: string, readings: readonly LanguageReading[], language: Language): boolean {
  const letters = letterCodes(word);
  if (language === 'japanese') return isJapanese(word);
  const explaining = readings.filter(
    (reading) => reading.language !== 'japanese' && isSpelledBy(reading.syllables, letters),
  );
  return explaining.length === 0 || explaining.some((reading) => reading.language === language);
}

interface GivenWords {
  readonly letters: Uint8Array;
  readonly breaks: ReadonlySet<number>;
}

function joinWords(words: readonly string[]): GivenWords {
  const breaks = new Set<number>();
  let joined = '';
  for (const word of words) {
    if (joined !== '') breaks.add(joined.length);
    joined += word;
  }
  return { letters: letterCodes(joined), breaks };
}

/** A way to split Latin words into a family name and a given name. */
interface Cut {
  readonly family: string;
  readonly given: readonly string[];
}

function* cutsOf(words: readonly string[], length: number): Generator<Cut> {
  const [first = '', second = ''] = words;
  yield { family: first, given: words.slice(1) };
  yield { family: words.at(-1) ?? '', given: words.slice(0, -1) };
  if (length < 2 || words.length < 3) return;
  // A surname of two characters in two words: Au Yeung.
  yield { family: first + second, given: words.slice(2) };
  yield { family: words.slice(-2).join(''), given: words.slice(0, -2) };
}

/**
 * How well two to four adjacent Latin words spell a name of two to five Han characters or Hangul syllables: at least 9,000 if every
 * character is spelt in one language, otherwise 0. The family name is first or last; the given name follows the order of its characters,
 * in one or several words.
 * @param apart whether the text is a given name separate from its family name, so that all words are the given name
 */
export function alignNative(
  text: string,
  script: Script,
  { words, apart }: { words: readonly string[]; apart: boolean },
): number {
  if (!isSyllabic(script)) return 0;
  const { characters, readings } = readText(text, script);
  if (apart) {
    const { letters, breaks } = joinWords(words);
    const agrees = readings.some(({ syllables }) => isSpelledBy(syllables, letters, breaks));
    return agrees ? sounds.surname : 0;
  }
  let best = 0;
  for (let length = 1; length <= longestFamily && length < characters.length; length += 1) {
    const family = characters.slice(0, length).join('');
    for (const cut of cutsOf(words, length)) {
      const { letters, breaks } = joinWords(cut.given);
      for (const { language, syllables } of readings) {
        const given = syllables.slice(length);
        if (!isSpelledBy(given, letters, breaks)) continue;
        best = Math.max(best, familySimilarity(family, script, { word: cut.family, language }));
      }
    }
  }
  return best;
}

const longestJapaneseFamily = 3;

/** Whether a name in Han characters begins with a Japanese family name from the tables. */
export function mayBeJapanese(text: string, script: Script): boolean {
  if (script !== 'han') return false;
  const characters = Array.from(text);
  for (let length = Math.min(longestJapaneseFamily, characters.length - 1); length > 0; length -= 1) {
    const { tabled, readings } = readText(characters.slice(0, length).join(''), script);
    const others = readings.filter(({ language }) => language !== 'japanese');
    const isOwn = (word: string): boolean =>
      word.length > 2 &&
      isJapanese(word) &&
      !others.some(({ syllables }) => isSpelledBy(syllables, letterCodes(word)));
    if ([...tabled].some(isOwn)) return true;
  }
  return false;
}

/** Number of characters in the Japanese family name from the tables that a Latin word spells; 0 if there is none. */
export function japaneseFamily(text: string, word: string): number {
  if (!isJapanese(word)) return 0;
  const characters = Array.from(text);
  for (let length = Math.min(longestJapaneseFamily, characters.length - 1); length > 0; length -= 1) {
    const family = characters.slice(0, length).join('');
    if (readText(family, 'han').tabled.has(word)) return length;
  }
  return 0;
}
