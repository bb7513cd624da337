import type { Raster } from '../picture/raster.ts';
import { readSheet } from './read-sheet.ts';
import type { TextEngine, TextLanguage, TextWord } from './text-engine.ts';
import { boxAround, runsOf } from './text-lines.ts';

/** Words lower than this share of the highest in their run are smaller print. */
const smaller = 0.82;
/** With fewer mixed runs a document does not put its labels before its values. */
const fewestMixed = 3;
/** Surer beginnings need no second look. */
const sure = 0.9;
/** How much larger the small print is read again. */
const enlarged = 1.7;

/**
 * Engines read a line at the size of its largest print and mistake small labels in front of it. Where several lines mix sizes,
 * their small beginnings are read again by themselves, larger.
 * @param options.known words that are labels as they were read; where all small ones are, nothing is read
 * @returns all words, those of small beginnings replaced; the same list where there are none
 * @throws Error when the engine fails
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

/** The engine's own estimate over some words; 0 for none. */
function surenessOf(words: readonly TextWord[]): number {
  return words.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, words.length);
}

function smallBeginning(run: readonly TextWord[]): TextWord[] {
  const highest = Math.max(...run.map(({ box }) => box[3]));
  const first = run.findIndex(({ box }) => box[3] >= smaller * highest);
  return run.slice(0, first);
}
