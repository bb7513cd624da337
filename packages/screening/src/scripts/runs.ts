import type { Script } from '../model/prepared-name.ts';
import type { Word } from '../model/word.ts';
import { letterCodes } from './latin-form.ts';
import { modelForm } from './model-form.ts';
import { pathCost } from './path-cost.ts';
import { similarityOfCost, type ScriptModel } from './script-model.ts';
import { foreignOf, latinOf } from './script-word.ts';
import { skeletonsOf } from './skeletons.ts';

/** One way to read an unspaced name: its words in the order written. */
export type RunReading = readonly string[];

/** Most Latin words one run is aligned with. */
export const mostRunWords = 4;

const longestSyllabicRun = 6;
const longestFamilyName = 2;
const keysOfPart = 8;
const partKeyFloor = 250;

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

const knownRunKeys = new WeakMap<Word, ReadonlySet<string>>();

function keysOfParts(run: Word, model: ScriptModel): Set<string> {
  const keys = new Set<string>();
  const strict = { ...model, keyFloor: Math.min(partKeyFloor, model.keyFloor) };
  for (const part of new Set(readRun(run.text).flat())) {
    for (const key of skeletonsOf(strict, modelForm(part, run.script), keysOfPart)) keys.add(key);
  }
  return keys;
}

function runKeySet(run: Word): ReadonlySet<string> {
  let keys = knownRunKeys.get(run);
  if (!keys) {
    const foreign = unspaced.has(run.script) ? foreignOf(run) : null;
    keys = foreign ? keysOfParts(run, foreign.model) : new Set();
    knownRunKeys.set(run, keys);
  }
  return keys;
}

/**
 * Keys of the parts of an unspaced Han or Hangul run, already among its `scriptKeys`: a run that `alignRun` pairs with
 * several words shares one with at least one of them, so an index that files runs and words under `scriptKeys` finds
 * every name in which a run may align. Empty for other words.
 */
export function runKeys(run: Word): string[] {
  return [...runKeySet(run)];
}

/** Whether the index can find the pair: some part of the run has the key of the Latin word. */
export function sharesRunKey(run: Word, word: Word): boolean {
  const latin = word.script === 'latin' ? latinOf(word) : null;
  return latin !== null && runKeySet(run).has(latin.key);
}

function alignJoined(run: Word, words: readonly string[]): number {
  const foreign = foreignOf(run);
  if (!foreign) return 0;
  const starts = new Set<number>();
  let joined = '';
  for (const word of words) {
    if (joined !== '') starts.add(joined.length);
    joined += word;
  }
  const { knots } = foreign.model;
  const letters = letterCodes(joined);
  const cost = pathCost(foreign, letters, {
    perLetter: knots.at(-1)?.cost ?? 0,
    starts,
  });
  return cost < 0 ? 0 : similarityOfCost(knots, cost, letters.length);
}

/**
 * Aligns an unspaced Han or Hangul run with the first two to four of `words` (Latin words that are side by side in a
 * name): family name first or last, given name in one word or several. `used` is how many words the run covers,
 * `similarity` 6,000 to 10,000. Null when none of these fits, and for anything that is no such run. A run that covers
 * one word is the business of `scriptSimilarity`.
 *
 * For an index: a result implies `sharesRunKey(run, word)` for at least one of the words used.
 */
export function alignRun(run: Word, words: readonly Word[]): { similarity: number; used: number } | null {
  if (!unspaced.has(run.script) || readRun(run.text).length === 0) return null;
  let best: { similarity: number; used: number } | null = null;
  for (let used = 2; used <= Math.min(mostRunWords, words.length); used += 1) {
    const taken = words.slice(0, used);
    if (taken.some((word) => word.script !== 'latin' || !latinOf(word))) return best;
    // What the index cannot find must not score in a scan.
    if (!taken.some((word) => sharesRunKey(run, word))) continue;
    const texts = taken.map(({ text }) => text);
    const similarity = Math.max(
      alignJoined(run, texts),
      // Latin lists put the family name last, the run puts it first.
      alignJoined(run, [...texts.slice(-1), ...texts.slice(0, -1)]),
    );
    if (similarity > 0 && similarity >= (best?.similarity ?? 0)) best = { similarity, used };
  }
  return best;
}
