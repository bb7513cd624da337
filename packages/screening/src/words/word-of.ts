import { hasSeveralSpellings } from '../model/prepared-name.ts';
import { japaneseForm } from '../readings/japanese-systems.ts';
import { mayBeRomanised } from '../readings/romanisations.ts';
import { scriptOf } from '../scripts/script-of.ts';
import { referenceTables } from '../tables/reference-tables.ts';
import { belarusianSurname } from './belarusian-surname.ts';
import { compoundsOf, isServantOf } from './compound-forms.ts';
import { countryGroupOf } from './country-abbreviations.ts';
import { longestEdited } from './edit-cost.ts';
import { filiationGroupOf } from './filiation-words.ts';
import { fatherGroupOf } from './patronymic-fathers.ts';
import { genderedStem } from './gendered-stem.ts';
import {
  consonantsOf,
  cyrillicForm,
  foldLetters,
  greekByLooks,
  letterBits,
  normalForm,
  normalForms,
} from './normal-form.ts';
import { skeletonOf } from './sound.ts';
import type { ShortWord, Word } from '../model/word.ts';

const mostRemembered = 60_000;
let young = new Map<string, Word>();
let old = new Map<string, Word>();

/** Offset that distinguishes groups of organisation words, and all further ones, from groups of given names. */
export const organisationGroups = 1_000_000;
/** Offset for groups of words for *son of* and *daughter of*; the next one is for abbreviated countries. */
const filiationGroups = 2_000_000;
const countryGroups = 3_000_000;
/** Offset for groups of patronymics of one father. */
const fatherGroups = 4_000_000;
/** The single group of all spellings of *servant of*. */
const servantGroup = 5_000_000;
const noGroups: readonly number[] = [];
/** Minimum letters of a normal form that identifies a name. */
const shortestSpelled = 4;

function withGroup(
  groups: readonly number[],
  offset: number,
  group: number | null | undefined,
): readonly number[] {
  return group === null || group === undefined ? groups : [...groups, offset + group];
}

let spelledGroups: ReadonlyMap<string, readonly number[]> | undefined;

/** Groups of given names by the normal forms of their words, for those with more than one spelling. */
function groupsBySpelling(): ReadonlyMap<string, readonly number[]> {
  if (spelledGroups !== undefined) return spelledGroups;
  const found = new Map<string, readonly number[]>();
  for (const [name, groups] of referenceTables().nameGroups) {
    const normal = normalForm(name);
    if (normal.length < shortestSpelled) continue;
    found.set(normal, [...new Set([...(found.get(normal) ?? noGroups), ...groups])]);
  }
  return (spelledGroups = found);
}

/** The groups of given names to which a word belongs in any spelling: a short form of Sergey is also one of Sergei. */
function nameGroupsOf(text: string, normal: string): readonly number[] {
  const own = referenceTables().nameGroups.get(text) ?? noGroups;
  const spelled = normal.length < shortestSpelled ? noGroups : (groupsBySpelling().get(normal) ?? noGroups);
  if (spelled.length <= own.length) return own;
  return [...new Set([...own, ...spelled])].sort((a, b) => a - b);
}

/** `groups` of a Latin word with this normal form that has one spelling. */
export function groupsOf(text: string, normal: string): readonly number[] {
  const tables = referenceTables();
  const names = nameGroupsOf(text, normal);
  const withFirms = withGroup(names, organisationGroups, tables.organisationWords.get(text));
  const withFiliation = withGroup(withFirms, filiationGroups, filiationGroupOf(text));
  const withCountries = withGroup(withFiliation, countryGroups, countryGroupOf(text));
  const withFathers = withGroup(withCountries, fatherGroups, fatherGroupOf(text));
  return isServantOf(text) ? [...withFathers, servantGroup] : withFathers;
}

const shortLatin = /^[a-z]{2,4}$/u;
const notSeen = 4;

function shortWordOf(text: string): ShortWord | null {
  if (text.length > 4 || !shortLatin.test(text)) return null;
  const letters = [...new Set(text)].sort().join('');
  return { letters, unseen: referenceTables().personRarity(text) === notSeen };
}

/** Maximum number of edits between any two words. */
export const mostEdits = 2;

/**
 * Number of edits allowed for the length of the shorter word, none for words of more than 32 units; one in four characters if characters
 * are syllables or words.
 */
export function budgetOf(length: number, script: Word['script']): number {
  if (length < 4 || length > longestEdited) return 0;
  return length < 6 || script === 'han' || script === 'hangul' ? 1 : mostEdits;
}

const hasDigit = /\p{Nd}/u;

function codePoints(text: string): number {
  let count = text.length;
  for (let index = 1; index < text.length; index += 1)
    if ((text.codePointAt(index - 1) ?? 0) > 0xffff) count -= 1;
  return count;
}

type OfLatin = Pick<
  Word,
  'normal' | 'readings' | 'consonants' | 'typedGreek' | 'romanised' | 'japanese' | 'belarusian' | 'folded'
>;

/** The text, and for Cyrillic the common form of Russian and Ukrainian spellings. */
function readingsOfOther(text: string): readonly string[] {
  const form = cyrillicForm(text);
  return form === text ? [text] : [text, form];
}

/** Properties that only Latin words have; for other words, and for words with several spellings, the text itself or nothing. */
function latinPartOf(text: string, isLatin: boolean): OfLatin {
  if (!isLatin)
    return {
      normal: text,
      readings: readingsOfOther(text),
      consonants: '',
      typedGreek: [],
      romanised: 0,
      japanese: null,
      belarusian: null,
      folded: text,
    };
  const readings = normalForms(text);
  const normal = readings[0] ?? text;
  return {
    normal,
    readings,
    consonants: consonantsOf(normal),
    typedGreek: greekByLooks(text),
    romanised: mayBeRomanised(text),
    japanese: japaneseForm(text),
    belarusian: belarusianSurname(text),
    folded: foldLetters(text),
  };
}

/** Like `wordOf`, but not cached: for words that are read once, such as those of a whole dictionary. */
export function makeWord(text: string): Word {
  const script = scriptOf(text);
  const fixed = hasSeveralSpellings(text);
  const latin = latinPartOf(text, !fixed && script === 'latin');
  const { normal, readings, consonants, typedGreek, romanised, japanese, belarusian, folded } = latin;
  return {
    text,
    script,
    length: codePoints(text),
    skeleton: fixed ? '' : skeletonOf(normal),
    groups: fixed ? [] : groupsOf(text, normal),
    normal,
    readings,
    consonants,
    typedGreek,
    romanised,
    japanese,
    belarusian,
    stem: fixed ? null : genderedStem(normal),
    digits: hasDigit.test(text) ? text.replace(/\P{Nd}+/gu, '') : '',
    folded,
    letters: letterBits(folded),
    budget: fixed ? 0 : budgetOf(text.length, script),
    short: shortWordOf(text),
    compounds: compoundsOf(text),
  };
}

/**
 * A token's text with precomputed data for comparisons. Returns the same object for the same text while it is cached (up to 120,000
 * words), and an equal new one after that.
 */
export function wordOf(text: string): Word {
  let word = young.get(text);
  if (word !== undefined) return word;
  word = old.get(text) ?? makeWord(text);
  // The old generation is discarded as a whole; words still in use have moved to the young one.
  if (young.size >= mostRemembered) {
    old = young;
    young = new Map();
  }
  young.set(text, word);
  return word;
}
