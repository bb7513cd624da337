import type { PreparedName, Token, TokenClass } from '../model/prepared-name.ts';
import { tokenWeight } from '../names/token-weights.ts';
import { beginsName } from '../words/compound-forms.ts';
import { parentBeside } from '../words/filiation-words.ts';
import {
  areOlder,
  mayBeSurname,
  romanisedLanguages,
  romanisedOf,
  syllablesIn,
  wordsOfOthers,
  type RomanisedLanguage,
} from '../readings/romanisations.ts';
import { isKunrei, isRomaji } from '../readings/japanese-systems.ts';
import { wordOf } from '../words/word-of.ts';
import type { Word } from '../model/word.ts';
import { alphabeticScripts } from '../scripts/script-of.ts';

/** One of the two compared names, with precomputed data. Bits are token indexes. */
export interface NameSide {
  name: PreparedName;
  tokens: readonly Token[];
  words: readonly Word[];
  /** Total weight of all words other than legal forms, hundredths. */
  weight: number;
  formMask: number;
  numberMask: number;
  initialMask: number;
  /** Words of a person's name that form half of a two-word name, or may be a misspelling of such a word: Abd …. */
  headMask: number;
  /** Words for *son of* and *daughter of*; Bin may also be a name. */
  filiationMask: number;
  /** Words that identify: not particles, legal forms or initials. */
  substantiveMask: number;
  substantive: number;
  /** Words that distinguish this name from others of the same trade and place. */
  distinctiveMask: number;
  typed: boolean;
  /** Whether all identifying words of a person's name are in Arabic letters. */
  arabic: boolean;
  /** Whether the name is one or two words of at most three letters. */
  short: boolean;
  formGroups: readonly string[];
  /** `languagesOf` and `japaneseSystemOf` the name, once known. */
  languages: ReadonlyMap<RomanisedLanguage, SyllabicName> | null;
  japanese: JapaneseSystem | null;
}

/** Whether a token of this class identifies its bearer: it is not a particle, legal form or initial. */
export function isSubstantive(tokenClass: TokenClass): boolean {
  return tokenClass !== 'form' && tokenClass !== 'particle' && tokenClass !== 'initial';
}

const undistinguished: ReadonlySet<TokenClass> = new Set(['organisation', 'place', 'surname_of_two']);

/**
 * Whether a token of this class distinguishes its name from others of the same trade and place. Of a person's two surnames, neither
 * counts as missing if the other is present.
 */
export function isDistinctive(tokenClass: TokenClass): boolean {
  return isSubstantive(tokenClass) && !undistinguished.has(tokenClass);
}

/** The side made last for each position: the subject's name is compared with many listed names. */
let lastQuery: NameSide | undefined;
let lastListed: NameSide | undefined;
const noForms: readonly string[] = [];

/** Prepares the subject's name for comparisons. */
export function querySide(name: PreparedName): NameSide {
  // Compared by identity, because prepared names are never changed.
  if (lastQuery?.name !== name) lastQuery = makeSide(name);
  return lastQuery;
}

/** Prepares a listed name for comparisons. */
export function listedSide(name: PreparedName): NameSide {
  if (lastListed?.name !== name) lastListed = makeSide(name);
  return lastListed;
}

function bitsOfPerson({ kind, tokens }: PreparedName, wanted: (token: Token) => boolean): number {
  let bits = 0;
  if (kind !== 'person') return bits;
  for (let index = 0; index < tokens.length; index += 1)
    if (wanted(tokens[index] as Token)) bits |= 1 << index;
  return bits;
}

const isHeadOfName = ({ text }: Token): boolean => beginsName(text);

const mayStateParent = ({ class: tokenClass, text }: Token): boolean =>
  (tokenClass === 'particle' || text === 'bin') && parentBeside(text) !== null;

/** The words of a name that was read from an index, which has them at hand. */
let knownWords: { name: PreparedName; words: readonly Word[] } | undefined;

/** Spares looking up the words of the name that is compared next. */
export function knowWords(name: PreparedName, words: readonly Word[]): void {
  knownWords = { name, words };
}

function wordsOf(name: PreparedName): readonly Word[] {
  return knownWords?.name === name ? knownWords.words : name.tokens.map(({ text }) => wordOf(text));
}

function isArabic({ kind }: PreparedName, words: readonly Word[], substantiveMask: number): boolean {
  if (kind === 'organisation' || kind === 'vessel') return false;
  for (let rest = substantiveMask; rest !== 0; rest &= rest - 1)
    if (words[31 - Math.clz32(rest & -rest)]?.script !== 'arabic') return false;
  return true;
}

function makeSide(name: PreparedName): NameSide {
  const { tokens } = name;
  const words = wordsOf(name);
  let formGroups = noForms;
  let weight = 0;
  let [formMask, numberMask, initialMask] = [0, 0, 0];
  let [substantiveMask, substantive, distinctiveMask] = [0, 0, 0];
  let short = true;
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] as Token;
    const word = words[index] as Word;
    const bit = 1 << index;
    if (token.class === 'form') {
      formMask |= bit;
      formGroups = [...formGroups, token.text];
      continue;
    }
    weight += token.weight;
    if (token.class === 'number') numberMask |= bit;
    if (token.class === 'initial') initialMask |= bit;
    if (!isSubstantive(token.class)) continue;
    substantiveMask |= bit;
    substantive += 1;
    if (isDistinctive(token.class)) distinctiveMask |= bit;
    if (word.length > 3 || !alphabeticScripts.has(word.script)) short = false;
  }
  return {
    name,
    tokens,
    words,
    weight,
    formMask,
    numberMask,
    initialMask,
    headMask: bitsOfPerson(name, isHeadOfName),
    filiationMask: bitsOfPerson(name, mayStateParent),
    substantiveMask,
    substantive,
    distinctiveMask,
    typed: tokens.some((token) => token.typed),
    arabic: isArabic(name, words, substantiveMask),
    short: short && substantive > 0 && substantive <= 2,
    formGroups,
    languages: null,
    japanese: null,
  };
}

/** Properties of a name in which all identifying words consist of a language's syllables. */
export interface SyllabicName {
  /** Whether it is in an older romanisation. */
  older: boolean;
  /** Whether any of its words, including a lone surname, is not in the current romanisation. */
  spelt: boolean;
  /** Whether its first or last word may be a surname. */
  named: boolean;
  /** Number of syllables by the shortest reading of its words; null if a word is not of the language. */
  leastSyllables: number | null;
  /** Null if its words can be read with different numbers of syllables. */
  syllables: number | null;
}

const noLanguages: ReadonlyMap<RomanisedLanguage, SyllabicName> = new Map();

/** Properties for each language whose syllables the name consists of. Computed on demand, because most names never need it. */
export function languagesOf(side: NameSide): ReadonlyMap<RomanisedLanguage, SyllabicName> {
  return (side.languages ??= readLanguages(side));
}

/** Whether some language may have the syllables of all words in a mask; does not read the words. */
function mayBeSyllabic(words: readonly Word[], mask: number): boolean {
  let shared = -1;
  for (let rest = mask; rest !== 0; rest &= rest - 1)
    shared &= words[31 - Math.clz32(rest & -rest)]?.romanised ?? 0;
  return shared !== 0;
}

function readLanguages({
  name: { kind },
  words,
  substantiveMask,
  formMask,
}: NameSide): ReadonlyMap<RomanisedLanguage, SyllabicName> {
  if (substantiveMask === 0 || kind === 'organisation' || kind === 'vessel') return noLanguages;
  if (!mayBeSyllabic(words, substantiveMask)) return noLanguages;
  const identifying = words.filter((_, index) => (substantiveMask & (1 << index)) !== 0);
  const shared = romanisedLanguages.filter((language) =>
    identifying.every((word) => romanisedOf(word, language) !== null),
  );
  if (shared.length === 0) return noLanguages;
  // A one-letter surname looks like an initial, and the syllable De like a particle.
  const written = words.filter((_, index) => (formMask & (1 << index)) === 0);
  return new Map(
    shared.map((language) => [
      language,
      {
        older: areOlder(identifying, language),
        spelt: wordsOfOthers(identifying, language).length > 0,
        ...syllablesOf(written, language),
      },
    ]),
  );
}

function syllablesOf(
  words: readonly Word[],
  language: RomanisedLanguage,
): Omit<SyllabicName, 'older' | 'spelt'> {
  const counts = words.map((word) => syllablesIn(word, language));
  const ends = words.filter((_, at) => at === 0 || at === words.length - 1);
  const sumOf = (of: (count: NonNullable<(typeof counts)[number]>) => number): number | null =>
    counts.reduce<number | null>(
      (sum, count) => (sum === null || count === null ? null : sum + of(count)),
      0,
    );
  const leastSyllables = sumOf(({ least }) => least);
  return {
    named: words.length > 1 && ends.some((word) => mayBeSurname(word, language)),
    leastSyllables,
    syllables: leastSyllables === sumOf(({ most }) => most) ? leastSyllables : null,
  };
}

/** How a possibly Japanese name, every identifying word of which may be Japanese, is romanised. */
export type JapaneseSystem = 'none' | 'kunrei' | 'any';

/** The romanisation of a name: `none` if it is not Japanese, `kunrei` if it is Japanese but not in Hepburn. */
export function japaneseSystemOf(side: NameSide): JapaneseSystem {
  return (side.japanese ??= readSystem(side));
}

function readSystem({ name: { kind }, words, substantiveMask }: NameSide): JapaneseSystem {
  if (kind === 'organisation' || kind === 'vessel') return 'none';
  const identifying = words.filter((_, index) => (substantiveMask & (1 << index)) !== 0);
  if (identifying.length === 0 || !identifying.every(({ text }) => isRomaji(text))) return 'none';
  return identifying.some(({ text }) => isKunrei(text)) ? 'kunrei' : 'any';
}

/** Total weight of the tokens in a mask, hundredths. */
export function weightOf(side: NameSide, mask: number): number {
  let weight = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1)
    weight += side.tokens[31 - Math.clz32(rest & -rest)]?.weight ?? 0;
  return weight;
}

/** Total weight of the tokens of this class in a mask, hundredths. */
export function weightOfClass(side: NameSide, mask: number, wanted: TokenClass): number {
  let weight = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) {
    const token = side.tokens[31 - Math.clz32(rest & -rest)];
    if (token?.class === wanted) weight += token.weight;
  }
  return weight;
}

/** Weight of the heaviest token in a mask, hundredths; 0 if the mask is empty. */
export function heaviestOf(side: NameSide, mask: number): number {
  let heaviest = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1)
    heaviest = Math.max(heaviest, side.tokens[31 - Math.clz32(rest & -rest)]?.weight ?? 0);
  return heaviest;
}

/** Rarity of a word in per cent: from 60 (very common) to 140 (not in the tables). */
export function rarityOf(token: Token): number {
  return Math.round((token.weight * 100) / tokenWeight(token.class, 2));
}

/** Number of tokens in a mask. */
export function countOf(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
