import type { Word } from '../model/word.ts';
import { latinSkeleton } from '../readings/latin-skeleton.ts';
import { isSpelledAsWritten } from './arabic-spelling.ts';
import { pathCost } from './path-cost.ts';
import { isRuledScript, isSpelledByRule, letterRules } from './rule-spelling.ts';
import { runKeys } from './runs.ts';
import { similarityOfCost } from './script-model.ts';
import {
  foreignOf,
  isLatinWord,
  latinOf,
  readLatin,
  type ForeignWord,
  type LatinWord,
} from './script-word.ts';

/** Similarity if one romanisation convention of the script makes them equal. */
const ruleSimilarity = 9700;

/** Similarity of a spelling that the tables give for the whole word. */
export const tabledSimilarity = 9600;

/** Similarity if every letter of an Arabic word is spelt, without additional consonants. */
const writtenSimilarity = 9200;

/** Maximum similarity of two words that are both not Latin: they are compared through a likely spelling, so never beyond doubt. */
const spelledSimilarity = 9400;

function modelled(foreign: ForeignWord, latin: LatinWord): number {
  const { knots } = foreign.model;
  const cost = pathCost(foreign, latin.letters, { perLetter: knots.at(-1)?.cost ?? 0 });
  let similarity = cost < 0 ? 0 : similarityOfCost(knots, cost, latin.letters.length);
  for (const other of foreign.others)
    similarity = Math.max(similarity, modelled(other.foreign, latin) - other.loss);
  return similarity;
}

/** No word by the model alone: what the model gives nothing an index does not look at. */
function asWritten({ form }: ForeignWord, latin: string, similarity: number): number {
  if (similarity === 0 || similarity >= writtenSimilarity) return similarity;
  return isSpelledAsWritten(form, latin) ? writtenSimilarity : similarity;
}

function againstLatin(word: Word, latinWord: Word): number {
  const foreign = foreignOf(word);
  const latin = latinOf(latinWord);
  // Without a common key the index would not find the pair, so a scan must not either.
  if (!foreign || !latin || !foreign.keys.has(latin.key)) return 0;
  if (foreign.tabled.includes(latinWord.text)) return tabledSimilarity;
  const similarity = modelled(foreign, latin);
  if (word.script === 'arabic') return asWritten(foreign, latinWord.text, similarity);
  if (similarity >= ruleSimilarity || !isRuledScript(word.script)) return similarity;
  const isRuled = isSpelledByRule(letterRules[word.script], foreign.form, latinWord.text);
  return isRuled ? ruleSimilarity : similarity;
}

function throughSpelling(word: ForeignWord, other: ForeignWord): number {
  const latin = readLatin(other.spelling);
  return latin ? modelled(word, latin) : 0;
}

function sharesKey(first: ReadonlySet<string>, second: ReadonlySet<string>): boolean {
  for (const key of first) if (second.has(key)) return true;
  return false;
}

function acrossScripts(a: Word, b: Word): number {
  const [first, second] = [foreignOf(a), foreignOf(b)];
  if (!first || !second || !sharesKey(first.keys, second.keys)) return 0;
  // Either word's likeliest spelling may be the right one; the better result counts, which makes it symmetric.
  return Math.min(
    spelledSimilarity,
    Math.max(throughSpelling(first, second), throughSpelling(second, first)),
  );
}

/**
 * Similarity of two words of different scripts: 0 to 10,000, symmetric, the same on every machine. From 9,000 the two are spellings of
 * one word as far as spelling can show; from 8,000, about one in a thousand unrelated words passes. 0 means unrelated, and also that a
 * script has neither rules nor a model: such scripts match only within themselves.
 */
export function scriptSimilarity(a: Word, b: Word): number {
  if (a.script === b.script) return 0;
  if (a.script === 'latin') return againstLatin(b, a);
  if (b.script === 'latin') return againstLatin(a, b);
  return acrossScripts(a, b);
}

/** Distinguishes these keys from others, also for words without consonants. */
const keyMark = '~';

/** `spellingKeys` of a Latin text. */
export function latinSpellingKeys(text: string): string[] {
  return isLatinWord(text) ? [keyMark + latinSkeleton(text)] : [];
}

/**
 * Keys under which a word meets its spellings in other scripts: `scriptSimilarity(a, b) > 0` only if the two share one of these
 * `spellingKeys`. One for a Latin word; up to 64 for others; none for scripts that match only within themselves, for numbers and for
 * legal forms.
 */
export function spellingKeys(word: Word): string[] {
  if (word.script === 'latin') return latinSpellingKeys(word.text);
  return Array.from(foreignOf(word)?.keys ?? [], (key) => keyMark + key);
}

/** Keys under which an unspaced run meets the Latin words that spell its parts (`runKeys`); none for other words. */
export function unspacedKeys(word: Word): string[] {
  return runKeys(word).map((key) => keyMark + key);
}

/** Whether a word agrees with Latin words only by its model or its tables: no spelling rule relates it to others. */
export function isModelledAlone(word: Word): boolean {
  return !isRuledScript(word.script);
}

/** All keys under which a word is filed: `spellingKeys` and, for an unspaced run, `unspacedKeys`. */
export function scriptKeys(word: Word): string[] {
  const [spelling, parts] = [spellingKeys(word), unspacedKeys(word)];
  return parts.length === 0 ? spelling : [...new Set([...spelling, ...parts])];
}
