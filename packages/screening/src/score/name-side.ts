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

/** One of two names that are compared, with what every comparison needs of it. Bits are token numbers. */
export interface NameSide {
  name: PreparedName;
  tokens: readonly Token[];
  words: readonly Word[];
  /** Weight of all words that are no legal form, hundredths. */
  weight: number;
  formMask: number;
  numberMask: number;
  initialMask: number;
  /** Words of a person's name that are half a name of two words, or may be misspelt for it: Abd …. */
  headMask: number;
  /** Words for *son of* and *daughter of*; Bin may also be a name. */
  filiationMask: number;
  /** Words that identify: no particle, form or initial. */
  substantiveMask: number;
  substantive: number;
  /** Words that distinguish this name from others of its trade and place. */
  distinctiveMask: number;
  typed: boolean;
  /** One or two words of at most three letters. */
  short: boolean;
  formGroups: readonly string[];
}

/** Whether a token of this class identifies its bearer: no particle, legal form or initial. */
export function isSubstantive(tokenClass: TokenClass): boolean {
  return tokenClass !== 'form' && tokenClass !== 'particle' && tokenClass !== 'initial';
}

const undistinguished: ReadonlySet<TokenClass> = new Set(['organisation', 'place', 'surname_of_two']);

/**
 * Whether a token of this class distinguishes its name from others of its trade and place. Of two surnames of a person neither is
 * missing where the other is.
 */
export function isDistinctive(tokenClass: TokenClass): boolean {
  return isSubstantive(tokenClass) && !undistinguished.has(tokenClass);
}

/** The side made last for each of both places: the subject's name meets many listed ones. */
let lastQuery: NameSide | undefined;
let lastListed: NameSide | undefined;
const noForms: readonly string[] = [];

/** What comparing needs of the subject's name. */
export function querySide(name: PreparedName): NameSide {
  // By identity: names are never changed once prepared.
  if (lastQuery?.name !== name) lastQuery = makeSide(name);
  return lastQuery;
}

/** What comparing needs of a listed name. */
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

function makeSide(name: PreparedName): NameSide {
  const { tokens } = name;
  const words: Word[] = [];
  let formGroups = noForms;
  let weight = 0;
  let formMask = 0;
  let numberMask = 0;
  let initialMask = 0;
  let substantiveMask = 0;
  let substantive = 0;
  let distinctiveMask = 0;
  let short = true;
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] as Token;
    const word = wordOf(token.text);
    words.push(word);
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
    short: short && substantive > 0 && substantive <= 2,
    formGroups,
  };
}

/** What a name is of whose syllables all its words are that identify a person. */
export interface SyllabicName {
  /** Whether it is of an older romanisation. */
  older: boolean;
  /** Whether a word of it, be it a surname alone, is none of the romanisation of today. */
  spelt: boolean;
  /** Whether its first or last word may be a surname. */
  named: boolean;
  /** By the shortest reading of its words; null where a word is none of the language. */
  leastSyllables: number | null;
  /** Null where its words may be read as more or fewer. */
  syllables: number | null;
}

const noLanguages: ReadonlyMap<RomanisedLanguage, SyllabicName> = new Map();

const languages = new WeakMap<NameSide, ReadonlyMap<RomanisedLanguage, SyllabicName>>();

/** By language of whose syllables a name is. Not made with the side: most names are never asked for it. */
export function languagesOf(side: NameSide): ReadonlyMap<RomanisedLanguage, SyllabicName> {
  let found = languages.get(side);
  if (!found) {
    found = readLanguages(side);
    languages.set(side, found);
  }
  return found;
}

function readLanguages({
  name: { kind },
  words,
  substantiveMask,
  formMask,
}: NameSide): ReadonlyMap<RomanisedLanguage, SyllabicName> {
  if (substantiveMask === 0 || kind === 'organisation' || kind === 'vessel') return noLanguages;
  const identifying = words.filter((_, index) => (substantiveMask & (1 << index)) !== 0);
  const shared = romanisedLanguages.filter((language) =>
    identifying.every((word) => romanisedOf(word, language) !== null),
  );
  if (shared.length === 0) return noLanguages;
  // A surname of one letter looks like an initial, a syllable De like a particle.
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

/** What a name of which every word that identifies may be Japanese shows of how it is written. */
export type JapaneseSystem = 'none' | 'kunrei' | 'any';

const systems = new WeakMap<NameSide, JapaneseSystem>();

/** How a name is written in Latin letters: `none` where it is not Japanese, `kunrei` where it is and not in Hepburn. */
export function japaneseSystemOf(side: NameSide): JapaneseSystem {
  let system = systems.get(side);
  if (system === undefined) {
    system = readSystem(side);
    systems.set(side, system);
  }
  return system;
}

function readSystem({ name: { kind }, words, substantiveMask }: NameSide): JapaneseSystem {
  if (kind === 'organisation' || kind === 'vessel') return 'none';
  const identifying = words.filter((_, index) => (substantiveMask & (1 << index)) !== 0);
  if (identifying.length === 0 || !identifying.every(({ text }) => isRomaji(text))) return 'none';
  return identifying.some(({ text }) => isKunrei(text)) ? 'kunrei' : 'any';
}

/** Weight of the tokens of a mask, hundredths. */
export function weightOf(side: NameSide, mask: number): number {
  let weight = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1)
    weight += side.tokens[31 - Math.clz32(rest & -rest)]?.weight ?? 0;
  return weight;
}

/** Weight of the tokens of a mask that have this class, hundredths. */
export function weightOfClass(side: NameSide, mask: number, wanted: TokenClass): number {
  let weight = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) {
    const token = side.tokens[31 - Math.clz32(rest & -rest)];
    if (token?.class === wanted) weight += token.weight;
  }
  return weight;
}

/** Weight of the heaviest token of a mask, hundredths; 0 for none. */
export function heaviestOf(side: NameSide, mask: number): number {
  let heaviest = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1)
    heaviest = Math.max(heaviest, side.tokens[31 - Math.clz32(rest & -rest)]?.weight ?? 0);
  return heaviest;
}

/** How rare a word is, per cent: 60 very common … 140 not seen. */
export function rarityOf(token: Token): number {
  return Math.round((token.weight * 100) / tokenWeight(token.class, 2));
}

/** How many tokens a mask holds. */
export function countOf(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
