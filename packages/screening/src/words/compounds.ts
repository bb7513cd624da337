import { compareWords, sharesReading } from './compare-words.ts';
import { restOfRun } from './compound-forms.ts';
import { wordOf } from './word-of.ts';
import type { CompoundPart, Word } from '../model/word.ts';

/** Maximum similarity of a name that is a compound on one side. */
const mostTogether = 9_700;

/** Agreement that does not depend on edits alone: such words share a key other than an edit key. */
function restSimilarity(rest: string, part: Word): number {
  const word = wordOf(rest);
  const { similarity, relation } = compareWords(word, part);
  if (relation === 'script' || relation === 'equivalent') return Math.min(similarity, mostTogether);
  if (relation === 'edit' && isSpelledAlike(word, part)) return Math.min(similarity, mostTogether);
  return relation === 'equal' && word.script === 'latin' ? mostTogether : 0;
}

/** Whether two words have the same reading, or differ only in vowels. */
function isSpelledAlike(a: Word, b: Word): boolean {
  return sharesReading(a, b) || (a.consonants !== '' && a.consonants === b.consonants);
}

/**
 * The fixed parts for which the rest of the compound agrees with the other word: only a name with one of these writes the compound as
 * separate words.
 */
export function partsBeside(compound: Word, part: Word): CompoundPart[] {
  return compound.compounds.flatMap(({ fixed, rests }) =>
    rests.some((rest) => restSimilarity(rest, part) > 0) ? fixed : [],
  );
}

/** Whether an index can find the pair: some rest of the compound agrees with the other word. */
export function sharesRest(compound: Word, part: Word): boolean {
  return partsBeside(compound, part).length > 0;
}

/**
 * Similarity of a word such as `abdulrahman` and a run of two words, or of three with an article in between, that are the same name
 * written separately, in any scripts: 0, or 6,000 to 9,700. Positive only if `sharesRest` holds for the word and one of the run.
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
