import { hasSeveralSpellings } from '../model/prepared-name.ts';
import { latinSpellingKeys, scriptKeys, spellingKeys } from '../scripts/script-similarity.ts';
import { makeWord } from './word-of.ts';
import {
  allReadings,
  romanisedLanguages,
  readRomanised,
  romanisedOf,
  type RomanisedLanguage,
} from '../readings/romanisations.ts';
import type { RomanisedWord, Word } from '../model/word.ts';

/*
 * How words that may agree find each other without comparing every pair: each word is filed under some two dozen hashes, and words that
 * agree share at least one. There is a kind of key for every relation of `compareWords`; hashes of different kinds start from different
 * numbers, and only edit keys are odd.
 *
 * Edit keys are deletion neighbourhoods, as in FastSS (Bocek, Hunt and Stiller, 2007): two words with at most two edits are equal after
 * deleting at most two letters from each. Longer words use only their first four and last three letters, which limits the edit keys of a
 * word to 21. A key shared by chance costs one comparison; a missing key would lose a hit, so `word-keys.test.ts` checks generated words
 * with every relation.
 */

/** Letters of long words from which edit keys are made: this many at the beginning, and this many at the end. */
const front = 4;
const end = 3;
const window = front + end;

const editKind = 0x9e3779b1;
const textKind = 0x85ebca6b;
const readingKind = 0xc2b2ae35;
const stemKind = 0x27d4eb2f;
const soundKind = 0x165667b1;
const consonantKind = 0x1b873593;
const groupKind = 0x2545f491;
const slipKind = 0x94d049bb;
const romanisedKinds = { mandarin: 0xd3a2646c, korean: 0xfd7046c5 } as const;
const japaneseKind = 0xb55a4f09;
const belarusianKind = 0xd6e8feb9;
const latinScriptKind = 0x7feb352d;
const otherScriptKind = 0x846ca68b;

function finish(hash: number): number {
  let mixed = hash;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

function plainKey(text: string, kind: number): number {
  let hash = kind;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) ^ (hash >>> 15);
  return (finish(hash) & ~1) >>> 0;
}

/** Key of the text without the letters at two positions; -1 means none. Odd, like all edit keys. */
function editKey(text: string, first: number, second: number): number {
  let hash = editKind;
  for (let index = 0; index < text.length; index += 1)
    if (index !== first && index !== second)
      hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) ^ (hash >>> 15);
  return (finish(hash) | 1) >>> 0;
}

/**
 * Two words of at least six letters with at most two edits share the rest of their windows after removing two letters from each (or one,
 * for six letters against more); words of four and five letters with at most one edit share it after removing one (or none, for four
 * letters against five).
 */
function addEditKeys(keys: number[], folded: string): void {
  const length = folded.length;
  const text = length > window ? folded.slice(0, front) + folded.slice(-end) : folded;
  if (length === 4) keys.push(editKey(text, -1, -1));
  // One letter removed: words of four and five, and words of six against longer ones.
  if (length <= 6) for (let first = 0; first < length; first += 1) keys.push(editKey(text, first, -1));
  if (length < 6) return;
  for (let first = 0; first < text.length; first += 1)
    for (let second = first + 1; second < text.length; second += 1) keys.push(editKey(text, first, second));
}

function withoutRepeats(keys: number[]): number[] {
  const kept: number[] = [];
  for (const key of keys) if (!kept.includes(key)) kept.push(key);
  return kept;
}

type ReadRomanised = (word: Word, language: RomanisedLanguage) => RomanisedWord | null;

/** Not cached with the word, because words that are filed are usually read once. */
const readOnce: ReadRomanised = ({ text }, language) => readRomanised(text, language);

/** Keys that a word shares with agreeing words of its own script or of its groups. */
function ownKeys(word: Word, read: ReadRomanised): number[] {
  const keys: number[] = [];
  if (word.budget > 0) addEditKeys(keys, word.folded);
  else keys.push(plainKey(word.text, textKind));
  if (hasSeveralSpellings(word.text)) return keys;
  addFormKeys(keys, word, read);
  if (word.short !== null) keys.push(plainKey(word.short.letters, slipKind));
  addSoundKeys(keys, word);
  return keys;
}

function addConsonantKey(keys: number[], { consonants }: Word): void {
  if (consonants !== '') keys.push(plainKey(consonants, consonantKind));
}

function addSoundKeys(keys: number[], word: Word): void {
  addConsonantKey(keys, word);
  if (word.skeleton !== '') keys.push(plainKey(word.skeleton, soundKind));
}

/** Hashes under which a word with these readings is filed. */
export function romanisedKeys(word: RomanisedWord | null, language: RomanisedLanguage): number[] {
  if (word === null) return [];
  const readings = new Set(allReadings(word).map(({ form }) => form));
  return [...readings].map((form) => plainKey(form, romanisedKinds[language]));
}

/** The one of a word's `probeKeys` that it shares with the words of one of its groups. */
export function groupKey(group: number): number {
  return plainKey(String(group), groupKind);
}

/** Keys for words that are forms of one name rather than spellings. */
function addFormKeys(keys: number[], word: Word, read: ReadRomanised): void {
  if ((word.script === 'latin' && word.length > 2) || word.script === 'cyrillic')
    for (const reading of word.readings) keys.push(plainKey(reading, readingKind));
  if (word.stem !== null) keys.push(plainKey(word.stem.text, stemKind));
  for (const group of word.groups) keys.push(groupKey(group));
  if (word.belarusian !== null) keys.push(plainKey(word.belarusian.form, belarusianKind));
  if (word.japanese !== null) keys.push(plainKey(word.japanese, japaneseKind));
  if (word.romanised === 0) return;
  for (const language of romanisedLanguages) keys.push(...romanisedKeys(read(word, language), language));
}

/** Keys for the possible rest of a compound: those of all relations that do not depend on edits alone. */
function addRestKeys(keys: number[], rest: Word, read: ReadRomanised): void {
  addFormKeys(keys, rest, read);
  addConsonantKey(keys, rest);
}

/** The possible rests of a compound (`sharesRest`). */
function restsOf({ compounds }: Word): Word[] {
  return compounds.flatMap(({ rests }) => rests).map(makeWord);
}

/** Keys under which a Latin word meets Greek words for which it may be typed with look-alike letters. */
function greekKeys({ typedGreek }: Word, kind: number): number[] {
  return typedGreek.flatMap(latinSpellingKeys).map((key) => plainKey(key, kind));
}

/**
 * Hashes, 32 bits unsigned, under which a listed word is filed. For any two words whose `compareWords` relation is neither `none` nor
 * `initial`, or that `sharesRest` relates, the index keys of either and the probe keys of the other have one in common.
 */
export function indexKeys(word: Word): number[] {
  const keys = ownKeys(word, readOnce);
  if (hasSeveralSpellings(word.text)) return keys;
  const kind = word.script === 'latin' ? latinScriptKind : otherScriptKind;
  const rests = restsOf(word);
  for (const rest of rests) addRestKeys(keys, rest, readOnce);
  for (const one of [word, ...rests]) for (const key of scriptKeys(one)) keys.push(plainKey(key, kind));
  keys.push(...greekKeys(word, latinScriptKind));
  return withoutRepeats(keys);
}

/** Hashes, 32 bits unsigned, that a word of the subject looks up; see `indexKeys` for the guarantee. */
export function probeKeys(word: Word): number[] {
  const keys = ownKeys(word, romanisedOf);
  if (hasSeveralSpellings(word.text)) return keys;
  const rests = restsOf(word);
  for (const rest of rests) addRestKeys(keys, rest, romanisedOf);
  keys.push(...greekKeys(word, otherScriptKind));
  for (const one of [word, ...rests]) {
    // Words that spell parts of an unspaced word are found by their letters (`SpelledTokens`).
    for (const key of spellingKeys(one)) {
      keys.push(plainKey(key, otherScriptKind));
      // A Latin word uses these keys only for other scripts, because Latin words are found under its own keys. Other words use them for
      // every script.
      if (word.script !== 'latin') keys.push(plainKey(key, latinScriptKind));
    }
  }
  return withoutRepeats(keys);
}

/** Those of a word's `probeKeys` under which Latin words that may spell it are filed; none for Latin words. */
export function latinProbeKeys(word: Word): number[] {
  if (word.script === 'latin' || hasSeveralSpellings(word.text)) return [];
  return spellingKeys(word).map((key) => plainKey(key, latinScriptKind));
}

/**
 * Those of a word's `probeKeys` that it shares only with words that have the same consonants or sound like it, and with possible
 * compounds (`mayBeCompound`). None for a word that is itself a compound.
 */
export function soundKeys(word: Word): number[] {
  const keys: number[] = [];
  if (word.compounds.length > 0) return keys;
  addSoundKeys(keys, word);
  return keys;
}

/**
 * Whether a shared key is only an edit key. Two words that share only such keys need not be compared if their `letters` differ in more
 * than four bits, which can be tested without creating the words.
 */
export function isEditKey(key: number): boolean {
  return (key & 1) === 1;
}
