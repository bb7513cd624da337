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

/** One way to read an unspaced name: its words in written order. */
export type RunReading = readonly string[];

/** Maximum number of Latin words aligned with one run. */
export const mostRunWords = 4;

const longestSyllabicRun = 6;
const longestFamilyName = 2;
const keysOfPart = 8;
const partKeyFloor = 250;
/** Minimum similarity of a word and the part of a run that it is matched with. */
const leastOfPart = 7_000;
/** Minimum similarity, by sound alone, of words and a run that may be a name spelt syllable by syllable. */
const leastBySound = 8_500;
/** Maximum characters of names that are not foreign words, except Japanese ones. */
const longestByReadings = 3;
/** Similarity of a Japanese family name from the tables with a given name by sound. */
const japaneseSimilarity = 9_300;

/** Scripts that write a whole name as one word. */
export const unspaced: ReadonlySet<Script> = new Set(['han', 'hangul']);

/**
 * The readings of an unspaced run of Han characters or Hangul syllables as a person's name: a family name of one or two characters, then
 * the given name, joined or character by character. Empty for runs of one character or of more than six.
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

/** A part of a run as a separate word. */
export interface RunPart {
  readonly text: string;
  readonly script: Script;
  /** The same for equal texts with the same `foreign`. */
  readonly id: string;
  /** Null if it is read only by characters, or if the model of the script has none of its characters. */
  readonly foreign: ForeignWord | null;
  readonly keys: ReadonlySet<string>;
  /** The keys of those under which a word may match by sound. */
  readonly soundKeys: ReadonlySet<string>;
  /** Whether only Japanese words may match by sound: after a Japanese family name no others are aligned (`alignJapanese`). */
  readonly onlyJapanese: boolean;
}

/** The possible readings of a run, by part of the name. */
export interface ReadParts {
  readonly family: readonly RunPart[];
  readonly given: readonly RunPart[];
}

const noParts: ReadParts = { family: [], given: [] };
const knownRunParts = new WeakMap<Word, ReadParts>();

/** The family and given parts as which a run may be read; none if it is not a run. */
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
    // After a Japanese family name from the tables, a given name is matched by sound.
    given: partsAmong(
      readings.flatMap(([, ...given]) => given),
      bySound === 'none' && mayBeJapanese(run.text, script) ? 'japanese' : bySound,
    ),
  };
}

const mostParts = 20_000;
const knownParts = new Map<string, RunPart | null>();

/** Which words that sound like a part count, in addition to those that spell it. */
type Sounds = 'none' | 'japanese' | 'any';

interface WantedPart {
  text: string;
  script: Script;
  sounds: Sounds;
}

/** Surnames and syllables occur in many runs. */
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

/** Maximum cost per letter along the way for a word that spells a part: from the first knot at or below the minimum similarity. */
function mostOfPart({ model }: ForeignWord): Cost {
  return model.knots.find(({ similarity }) => similarity <= leastOfPart)?.cost ?? 0;
}

/** Maximum cost per letter for a word that sounds like a part, along the way and in total. */
export function costsOfPart(foreign: ForeignWord): { perLetter: Cost; most: Cost } {
  return { perLetter: mostOfPart(foreign), most: mostCostFor(foreign.model.knots, leastOfPart) };
}

/** Whether a Latin word spells this part of a run; false for other words. The result is not cached. */
export function spellsPart(part: RunPart, text: string): boolean {
  const latin = scriptOf(text) === 'latin' ? readLatin(text) : null;
  return latin !== null && isPart(part, text, latin);
}

/**
 * Keys of the parts of an unspaced Han or Hangul run, which are among its `scriptKeys`: of the words covered by a run (`coversRun`), one
 * has a key of its family part and another a key of its given part. So an index that files runs and words under `scriptKeys` finds every
 * name with which a run may align. Empty for other words.
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
/** For each run and word, the parts of the run that the word spells. */
const wordsInRuns = new Map<Word, Map<Word, WordInRun>>();
let countInRuns = 0;

/**
 * Determines which parts of the run a Latin word spells, with a similarity of at least 7,000 and a common key; it may spell both. Words
 * that are not Latin spell none. Cached, because a run meets the same words in many names.
 */
export function partsOfRun(run: Word, word: Word): WordInRun {
  // The parts of a run cost many times as much to compute as its script.
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
 * Whether two to four adjacent words may be the run written separately: the first or the last spells a family part, and another one a
 * given part. Neither a scan nor an index pairs words that this excludes.
 */
export function coversRun(run: Word, words: readonly Word[]): boolean {
  const parts = words.map((word) => {
    const { family, given } = partsOfRun(run, word);
    return (family ? familyPart : 0) | (given ? givenPart : 0);
  });
  return coversParts(parts, 0, parts.length);
}

/** Bits for the possible parts of a word. */
export const [familyPart, givenPart] = [1, 2];

/** `coversRun` for a range of words, the end excluded, given the possible parts of each as bits. */
export function coversParts(parts: ArrayLike<number>, from: number, to: number): boolean {
  return hasGivenBeside(parts, from, { from, to }) || hasGivenBeside(parts, to - 1, { from, to });
}

/** Whether the word at a position may be the family part, and another one the given part. */
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

/** By sound, in written order or with the last word first: Latin lists put the family name last, the run puts it first. */
function alignBySound(run: Word, words: readonly string[]): number {
  const foreign = foreignOf(run);
  if (!foreign) return 0;
  return Math.max(
    alignJoined(foreign, words),
    alignJoined(foreign, [...words.slice(-1), ...words.slice(0, -1)]),
  );
}

/** A Japanese family name from the tables, and a given name that no table has because it has too many readings. */
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
 * How well Latin words spell a run by the readings of its characters, or as a Japanese name whose family name is in the tables; 0 for no
 * agreement.
 * @param apart whether the run is a given name next to its family name
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
 * Aligns an unspaced Han or Hangul run with the first two to four of `words` (adjacent Latin words of a name): family name first or last,
 * given name in one or several words. `used` is the number of words covered by the run, `similarity` is 6,000 to 10,000. Null if nothing
 * fits, or if it is not such a run. A run that covers a single word is handled by `scriptSimilarity`.
 *
 * Characters with readings are read by these (`alignNative`), foreign words by their sound.
 *
 * For an index: a result implies `coversRun` for the run and the words used.
 * @param apart whether the run is a given name next to its family name
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
    // What the index cannot find must not score in a scan either.
    if (!coversRun(run, taken)) continue;
    const texts = taken.map(({ text }) => text);
    const similarity = alignWords(run, texts, apart);
    if (similarity > 0 && similarity >= (best?.similarity ?? 0)) best = { similarity, used };
  }
  return best;
}

/** Whether a run is aligned by its readings, so that its similarity as a single word does not count. */
export function isReadByCharacters(run: Word): boolean {
  return run.length <= longestByReadings && isNative(run.text, run.script);
}
