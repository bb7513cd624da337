import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { foldKey } from '../../src/tables/fold-key.ts';
import { compareWords } from '../../src/words/compare-words.ts';
import { wordOf } from '../../src/words/word-of.ts';
import type { Judged } from './measures.ts';
import { numberOf, SeededRandom } from './seeded-random.ts';

/** Words spelt alike in another script at least this often are variants of one name; rarer ones are often mistakes. */
const leastCount = 3;

/**
 * Pairs of single Latin words, scored: positives are written alike in the other script of the transliteration file,
 * negatives begin with the same two letters and are not. Neighbours in the alphabet, so harder than words drawn at random.
 */
export function judgedVariants(folder: string, file: string, part: 'tune' | 'report'): Judged[] {
  const spelt = new Map<string, Set<string>>();
  const text = gunzipSync(readFileSync(path.join(folder, 'transliteration', `${file}.tsv.gz`))).toString(
    'utf8',
  );
  for (const line of text.split('\n')) {
    const [latin = '', other = '', count = '0'] = line.split('\t');
    const word = foldKey(latin);
    if (Number(count) < leastCount || !/^[a-z]{3,}$/u.test(word)) continue;
    spelt.set(other, (spelt.get(other) ?? new Set()).add(word));
  }
  const neighbours = new Map<string, string[]>();
  const spellings = new Map<string, string[]>();
  for (const [other, words] of spelt)
    for (const word of words) {
      neighbours.set(word.slice(0, 2), [...(neighbours.get(word.slice(0, 2)) ?? []), word]);
      spellings.set(word, [...(spellings.get(word) ?? []), other]);
    }
  const judged: Judged[] = [];
  for (const [word, others] of spellings) {
    if ((numberOf(word) % 2 === 0 ? 'tune' : 'report') !== part) continue;
    const variants = new Set(others.flatMap((other) => [...(spelt.get(other) ?? [])]));
    for (const variant of variants)
      if (variant > word) judged.push({ score: score(word, variant), same: true });
    const stranger = new SeededRandom(numberOf(word)).pick(neighbours.get(word.slice(0, 2)) ?? [word]);
    if (!variants.has(stranger)) judged.push({ score: score(word, stranger), same: false });
  }
  return judged;
}

function score(first: string, second: string): number {
  // Which romanisation a word is in only its name shows.
  return compareWords(wordOf(first), wordOf(second), () => false).similarity;
}
