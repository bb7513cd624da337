import type { Token } from '../../model/prepared-name.ts';
import type { Word } from '../../model/word.ts';
import { isOlderSpelling, romanisedLanguages, romanisedOf } from '../../readings/romanisations.ts';
import { unspaced } from '../../scripts/runs.ts';
import { editsWithin, longestEdited } from '../../words/edit-cost.ts';
import { wordOf } from '../../words/word-of.ts';
import type { AlignedPair, NameComparison } from '../name-comparison.ts';

/** How two words, or a run of words and a word, agree: the relation in the trace and the knowledge behind it. */
export type WordRelation =
  | 'same'
  | 'nickname'
  | 'synonym'
  | 'other_ending'
  | 'other_spelling'
  | 'other_script'
  | 'reading'
  | 'initial'
  | 'one_letter'
  | 'several_letters'
  | 'sound'
  | 'written_together'
  | 'acronym';

function sharesReading(a: Word, b: Word): boolean {
  return a.readings.some((reading) => b.readings.includes(reading));
}

/** Whether the words are one Mandarin or Korean word in two romanisations. */
function areRomanised(a: Word, b: Word): boolean {
  return romanisedLanguages.some((language) =>
    isOlderSpelling(romanisedOf(a, language), romanisedOf(b, language)),
  );
}

function equivalence(a: Token, b: Token): WordRelation {
  const [left, right] = [wordOf(a.text), wordOf(b.text)];
  if (left.script !== right.script) return acrossScripts(left, right);
  if (sharesReading(left, right)) return 'other_spelling';
  if (left.stem !== null && left.stem.text === right.stem?.text) return 'other_ending';
  if (areRomanised(left, right)) return 'other_spelling';
  return a.class === 'organisation' || b.class === 'organisation' ? 'synonym' : 'nickname';
}

/** Names without spaces are read from character tables; all others are transliterated. */
function acrossScripts(a: Word, b: Word): WordRelation {
  return unspaced.has(a.script) || unspaced.has(b.script) ? 'reading' : 'other_script';
}

function byLetters(a: Token, b: Token): WordRelation {
  const countable = a.text.length <= longestEdited && b.text.length <= longestEdited;
  return countable && editsWithin(a.text, b.text, 1) <= 1 ? 'one_letter' : 'several_letters';
}

const direct: Readonly<Partial<Record<AlignedPair['relation'], WordRelation>>> = {
  equal: 'same',
  initial: 'initial',
  sound: 'sound',
  joined: 'written_together',
  acronym: 'acronym',
};

/** How a pair agrees, in more detail than its relation. */
export function relationOfPair(
  { relation, queryFrom, listedFrom }: AlignedPair,
  { query, listed }: NameComparison,
): WordRelation {
  const known = direct[relation];
  if (known !== undefined) return known;
  const a = query.tokens[queryFrom];
  const b = listed.tokens[listedFrom];
  if (!a || !b) throw new RangeError('a pair is of words that the names do not have');
  if (relation === 'edit') return byLetters(a, b);
  return relation === 'script' ? acrossScripts(wordOf(a.text), wordOf(b.text)) : equivalence(a, b);
}
