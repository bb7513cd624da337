import { hasSeveralSpellings, type PreparedName } from '../../model/prepared-name.ts';
import { lettersOf, longestRun, mostMoved, shortestJoined } from '../../score/word-pairs.ts';
import { scriptOf } from '../../scripts/script-of.ts';
import { initialSimilarity, lowestSimilarity } from '../../words/compare-words.ts';
import { abbreviationsOf } from '../../words/country-abbreviations.ts';
import type { Cut } from './cut-finder.ts';
import type { Dictionary } from './dictionary.ts';
import type { NeighbourRow, QueryWord } from './neighbour-row.ts';
import type { Neighbours, WordRows } from './neighbours.ts';
import type { RunParts } from './run-parts.ts';

/** A word of the query with everything in a listed name that may match it. */
export type SoughtWord = QueryWord & {
  /** Several words of a listed name that together form this word. */
  cuts: readonly Cut[];
  /** The parts as which an unspaced word may be written; null for other words. */
  parts: RunParts | null;
  /** Work of looking up the word, in the units of `workOf`. */
  work: number;
};

/**
 * Each word of the query with its neighbours in the dictionary, including compounds: runs of the query's words that the dictionary has as
 * one word, and the word's own letters split into two or three words.
 * @param least similarity needed by words of another script (`leastOfOnlyWord`)
 */
export function queryWords(
  query: PreparedName,
  neighbours: Neighbours,
  { dictionary, least }: { dictionary: Dictionary; least: number },
): SoughtWord[] {
  const found = query.tokens.map(({ text }) =>
    // Separate rows for Latin words would be identical.
    least === lowestSimilarity || scriptOf(text) === 'latin'
      ? neighbours.of(text)
      : neighbours.of(text, least),
  );
  const words = query.tokens.map((token, index) => {
    const row = found[index] as WordRows;
    return {
      granted: token.class === 'initial' ? initialSimilarity : 0,
      rows: token.class === 'form' ? [] : [row],
      cuts: row.cuts,
      parts: row.parts,
      work: row.work,
    };
  });
  addBeside(query, words, found);
  for (const [index] of query.tokens.entries())
    addRuns(query, words, { from: index, dictionary, neighbours });
  addRomanised(query, words, neighbours);
  for (const index of query.tokens.keys())
    addMovedBlanks(query, words, { from: index, dictionary, neighbours });
  return words;
}

interface MutableWord {
  granted: number;
  rows: NeighbourRow[];
  cuts: readonly Cut[];
  parts: RunParts | null;
}

/** Unspaced and compound listed names that contain a word also count for the adjacent words. */
function addBeside(query: PreparedName, words: MutableWord[], found: readonly WordRows[]): void {
  const alone = new Set(found.flatMap((row) => row.alone));
  for (const [index, { beside, together }] of found.entries()) {
    if (query.tokens[index]?.class === 'form') continue;
    // A word can be part of a compound only if its name has the other part.
    const compounds = [...alone].flatMap((part) => together.get(part) ?? []);
    const from = Math.max(0, index - longestRun + 1);
    for (const [place, word] of words.slice(from, index + longestRun).entries()) {
      // The word's own row already includes unspaced tokens.
      const own = from + place === index;
      if (compounds.length > 0) word.rows = [...word.rows, ...compounds];
      if (beside !== null && !own) word.rows = [...word.rows, beside];
    }
  }
}

/** Listed words that are a run of the query's words written together count for every word of the run. */
function addRuns(
  query: PreparedName,
  words: MutableWord[],
  { from, dictionary, neighbours }: { from: number; dictionary: Dictionary; neighbours: Neighbours },
): void {
  for (let to = from + 2; to <= Math.min(words.length, from + longestRun); to += 1) {
    const run = query.tokens.slice(from, to);
    const letters = run.map((word) => lettersOf(word, query.raw)).join('');
    const tokens = [letters, ...abbreviationsOf(letters)]
      .map((text) => dictionary.find(text))
      .filter((token) => token >= 0);
    if (tokens.length === 0) continue;
    const row = neighbours.rowOf(tokens);
    for (const word of words.slice(from, to)) {
      word.rows.push(row);
    }
  }
}

/** Words of a Chinese or Korean name in another romanisation, with their syllables joined or separate. */
function addRomanised(query: PreparedName, words: MutableWord[], neighbours: Neighbours): void {
  const { runs, cuts } = neighbours.romanised.in(query);
  for (const { from, to, tokens } of runs) {
    const row = neighbours.rowOf(tokens);
    for (const word of words.slice(from, to)) word.rows.push(row);
  }
  for (const { at, parts } of cuts) {
    const word = words[at];
    const cut = word ? neighbours.cutOf(parts) : null;
    if (word && cut) word.cuts = [...word.cuts, cut];
  }
}

/** Two listed words that equal two adjacent words of the query with the space elsewhere count for both. */
function addMovedBlanks(
  query: PreparedName,
  words: MutableWord[],
  { from, dictionary, neighbours }: { from: number; dictionary: Dictionary; neighbours: Neighbours },
): void {
  const first = query.tokens[from];
  const second = query.tokens[from + 1];
  if (!first || !second || hasSeveralSpellings(first.text) || hasSeveralSpellings(second.text)) return;
  const letters = first.text + second.text;
  if (letters.length < shortestJoined) return;
  for (let moved = -mostMoved; moved <= mostMoved; moved += 1) {
    const at = first.text.length + moved;
    if (moved === 0 || at < 1 || at >= letters.length) continue;
    const parts = partsAt(letters, at, dictionary);
    if (parts === null) continue;
    const cut = neighbours.cutOf(parts);
    if (cut === null) continue;
    for (const word of words.slice(from, from + 2)) word.cuts = [...word.cuts, cut];
  }
}

/** Both halves of a text as words of the dictionary, in order; null if either is missing. */
function partsAt(letters: string, at: number, dictionary: Dictionary): Cut['parts'] | null {
  const halves = [letters.slice(0, at), letters.slice(at)] as const;
  const firstIsLonger = at * 2 >= letters.length;
  // The longer half first, because it is less likely to be a word.
  const [longer, shorter] = firstIsLonger ? halves : [halves[1], halves[0]];
  const one = dictionary.find(longer);
  const other = one < 0 ? -1 : dictionary.find(shorter);
  if (other < 0) return null;
  // In the order of the text, as in a name.
  return firstIsLonger ? [[one], [other]] : [[other], [one]];
}
