import type { Script } from '../model/prepared-name.ts';
import type { Word } from '../model/word.ts';
import { isJapanese } from '../readings/japanese-spellings.ts';
import {
  alignNative,
  isNative,
  japaneseFamily,
  mayBeJapanese,
  nativeSkeletons,
  spellsNative,
} from '../readings/native-name.ts';
import { latinSkeleton, letterCodes } from '../readings/latin-skeleton.ts';
import { pathCost, type CutWord } from './path-cost.ts';
import { mostCostFor, similarityOfCost, type Cost } from './script-model.ts';
import { scriptOf } from './script-of.ts';
import {
  cutForeign,
  foreignOf,
  latinOf,
  readForeign,
  readLatin,
  type ForeignWord,
  type LatinWord,
} from './script-word.ts';
import { skeletonsOf } from './skeletons.ts';

/** One way to read an unspaced name: its words in the order written. */
export type RunReading = readonly string[];

/** Most Latin words one run is aligned with. */
export const mostRunWords = 4;

const longestSyllabicRun = 6;
const longestFamilyName = 2;
const keysOfPart = 8;
const partKeyFloor = 250;
/** Least similarity of a word and the part of a run that it is taken for. */
const leastOfPart = 7_000;
/** Least similarity by sound alone of words and a run that may be a name spelt syllable by syllable. */
const leastBySound = 8_500;
/** Most characters of names that are no foreign words, but for Japanese ones. */
const longestByReadings = 3;
/** A Japanese family name of the tables and a given name by its sound. */
const japaneseSimilarity = 9_300;

/** Scripts that write a whole name as one word. */
export const unspaced: ReadonlySet<Script> = new Set(['han', 'hangul']);

/**
 * The readings of an unspaced run of Han characters or Hangul syllables as the name of a person: family name of one or
 * two characters, then the given name joined, or character by character. Empty for a run of one character or of more
 * than six.
 */
export function readRun(run: string): RunReading[] {
  const characters = Array.from(run);
  if (characters.length < 2 || characters.length > longestSyllabicRun) return [];
  const readings = new Map<string, RunReading>();
  for (let length = 1; length <= longestFamilyName && length < characters.length; length += 1) {
    const family = characters.slice(0, length).join('');
    const given = characters.slice(length);
    for (const reading of [
      [family, given.join('')],
      [family, ...given],
    ]) {
      if (reading.length <= mostRunWords) readings.set(reading.join(' '), reading);
    }
  }
  return [...readings.values()];
}

/** A part of a run as a word of its own. */
export interface RunPart {
  readonly text: string;
  readonly script: Script;
  /** The same for the same text with the same `foreign`. */
  readonly id: string;
  /** Null where it is read by characters alone, and where the model of the script has no character of it. */
  readonly foreign: ForeignWord | null;
  readonly keys: ReadonlySet<string>;
  /** Those of them under which a word may be one by its sound. */
  readonly soundKeys: ReadonlySet<string>;
  /** Only Japanese words are, by their sound: behind a Japanese family name no others are aligned (`alignJapanese`). */
  readonly onlyJapanese: boolean;
}

/** What a run may be read as, by the part of the name. */
export interface ReadParts {
  readonly family: readonly RunPart[];
  readonly given: readonly RunPart[];
}

const noParts: ReadParts = { family: [], given: [] };
const knownRunParts = new WeakMap<Word, ReadParts>();

/** Family and given parts that a run may be read as; none for what is no run. */
export function partsOf(run: Word): ReadParts {
  if (!unspaced.has(run.script)) return noParts;
  let parts = knownRunParts.get(run);
  if (!parts) {
    const isRead = foreignOf(run) !== null || isNative(run.text, run.script);
    parts = isRead ? readParts(run) : noParts;
    knownRunParts.set(run, parts);
  }
  return parts;
}

function readParts(run: Word): ReadParts {
  const readings = readRun(run.text);
  const { script } = run;
  const bySound = isReadByCharacters(run) ? 'none' : 'any';
  const partsAmong = (texts: Iterable<string>, sounds: Sounds): RunPart[] =>
    [...new Set(texts)].flatMap((text) => partOf({ text, script, sounds }) ?? []);
  return {
    family: partsAmong(
      readings.map(([family]) => family ?? ''),
      bySound,
    ),
    // A given name goes by its sound behind a Japanese family name of the tables.
    given: partsAmong(
      readings.flatMap(([, ...given]) => given),
      bySound === 'none' && mayBeJapanese(run.text, script) ? 'japanese' : bySound,
    ),
  };
}

const mostParts = 20_000;
const knownParts = new Map<string, RunPart | null>();

/** Which words count that sound like a part, beside those that spell it. */
type Sounds = 'none' | 'japanese' | 'any';

interface WantedPart {
  text: string;
  script: Script;
  sounds: Sounds;
}

/** Surnames and syllables come in many runs. */
function partOf(wanted: WantedPart): RunPart | null {
  const id = `${wanted.text} ${wanted.sounds}`;
  let part = knownParts.get(id);
  if (part === undefined) {
    part = readPart(id, wanted);
    if (knownParts.size >= mostParts) knownParts.clear();
    knownParts.set(id, part);
  }
  return part;
}

function readPart(id: string, { text, script, sounds }: WantedPart): RunPart | null {
  const foreign = sounds === 'none' ? null : readForeign({ text, script });
  const soundKeys = new Set(foreign ? soundKeysOf(foreign) : []);
  const keys = new Set([...soundKeys, ...nativeSkeletons(text, script)]);
  const onlyJapanese = sounds === 'japanese';
  return keys.size === 0 ? null : { text, script, id, foreign, keys, soundKeys, onlyJapanese };
}

function soundKeysOf({ model, form, tabled }: ForeignWord): string[] {
  const strict = { ...model, keyFloor: Math.min(partKeyFloor, model.keyFloor) };
  return [...skeletonsOf(strict, form, keysOfPart), ...tabled.map(latinSkeleton)];
}

function isPart(part: RunPart, text: string, latin: LatinWord): boolean {
  const { foreign, keys, soundKeys, onlyJapanese } = part;
  if (!keys.has(latin.key)) return false;
  if (spellsNative(part.text, part.script, latin.letters)) return true;
  if (foreign === null || !soundKeys.has(latin.key) || (onlyJapanese && !isJapanese(text))) return false;
  if (foreign.tabled.includes(text)) return true;
  const cost = pathCost(foreign, latin.letters, { perLetter: mostOfPart(foreign) });
  return cost >= 0 && similarityOfCost(foreign.model.knots, cost, latin.letters.length) >= leastOfPart;
}

/** Most cost for each letter on the way of a word that spells a part: of the first knot at or below the least similarity. */
function mostOfPart({ model }: ForeignWord): Cost {
  return model.knots.find(({ similarity }) => similarity <= leastOfPart)?.cost ?? 0;
}

/** What a word that sounds like a part costs at most for each letter, on the way and as a whole. */
export function costsOfPart(foreign: ForeignWord): { perLetter: Cost; most: Cost } {
  return { perLetter: mostOfPart(foreign), most: mostCostFor(foreign.model.knots, leastOfPart) };
}

/** Whether a Latin word spells this part of a run; false for other words. Nothing is remembered of the word. */
export function spellsPart(part: RunPart, text: string): boolean {
  const latin = scriptOf(text) === 'latin' ? readLatin(text) : null;
  return latin !== null && isPart(part, text, latin);
}

/**
 * Keys of the parts of an unspaced Han or Hangul run, already among its `scriptKeys`: of the words that a run covers
 * (`coversRun`), one has a key of its family part and another one of its given part, so an index that files runs and words
 * under `scriptKeys` finds every name in which a run may align. Empty for other words.
 */
export function runKeys(run: Word): string[] {
  const { family, given } = partsOf(run);
  return [...new Set([...family, ...given].flatMap(({ keys }) => [...keys]))];
}

/** Which parts of a run a word may be. */
export interface WordInRun {
  readonly family: boolean;
  readonly given: boolean;
}

const inNoRun: WordInRun = { family: false, given: false };

const mostWordsInRuns = 50_000;
/** By run and word which parts of the run the word spells. */
const wordsInRuns = new Map<Word, Map<Word, WordInRun>>();
let countInRuns = 0;

/**
 * Which parts of the run a Latin word spells, with a similarity of 7,000 or more and a key in common; both are possible.
 * Words that are not Latin are neither. Remembered, for a run meets the same words in one name after the other.
 */
export function partsOfRun(run: Word, word: Word): WordInRun {
  // The parts of a run cost many times what its script does.
  if (word.script !== 'latin' || !unspaced.has(run.script)) return inNoRun;
  let words = wordsInRuns.get(run);
  const known = words?.get(word);
  if (known) return known;
  const latin = latinOf(word);
  const found = latin ? partsSpelled(partsOf(run), word.text, latin) : inNoRun;
  if (countInRuns >= mostWordsInRuns) {
    wordsInRuns.clear();
    countInRuns = 0;
    words = undefined;
  }
  if (!words) {
    words = new Map();
    wordsInRuns.set(run, words);
  }
  words.set(word, found);
  countInRuns += 1;
  return found;
}

function partsSpelled({ family, given }: ReadParts, text: string, latin: LatinWord): WordInRun {
  const spells = (part: RunPart): boolean => isPart(part, text, latin);
  return { family: family.some(spells), given: given.some(spells) };
}

/** Whether the index can find the pair: the Latin word spells some part of the run. */
export function sharesRunKey(run: Word, word: Word): boolean {
  const { family, given } = partsOfRun(run, word);
  return family || given;
}

/**
 * Whether two to four neighbouring words may be the run written apart: the first or the last spells a family part, and
 * another a given part. What this excludes neither a scan nor an index pairs.
 */
export function coversRun(run: Word, words: readonly Word[]): boolean {
  const parts = words.map((word) => {
    const { family, given } = partsOfRun(run, word);
    return (family ? familyPart : 0) | (given ? givenPart : 0);
  });
  return coversParts(parts, 0, parts.length);
}

/** Bits of the parts that a word may be. */
export const [familyPart, givenPart] = [1, 2];

/** `coversRun` by the parts that each of the words may be, as bits, from one place to before another. */
export function coversParts(parts: ArrayLike<number>, from: number, to: number): boolean {
  return hasGivenBeside(parts, from, { from, to }) || hasGivenBeside(parts, to - 1, { from, to });
}

/** Whether the word at a place may be the family part, and another one the given part. */
function hasGivenBeside(
  parts: ArrayLike<number>,
  family: number,
  { from, to }: { from: number; to: number },
): boolean {
  if (((parts[family] as number) & familyPart) === 0) return false;
  for (let place = from; place < to; place += 1)
    if (place !== family && ((parts[place] as number) & givenPart) !== 0) return true;
  return false;
}

/** By the model of the script: the cheapest alignment of all characters with all letters. */
function alignJoined(cut: CutWord, words: readonly string[]): number {
  const starts = new Set<number>();
  let joined = '';
  for (const word of words) {
    if (joined !== '') starts.add(joined.length);
    joined += word;
  }
  const { knots } = cut.model;
  const letters = letterCodes(joined);
  const cost = pathCost(cut, letters, {
    perLetter: knots.at(-1)?.cost ?? 0,
    starts,
  });
  return cost < 0 ? 0 : similarityOfCost(knots, cost, letters.length);
}

/** By sound, in the order written or with the last word in front: Latin lists put the family name last, the run puts it first. */
function alignBySound(run: Word, words: readonly string[]): number {
  const foreign = foreignOf(run);
  if (!foreign) return 0;
  return Math.max(
    alignJoined(foreign, words),
    alignJoined(foreign, [...words.slice(-1), ...words.slice(0, -1)]),
  );
}

/** A Japanese family name of the tables, and a given name that no table has: its readings are too many. */
function alignJapanese(run: Word, words: readonly string[]): number {
  if (run.script !== 'han' || !words.every(isJapanese)) return 0;
  let best = 0;
  for (const [family = '', ...given] of [words, [...words.slice(-1), ...words.slice(0, -1)]]) {
    const length = japaneseFamily(run.text, family);
    if (length === 0) continue;
    const text = Array.from(run.text).slice(length).join('');
    const cut = cutForeign({ text, script: run.script });
    if (cut) best = Math.max(best, alignJoined(cut, given));
  }
  return best < leastBySound ? 0 : Math.min(best, japaneseSimilarity);
}

/**
 * How well Latin words spell a run by the readings of its characters, or as a Japanese name of which the tables have the family: 0 not at all.
 * @param apart the run is a given name beside its family name
 */
export function alignByReadings(run: Word, words: readonly string[], apart: boolean): number {
  if (!isNative(run.text, run.script)) return 0;
  const native = alignNative(run.text, run.script, { words, apart });
  return native > 0 || apart ? native : alignJapanese(run, words);
}

function alignWords(run: Word, words: readonly string[], apart: boolean): number {
  if (!isNative(run.text, run.script)) return alignBySound(run, words);
  const byReadings = alignByReadings(run, words, apart);
  if (byReadings > 0 || run.length <= longestByReadings) return byReadings;
  const bySound = alignBySound(run, words);
  return bySound < leastBySound ? 0 : bySound;
}

/**
 * Aligns an unspaced Han or Hangul run with the first two to four of `words` (Latin words that are side by side in a
 * name): family name first or last, given name in one word or several. `used` is how many words the run covers,
 * `similarity` 6,000 to 10,000. Null when none of these fits, and for anything that is no such run. A run that covers
 * one word is the business of `scriptSimilarity`.
 *
 * Characters with readings are read by these (`alignNative`), foreign words by their sound.
 *
 * For an index: a result implies `coversRun` of the run and the words used.
 * @param apart the run is a given name beside its family name
 */
export function alignRun(
  run: Word,
  words: readonly Word[],
  apart = false,
): { similarity: number; used: number } | null {
  if (!unspaced.has(run.script) || readRun(run.text).length === 0) return null;
  let best: { similarity: number; used: number } | null = null;
  for (let used = 2; used <= Math.min(mostRunWords, words.length); used += 1) {
    const taken = words.slice(0, used);
    if (taken.some((word) => word.script !== 'latin' || !latinOf(word))) return best;
    // What the index cannot find must not score in a scan.
    if (!coversRun(run, taken)) continue;
    const texts = taken.map(({ text }) => text);
    const similarity = alignWords(run, texts, apart);
    if (similarity > 0 && similarity >= (best?.similarity ?? 0)) best = { similarity, used };
  }
  return best;
}

/** Whether a run is aligned by its readings, so that its similarity as one word does not count. */
export function isReadByCharacters(run: Word): boolean {
  return run.length <= longestByReadings && isNative(run.text, run.script);
}
