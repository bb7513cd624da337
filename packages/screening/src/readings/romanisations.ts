import type { RomanisedReading, RomanisedWord, Word } from '../model/word.ts';
import { isKoreanSurname, koreanSurnameForms, koreanSyllables } from './korean-systems.ts';
import { mandarinSurnameForms, mandarinSyllables } from './mandarin-systems.ts';
import type { SyllableForms, System } from './syllable-forms.ts';

/*
 * Reads Chinese and Korean words in Latin letters syllable by syllable, in the current romanisation or in earlier ones. A word is read
 * only if it consists entirely of valid syllables.
 *
 * A reading is a sequence of forms, each common to all spellings of a syllable. A form is coarser than a syllable in the current
 * romanisation, so it must not be used to relate two words of that system; whether a word that is valid in both belongs to an older
 * system is determined by the other words of its name.
 */

/** Languages whose older romanisations are read. */
export const romanisedLanguages = ['mandarin', 'korean'] as const;
export type RomanisedLanguage = (typeof romanisedLanguages)[number];

/** The form of a syllable, and the characters spelt that way. */
interface Form {
  readonly form: string;
  readonly characters: string;
}
type Forms = Readonly<Record<System, readonly Form[]>>;

const longestSyllable = 6;
const mostSyllables = 3;
/** Maximum number of forms of one word; with more, they are not meaningful. */
const mostReadings = 8;

const makers = { mandarin: mandarinSyllables, korean: koreanSyllables };

/**
 * A trie of a language's syllables: node × 32 + letter leads to the next node, 0 to none; `forms` is indexed by the node where a syllable
 * ends.
 */
interface SyllableTable {
  readonly next: Uint16Array;
  readonly forms: readonly (Forms | undefined)[];
}

const tables: Partial<Record<RomanisedLanguage, SyllableTable>> = {};

function tableOf(language: RomanisedLanguage): SyllableTable {
  return (tables[language] ??= trieOf(formsOf(makers[language]())));
}

function formsOf(syllables: readonly SyllableForms[]): Map<string, Forms> {
  const table = new Map<string, Forms>();
  for (const { text, system, form, character = '' } of syllables) {
    if (text.length > longestSyllable) continue;
    const known = table.get(text) ?? { standard: [], older: [], other: [] };
    const same = known[system].find((one) => one.form === form);
    const others = known[system].filter((one) => one !== same);
    const characters = (same?.characters ?? '') + character;
    table.set(text, { ...known, [system]: [...others, { form, characters }] });
  }
  return table;
}

const trieWidth = 32;
const beforeA = 96;

function trieOf(syllables: ReadonlyMap<string, Forms>): SyllableTable {
  const next: number[] = new Array<number>(trieWidth).fill(0);
  const forms: (Forms | undefined)[] = [undefined];
  for (const [syllable, of] of syllables) {
    let node = 0;
    for (let at = 0; at < syllable.length; at += 1) {
      const step = node * trieWidth + syllable.charCodeAt(at) - beforeA;
      if (next[step] === 0) {
        next[step] = forms.length;
        forms.push(undefined);
        for (let letter = 0; letter < trieWidth; letter += 1) next.push(0);
      }
      node = next[step] as number;
    }
    forms[node] = of;
  }
  return { next: Uint16Array.from(next), forms };
}

/** Whether the rest of a word can be divided into syllables of any system; a cheap test that excludes nearly all words. */
function isCut(text: string, from: number, { table, left }: { table: SyllableTable; left: number }): boolean {
  let node = 0;
  for (let at = from; at < text.length; at += 1) {
    node = table.next[node * trieWidth + text.charCodeAt(at) - beforeA] as number;
    if (node === 0) return false;
    if (table.forms[node] === undefined) continue;
    if (at + 1 === text.length) return true;
    if (left > 1 && isCut(text, at + 1, { table, left: left - 1 })) return true;
  }
  return false;
}

const systems = ['standard', 'older', 'other'] as const;
const start: readonly [RomanisedReading] = [{ form: '', characters: [] }];
const startsWithVowel = /[aeo]/u;

/** Reads one word in every way, in all systems at once. */
class WordReading {
  readonly found: Record<System, RomanisedReading[]> = { standard: [], older: [], other: [] };
  readonly #text: string;
  readonly #table: SyllableTable;
  /** Whether a syllable inside the word may begin with a vowel, which often belongs to the previous syllable instead. */
  readonly #vowels: boolean;
  /** The syllables up to the current position. */
  readonly #syllables: Forms[] = [];

  constructor(text: string, table: SyllableTable, withVowels: boolean) {
    this.#text = text;
    this.#table = table;
    this.#vowels = withVowels;
    this.#readOn(0);
  }

  #readOn(at: number): void {
    if (at === this.#text.length) for (const system of systems) this.#add(system, start[0], 0);
    else if (
      this.#syllables.length < mostSyllables &&
      (at === 0 || this.#vowels || !startsWithVowel.test(this.#text.charAt(at)))
    )
      this.#follow(at, 0);
  }

  /** Continues with a syllable from its node, longest first. */
  #follow(at: number, from: number): void {
    if (at === this.#text.length) return;
    const node = this.#table.next[from * trieWidth + this.#text.charCodeAt(at) - beforeA] as number;
    if (node === 0) return;
    this.#follow(at + 1, node);
    const forms = this.#table.forms[node];
    if (forms === undefined) return;
    this.#syllables.push(forms);
    this.#readOn(at + 1);
    this.#syllables.pop();
  }

  /** Adds the readings of a prefix and the syllables after it. */
  #add(system: System, front: RomanisedReading, count: number): void {
    const forms = this.#syllables[count]?.[system];
    if (forms === undefined) return keep(this.found[system], front);
    for (const { form, characters } of forms)
      this.#add(
        system,
        { form: `${front.form}${form}.`, characters: [...front.characters, characters] },
        count + 1,
      );
  }
}

/** Merges readings with the same form, combining their characters. */
function keep(found: RomanisedReading[], { form, characters }: RomanisedReading): void {
  const place = found.findIndex((one) => one.form === form);
  if (place < 0) found.push({ form, characters });
  else {
    const known = found[place]?.characters;
    found[place] = { form, characters: characters.map((some, at) => some + (known?.[at] ?? '')) };
  }
}

const letters = /^[a-z]+$/u;

/** Languages whose syllables may form a Latin word, as bits in the order of `romanisedLanguages`; does not read the word. */
export function mayBeRomanised(text: string): number {
  if (text.length > longestSyllable * mostSyllables || !letters.test(text)) return 0;
  let bits = 0;
  for (let bit = 0; bit < romanisedLanguages.length; bit += 1) {
    const table = tableOf(romanisedLanguages[bit] as RomanisedLanguage);
    if (isCut(text, 0, { table, left: mostSyllables })) bits |= 1 << bit;
  }
  return bits;
}

/** Null for a word with an unknown syllable, with more than three syllables, or without Latin letters. */
export function readRomanised(text: string, language: RomanisedLanguage): RomanisedWord | null {
  if (text.length > longestSyllable * mostSyllables || !letters.test(text)) return null;
  const table = tableOf(language);
  if (!isCut(text, 0, { table, left: mostSyllables })) return null;
  for (const withVowels of [false, true]) {
    const { found } = new WordReading(text, table, withVowels);
    const forms = new Set(allReadings(found).map(({ form }) => form));
    if (forms.size > 0) return forms.size > mostReadings ? null : found;
  }
  return null;
}

function areSame(one: RomanisedReading, other: RomanisedReading): boolean {
  return (
    one.form === other.form &&
    one.characters.every((some, at) => {
      const others = other.characters[at] ?? '';
      return some === others || Array.from(some).some((character) => others.includes(character));
    })
  );
}

function shareOne(some: readonly RomanisedReading[], others: readonly RomanisedReading[]): boolean {
  return some.some((one) => others.some((other) => areSame(one, other)));
}

/**
 * Whether two words are the same in two romanisations, or both in an older one. Two different words of the current romanisation are never
 * the same, nor are individual spellings.
 */
export function isOlderSpelling(a: RomanisedWord | null, b: RomanisedWord | null): boolean {
  if (a === null || b === null) return false;
  return (
    shareOne(a.older, [...b.standard, ...b.older, ...b.other]) ||
    shareOne(a.standard, [...b.older, ...b.other]) ||
    shareOne(a.other, [...b.standard, ...b.older])
  );
}

/**
 * The readings of a word in its name: from an older romanisation if the name is in one and has the word, otherwise from the current one.
 * A word that is not in the current romanisation belongs to another one in any name, because people spell their surnames that way beside
 * any given name.
 */
export function readingsIn(word: RomanisedWord | null, isOlder: boolean): RomanisedWord | null {
  if (word === null) return null;
  const { standard, older, other } = word;
  if (!isOlder) return standard.length === 0 ? word : { standard, older: [], other: [] };
  return older.length + other.length === 0 ? word : { standard: [], older, other };
}

/** Words of a name that are not in the current romanisation. */
export function wordsOfOthers(words: readonly Word[], language: RomanisedLanguage): readonly Word[] {
  return words.filter((word) => romanisedOf(word, language)?.standard.length === 0);
}

/**
 * Whether a name of these words, all of the language, is in an older romanisation: at least one of them is not a word of the current one.
 * A Korean surname alone is not sufficient, because people choose its spelling independently of their given name; it comes first, or last
 * if the first word is not one.
 */
export function areOlder(words: readonly Word[], language: RomanisedLanguage): boolean {
  const [only, ...more] = wordsOfOthers(words, language);
  if (only === undefined || more.length > 0) return only !== undefined;
  if (language !== 'korean' || !isKoreanSurname(only.text)) return true;
  const [first] = words;
  return only !== first && (only !== words.at(-1) || (first !== undefined && mayBeSurname(first, language)));
}

const known: Readonly<Record<RomanisedLanguage, WeakMap<Word, { read: RomanisedWord | null }>>> = {
  mandarin: new WeakMap(),
  korean: new WeakMap(),
};

/** `readRomanised` of a word, cached with it. */
export function romanisedOf(word: Word, language: RomanisedLanguage): RomanisedWord | null {
  if ((word.romanised & (1 << romanisedLanguages.indexOf(language))) === 0) return null;
  let found = known[language].get(word);
  if (!found) {
    found = { read: readRomanised(word.text, language) };
    known[language].set(word, found);
  }
  return found.read;
}

/** All readings of a word. */
export function allReadings({ standard, older, other }: RomanisedWord): readonly RomanisedReading[] {
  return [...standard, ...older, ...other];
}

function joinAll(fronts: readonly RomanisedReading[], ends: readonly RomanisedReading[]): RomanisedReading[] {
  return fronts.flatMap((front) =>
    ends.map((end) => ({
      form: front.form + end.form,
      characters: [...front.characters, ...end.characters],
    })),
  );
}

const makersOfSurnames = { mandarin: mandarinSurnameForms, korean: koreanSurnameForms };
const surnameForms: Partial<Record<RomanisedLanguage, ReadonlySet<string>>> = {};

/** Whether a word may be a surname of the language, in any romanisation. */
export function mayBeSurname(word: Word, language: RomanisedLanguage): boolean {
  const read = romanisedOf(word, language);
  if (read === null) return false;
  const surnames = (surnameForms[language] ??= makersOfSurnames[language]());
  return allReadings(read).some(({ form }) => surnames.has(form));
}

/** Whether two words consist of syllables of the language but have no reading in common. */
export function haveOtherSyllables(a: Word, b: Word, language: RomanisedLanguage): boolean {
  const [one, other] = [romanisedOf(a, language), romanisedOf(b, language)];
  if (one === null || other === null) return false;
  const forms = new Set(allReadings(one).map(({ form }) => form));
  return !allReadings(other).some(({ form }) => forms.has(form));
}

/** Number of syllables in a word by its shortest and longest reading; null for a word that is not of the language. */
export function syllablesIn(word: Word, language: RomanisedLanguage): { least: number; most: number } | null {
  const read = romanisedOf(word, language);
  if (read === null) return null;
  const counts = allReadings(read).map(({ characters }) => characters.length);
  return { least: Math.min(...counts), most: Math.max(...counts) };
}

/** Combined readings of adjacent words; null if one of them is not of the language, or if there are too many syllables. */
export function joinRomanised(words: readonly (RomanisedWord | null)[]): RomanisedWord | null {
  let standard: readonly RomanisedReading[] = start;
  let older = standard;
  let other = standard;
  for (const word of words) {
    if (word === null) return null;
    standard = joinAll(standard, word.standard);
    older = joinAll(older, word.older);
    other = joinAll(other, word.other);
  }
  const all = { standard: standard.filter(isWord), older: older.filter(isWord), other: other.filter(isWord) };
  return allReadings(all).length === 0 ? null : all;
}

function isWord({ characters }: RomanisedReading): boolean {
  return characters.length <= mostSyllables;
}

/** All ways to split a reading into two or three. */
export function partsOfReading({ form }: RomanisedReading): string[][] {
  const syllables = form.split('.').slice(0, -1);
  const text = (from: number, to: number): string =>
    syllables
      .slice(from, to)
      .map((one) => `${one}.`)
      .join('');
  const cuts: string[][] = [];
  for (let first = 1; first < syllables.length; first += 1) {
    cuts.push([text(0, first), text(first, syllables.length)]);
    for (let second = first + 1; second < syllables.length; second += 1)
      cuts.push([text(0, first), text(first, second), text(second, syllables.length)]);
  }
  return cuts;
}
