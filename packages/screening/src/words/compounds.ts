import { compareWords, sharesReading } from './compare-words.ts';
import { restOfRun } from './compound-forms.ts';
import { wordOf } from './word-of.ts';
import type { CompoundPart, Word } from '../model/word.ts';

/** A name that is written together on one side. */
const mostTogether = 9_700;

/** Agreement that does not rest on edits alone: such words share a key that is none of edits. */
function restSimilarity(rest: string, part: Word): number {
  const word = wordOf(rest);
  const { similarity, relation } = compareWords(word, part);
  if (relation === 'script' || relation === 'equivalent') return Math.min(similarity, mostTogether);
  if (relation === 'edit' && isSpelledAlike(word, part)) return Math.min(similarity, mostTogether);
  return relation === 'equal' && word.script === 'latin' ? mostTogether : 0;
}

/** Whether two words are read alike, or differ in vowels alone. */
function isSpelledAlike(a: Word, b: Word): boolean {
  return sharesReading(a, b) || (a.consonants !== '' && a.consonants === b.consonants);
}

/** The parts beside which some rest of the compound word agrees with the other: only a name that has one of these writes it apart. */
export function partsBeside(compound: Word, part: Word): CompoundPart[] {
  return compound.compounds.flatMap(({ fixed, rests }) =>
    rests.some((rest) => restSimilarity(rest, part) > 0) ? fixed : [],
  );
}

/** Whether an index can find the pair: some rest of the compound word agrees with the other. */
export function sharesRest(compound: Word, part: Word): boolean {
  return partsBeside(compound, part).length > 0;
}

/**
 * Similarity of a word such as `abdulrahman` and a run of two words, or three with an article between, that are the same
 * name written apart, in any scripts: 0, or 6,000 to 9,700. More than 0 only if `sharesRest` of the word and one of the run.
 */
export function writtenApart(compound: Word, run: readonly Word[]): number {
  if (compound.compounds.length === 0) return 0;
  const texts = run.map(({ text }) => text);
  let best = 0;
  for (const one of compound.compounds) {
    const place = restOfRun(texts, one);
    const part = place === null ? undefined : run[place];
    if (part) for (const rest of one.rests) best = Math.max(best, restSimilarity(rest, part));
  }
  return best;
}
