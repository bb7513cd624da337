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

/** A word of the query with all that may match it in a listed name. */
export type SoughtWord = QueryWord & {
  /** Several words of a listed name that are this one written together. */
  cuts: readonly Cut[];
  /** What an unspaced word may be written apart as; null for other words. */
  parts: RunParts | null;
  /** What looking the word up cost, by `workOf`. */
  work: number;
};

/**
 * Each word of the query with its neighbours in the dictionary, also as part of words written together: runs of the
 * query's words that the dictionary has as one, and the word's own letters cut into two or three words.
 * @param least of the similarity that words of another script need (`leastOfOnlyWord`)
 */
export function queryWords(
  query: PreparedName,
  neighbours: Neighbours,
  { dictionary, least }: { dictionary: Dictionary; least: number },
): SoughtWord[] {
  const found = query.tokens.map(({ text }) =>
    // Other rows for Latin words would be the same ones once more.
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

/** Unspaced and compound listed names that a word is part of count for the words beside it too. */
function addBeside(query: PreparedName, words: MutableWord[], found: readonly WordRows[]): void {
  const alone = new Set(found.flatMap((row) => row.alone));
  for (const [index, { beside, together }] of found.entries()) {
    if (query.tokens[index]?.class === 'form') continue;
    // Without the other part in its name no word is written together with it.
    const compounds = [...alone].flatMap((part) => together.get(part) ?? []);
    const from = Math.max(0, index - longestRun + 1);
    for (const [place, word] of words.slice(from, index + longestRun).entries()) {
      // The word itself has unspaced tokens in its own row already.
      const own = from + place === index;
      if (compounds.length > 0) word.rows = [...word.rows, ...compounds];
      if (beside !== null && !own) word.rows = [...word.rows, beside];
    }
  }
}

/** Listed words that are a run of the query's written together count for every word of the run. */
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

/** Words of a Chinese or Korean name in another romanisation, their syllables together or apart. */
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

/** Two listed words that are two neighbours of the query with the blank between them elsewhere count for both. */
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

/** Both halves of a text as words of the dictionary, in order; null if it lacks either. */
function partsAt(letters: string, at: number, dictionary: Dictionary): Cut['parts'] | null {
  const halves = [letters.slice(0, at), letters.slice(at)] as const;
  const firstIsLonger = at * 2 >= letters.length;
  // The longer half first: of the two it is the one that is hardly ever a word.
  const [longer, shorter] = firstIsLonger ? halves : [halves[1], halves[0]];
  const one = dictionary.find(longer);
  const other = one < 0 ? -1 : dictionary.find(shorter);
  if (other < 0) return null;
  // In the order of the text, in which a name has them.
  return firstIsLonger ? [[one], [other]] : [[other], [one]];
}
