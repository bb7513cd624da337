import { hasSeveralSpellings } from '../model/prepared-name.ts';
import { isOlderSpelling, romanisedLanguages, romanisedOf } from '../readings/romanisations.ts';
import { scriptSimilarity, tabledSimilarity } from '../scripts/script-similarity.ts';
import { differByNisba, isSpellingOfOthers, withoutArticle } from '../scripts/arabic-words.ts';
import { referenceTables } from '../tables/reference-tables.ts';
import { editCost, editsWithin, longestEdited } from './edit-cost.ts';
import { bitCount, lettersPerEdit, singleLetters } from './normal-form.ts';
import { soundSimilarity, worstSound } from './sound.ts';
import { organisationGroups, wordOf } from './word-of.ts';
import type { Relation, Word, WordSimilarity } from '../model/word.ts';

/** Similarities that do not depend on letters; hundredths of a per cent. */
const similarityOf = {
  equal: 10_000,
  sameReading: 9_700,
  sameStem: 9_500,
  olderSpelling: 9_300,
  belarusian: 9_300,
  group: 9_200,
  shortSlip: 9_000,
  initial: 6_000,
} as const;

/** Similarity of a word and its first letter. */
export const initialSimilarity = similarityOf.initial;
/** Similarity of equal words, and of two words with the same reading. */
export const { equal: equalSimilarity, sameReading: readingSimilarity } = similarityOf;
/** Maximum similarity of two words that share a group: a nickname and its name, two words for the same kind of organisation. */
export const groupSimilarity = similarityOf.group;

/** Similarity from which words of two scripts count as spellings of one word; below it they are merely similar. */
export const leastOfSpelling = 9_000;
/** If the tables know two words as different names, only a spelling by a rule of their script makes them one word. */
const leastOfOtherName = 9_500;
/** Below this, two words are different words. */
export const lowestSimilarity = 6_000;
/** The same for words that share only their consonants. */
export const lowestByVowels = 7_200;
/** Reduction if only the normal forms agree this well. */
export const readingLoss = 300;

const none: WordSimilarity = { similarity: 0, relation: 'none' };
const equal: WordSimilarity = { similarity: similarityOf.equal, relation: 'equal' };
const olderSpelling: WordSimilarity = { similarity: similarityOf.olderSpelling, relation: 'equivalent' };
const sameGroup: WordSimilarity = { similarity: similarityOf.group, relation: 'equivalent' };
const shortSlip: WordSimilarity = { similarity: similarityOf.shortSlip, relation: 'edit' };
const initial: WordSimilarity = { similarity: similarityOf.initial, relation: 'initial' };

/** Letter pairs that spell one sound of another alphabet and so form one initial. */
const initialPairs = new Set('sh ch kh yu ya ye yo zh ts ph th ju ja je iu ia dz dj gh ou'.split(' '));

function isInitialOf(short: Word, long: Word): boolean {
  if (
    short.length > 2 ||
    short.digits !== '' ||
    long.length <= short.length ||
    !long.text.startsWith(short.text)
  )
    return false;
  return short.length === 1 || initialPairs.has(short.text);
}

function sharesGroup(a: Word, b: Word): boolean {
  if (a.groups.length === 0 || b.groups.length === 0) return false;
  return a.groups.some((group) => b.groups.includes(group));
}

/** Whether any reading of one word equals a reading of the other. */
export function sharesReading(a: Word, b: Word): boolean {
  if (a.readings.length === 1 && b.readings.length === 1) return a.normal === b.normal;
  return a.readings.some((reading) => b.readings.includes(reading));
}

function sharesStem(a: Word, b: Word): boolean {
  return a.stem !== null && b.stem !== null && a.stem.text === b.stem.text && a.stem.ending !== b.stem.ending;
}

/** Whether two words are the same surname, one in Belarusian phonetic spelling and one in Russian spelling. */
function sharesBelarusian(a: Word, b: Word): boolean {
  if (a.belarusian === null || b.belarusian === null) return false;
  return a.belarusian.phonetic !== b.belarusian.phonetic && a.belarusian.form === b.belarusian.form;
}

/** Maximum letters of the shorter word for which no letter may be replaced: one makes a different name. */
const longestUnedited = 3;

function areSwapped(a: string, b: string): boolean {
  const first = a.charAt(0) === b.charAt(0) ? 1 : 0;
  return (
    a.charAt(first) === b.charAt(first + 1) &&
    a.charAt(first + 1) === b.charAt(first) &&
    a.slice(first + 2) === b.slice(first + 2)
  );
}

/**
 * Whether two words, the shorter of two or three letters, differ by a doubled letter or, if both have three letters, by a swap of two
 * neighbours, and one of them is not a name known to the tables.
 */
export function areShortSlips(a: Word, b: Word): boolean {
  if (a.short === null || b.short === null || Math.min(a.length, b.length) > longestUnedited) return false;
  if (a.short.letters !== b.short.letters || !(a.short.unseen || b.short.unseen)) return false;
  if (a.length === b.length) return a.length === longestUnedited && areSwapped(a.text, b.text);
  return Math.abs(a.length - b.length) === 1 && singleLetters(a.text) === singleLetters(b.text);
}

/** Similarity for an edit cost in hundredths of an edit; the longer word has `length` letters. */
export function byCost(cost: number, length: number): number {
  return 10_000 - Math.ceil((cost * 100) / length);
}

function withinBudget(a: Word, b: Word): boolean {
  const most = Math.min(a.budget, b.budget);
  if (most === 0 || bitCount(a.letters ^ b.letters) > lettersPerEdit * most) return false;
  return editsWithin(a.folded, b.folded, most) <= most;
}

/** Similarity by the edit cost between the words as read, whatever the number of edits. */
function readSimilarity(a: Word, b: Word): number {
  const length = Math.max(a.normal.length, b.normal.length);
  return length > longestEdited ? 0 : byCost(editCost(a.normal, b.normal), length) - readingLoss;
}

/** Similarity by letters alone, whatever the number of edits, 0 to 10,000; for words without any other relation. 0 for long words. */
export function lettersInCommon(a: Word, b: Word): number {
  const length = Math.max(a.text.length, b.text.length);
  return length > longestEdited ? 0 : Math.max(0, byCost(editCost(a.text, b.text), length));
}

/** The same for the words as written or as read, whichever is greater. */
export function likeness(a: Word, b: Word): number {
  return Math.max(lettersInCommon(a, b), readSimilarity(a, b));
}

/**
 * Similarity by edits, 0 if there are too many: by the cost for the words as written or as read, whichever is lower. Words that differ
 * only in vowels are compared as read, whatever the number of edits, because romanisations disagree on vowels.
 */
function editSimilarity(a: Word, b: Word): number {
  if (a.digits !== b.digits) return 0;
  if (withinBudget(a, b)) {
    const written = byCost(editCost(a.text, b.text), Math.max(a.text.length, b.text.length));
    const reads = a.normal !== a.text || b.normal !== b.text;
    const similarity = reads ? Math.max(written, readSimilarity(a, b)) : written;
    return similarity < lowestSimilarity ? 0 : similarity;
  }
  if (a.consonants === '' || a.consonants !== b.consonants) return 0;
  const similarity = readSimilarity(a, b);
  return similarity < lowestByVowels ? 0 : similarity;
}

/** The names of which a word is a form, also after the Arabic article that Latin text writes separately. */
function namesOf({ text }: Word): readonly number[] {
  const { nameGroups } = referenceTables();
  const names = nameGroups.get(text);
  const bare = withoutArticle(text);
  return names ?? (bare === null ? [] : (nameGroups.get(bare) ?? []));
}

/** Whether the tables know both words, each as a form of different names: ahmad and muhammad look similar without vowels. */
function areOtherNames(a: Word, b: Word): boolean {
  const [names, others] = [namesOf(a), namesOf(b)];
  return names.length > 0 && others.length > 0 && !names.some((name) => others.includes(name));
}

/** The same for a word in Arabic letters, which omits most vowels, and a Latin one. */
function areOtherArabicWords(a: Word, b: Word): boolean {
  const arabic = a.script === 'arabic' ? a : b;
  const latin = arabic === a ? b : a;
  if (arabic.script !== 'arabic' || latin.script !== 'latin') return false;
  return isSpellingOfOthers(arabic.text, latin.text) || differByNisba(arabic.text, latin.text);
}

/** How far two forms of one name without common letters score below nearly equal ones. */
const formRange = 40;

/** Similarity of two forms of one given name, depending on their likeness. */
export function similarityOfForms(alike: number): number {
  return similarityOf.group - Math.round(((10_000 - alike) * formRange) / 10_000);
}

/**
 * Two words of one group. Forms of one given name are ranked by likeness, because many are names of their own: Valeri and Valery, Hendrik
 * and Hein. Words with the same meaning agree regardless of their spelling.
 */
function formsOfOne(a: Word, b: Word): WordSimilarity {
  if (a.groups.some((group) => group >= organisationGroups && b.groups.includes(group))) return sameGroup;
  return { similarity: similarityOfForms(likeness(a, b)), relation: 'equivalent' };
}

function bySpelling(a: Word, b: Word): WordSimilarity {
  if (sharesReading(a, b)) {
    const typing = singleLetters(a.text) === singleLetters(b.text);
    const relation: Relation = typing ? 'edit' : 'equivalent';
    return { similarity: similarityOf.sameReading, relation };
  }
  if (sharesStem(a, b)) return { similarity: similarityOf.sameStem, relation: 'equivalent' };
  if (sharesBelarusian(a, b)) return { similarity: similarityOf.belarusian, relation: 'equivalent' };
  if (areShortSlips(a, b)) return sharesGroup(a, b) ? sameGroup : shortSlip;
  const edits = editSimilarity(a, b);
  // A spelling of the same word ranks above a synonym.
  if (sharesGroup(a, b) && edits <= similarityOf.group) return formsOfOne(a, b);
  // Spelt as similarly as any words that sound alike: reported as edits, which need no support from other words.
  if (edits >= worstSound) return { similarity: edits, relation: 'edit' };
  const sound = a.skeleton !== '' && a.skeleton === b.skeleton ? soundSimilarity(a.normal, b.normal) : 0;
  if (sound > edits) return { similarity: sound, relation: 'sound' };
  return edits > 0 ? { similarity: edits, relation: 'edit' } : none;
}

/** Compares the words regardless of romanisation. */
function compareAsWritten(a: Word, b: Word): WordSimilarity {
  if (a.text === b.text) return equal;
  if (hasSeveralSpellings(a.text) || hasSeveralSpellings(b.text)) return none;
  if (isInitialOf(a, b) || isInitialOf(b, a)) return sharesGroup(a, b) ? sameGroup : initial;
  if (a.script === b.script) return bySpelling(a, b);
  return byScripts(a, b);
}

/**
 * Determines how two words agree, by the best relation between them. Symmetric; depends only on the two words and the tables.
 * `isRomanised`: whether the words are the same in another romanisation of their names; default: of any name. Numbers (`#3`) and legal
 * forms (`=llc`) are either equal or unrelated; digits inside words never count as typing errors.
 */
export function compareWords(
  a: Word,
  b: Word,
  isRomanised: (a: Word, b: Word) => boolean = isOlderInAny,
): WordSimilarity {
  const asWritten = compareAsWritten(a, b);
  return asWritten.similarity < similarityOf.olderSpelling && isRomanised(a, b) ? olderSpelling : asWritten;
}

/** Whether two words are the same in two romanisation systems of Japanese, provided that their names are Japanese. */
export function sharesJapanese(a: Word, b: Word): boolean {
  return a.japanese !== null && a.japanese === b.japanese;
}

function isOlderInAny(a: Word, b: Word): boolean {
  if (sharesJapanese(a, b)) return true;
  // Most words are of neither language.
  if ((a.romanised & b.romanised) === 0) return false;
  return romanisedLanguages.some((language) =>
    isOlderSpelling(romanisedOf(a, language), romanisedOf(b, language)),
  );
}

/** Similarity of a word in Greek letters and a Latin one that may be Greek typed with look-alike letters; 0 for others. */
function greekSimilarity({ typedGreek }: Word, greek: Word): number {
  if (typedGreek.length === 0 || greek.script !== 'greek') return 0;
  return Math.max(...typedGreek.map((spelt) => scriptSimilarity(wordOf(spelt), greek)));
}

function byScripts(a: Word, b: Word): WordSimilarity {
  if (sharesGroup(a, b)) return sameGroup;
  const similarity = Math.max(scriptSimilarity(a, b), greekSimilarity(a, b), greekSimilarity(b, a));
  if (similarity < leastOfOtherName && areOtherNames(a, b)) return none;
  if (similarity < tabledSimilarity && areOtherArabicWords(a, b)) return none;
  return similarity >= lowestSimilarity ? { similarity, relation: 'script' } : none;
}
