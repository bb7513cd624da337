import type { Raster } from '../picture/raster.ts';
import { readSheet } from './read-sheet.ts';
import type { TextEngine, TextLanguage, TextWord } from './text-engine.ts';
import { boxAround, runsOf } from './text-lines.ts';

/** Words shorter than this share of the tallest word in their run count as small print. */
const smaller = 0.82;
/** Minimum number of mixed runs that shows that a document prints labels before their values. */
const fewestMixed = 3;
/** Beginnings with a higher confidence are not read again. */
const sure = 0.9;
/** Enlargement factor for reading small print again. */
const enlarged = 1.7;

/**
 * Engines scale a line by its largest print and therefore misread small labels at its beginning. If several lines mix sizes, their
 * small beginnings are read again separately, enlarged.
 * @param options.known words already recognised as labels; if all small words are known, nothing is read
 * @returns all words, with small beginnings replaced; the same list if there are none
 * @throws Error if the engine fails
 */
export async function readSmallLabels(
  engine: TextEngine,
  {
    print,
    words,
    known,
    language,
  }: { print: Raster; words: readonly TextWord[]; known: ReadonlySet<TextWord>; language: TextLanguage },
): Promise<readonly TextWord[]> {
  const mixed = runsOf(words)
    .map(({ words: run }) => smallBeginning(run))
    .filter((small) => small.length > 0);
  const beginnings = mixed.filter((small) => surenessOf(small) < sure);
  if (mixed.length < fewestMixed || beginnings.flat().every((word) => known.has(word))) return words;
  const boxes = beginnings.map((small) => boxAround(small.map(({ box }) => box)));
  const read = await readSheet(engine, { print, boxes, language, scale: enlarged });
  const better = read.map((again, at) => surenessOf(again) > surenessOf(beginnings[at] ?? []));
  const replaced = new Set(beginnings.flatMap((small, at) => (better[at] ? small : [])));
  return [...words.filter((word) => !replaced.has(word)), ...read.filter((_, at) => better[at]).flat()];
}

/** The engine's mean confidence over some words; 0 if there are none. */
function surenessOf(words: readonly TextWord[]): number {
  return words.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, words.length);
}

function smallBeginning(run: readonly TextWord[]): TextWord[] {
  const highest = Math.max(...run.map(({ box }) => box[3]));
  const first = run.findIndex(({ box }) => box[3] >= smaller * highest);
  return run.slice(0, first);
}
