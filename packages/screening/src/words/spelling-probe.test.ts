import { array, assert, boolean, constantFrom, integer, property, string, tuple } from 'fast-check';
import { expect, it } from 'vitest';
import { alteredWord, inventedWord } from '../../test/support/generated-words.ts';
import { compareWords } from './compare-words.ts';
import { SpellingProbe, type SpelledWord } from './spelling-probe.ts';
import { referenceTables } from '../tables/reference-tables.ts';
import { groupKey, indexKeys, isEditKey, probeKeys, soundKeys } from './word-keys.ts';
import { organisationGroups, wordOf } from './word-of.ts';

/** Long enough to run to completion even on a busy machine, because agreements are counted. */
const toItsEnd = { numRuns: 3_000, interruptAfterTimeLimit: 60_000 };

/** Returns a word among other bytes, followed by its normal form. */
function spelled(text: string): SpelledWord {
  const { normal } = wordOf(text);
  const bytes = Buffer.from(`xy${text}\0${normal}zz`);
  const same = normal === text;
  return {
    bytes,
    from: 2,
    length: text.length,
    normalFrom: same ? 2 : 3 + text.length,
    normalLength: normal.length,
  };
}

/** Compares two words as the index does. Returns whether they agree by spelling alone. */
function expectSame(first: string, second: string): boolean {
  const [a, b] = [wordOf(first), wordOf(second)];
  const probe = SpellingProbe.of(a);
  if (!probe || !/^[a-z]+$/.test(second)) return false;
  const sounds = soundKeys(a);
  const filed = new Set(indexKeys(b));
  // Words that share any other key are compared in full, as are words that one initial abbreviates.
  if (probeKeys(a).some((key) => !isEditKey(key) && !sounds.includes(key) && filed.has(key))) return false;
  const expected = compareWords(a, b);
  if (expected.relation === 'initial') return false;
  expect([first, second, probe.similarityTo(spelled(second))]).toEqual([first, second, expected.similarity]);
  return expected.similarity > 0;
}

it('finds the similarity that comparing the words finds, for words with up to three slips', () => {
  let similar = 0;
  assert(
    property(inventedWord, alteredWord.seed, integer({ min: 1, max: 3 }), (word, seed, edits) => {
      const altered = alteredWord.make(word, seed, edits);
      similar += Number(expectSame(word, altered)) + Number(expectSame(altered, word));
    }),
    toItsEnd,
  );
  expect(similar).toBeGreaterThan(800);
});

it('finds the same for words that sound alike', () => {
  const consonants = ['sh ch j', 's z c', 'b p bh', 'kh h', 't d th', 'v f ph w', 'm', 'n', 'k ck q', 'r rr'];
  const vowels = ['a', 'e', 'ou', 'i', 'o', 'y', 'ee', 'u'];
  const syllable = constantFrom(...consonants.map((set) => set.split(' '))).chain((set) =>
    tuple(constantFrom(...set), constantFrom(...vowels), constantFrom(...set), constantFrom(...vowels)),
  );
  let similar = 0;
  assert(
    property(array(syllable, { minLength: 1, maxLength: 4 }), boolean(), (parts, shared) => {
      const first = parts.map(([consonant, vowel]) => consonant + vowel).join('');
      const second = parts
        .map(([, vowel, other, elsewhere]) => other + (shared ? vowel : elsewhere))
        .join('');
      similar += Number(expectSame(first, second));
    }),
    toItsEnd,
  );
  expect(similar).toBeGreaterThan(300);
});

it('finds the same for words of up to forty letters', () => {
  const word = string({ unit: constantFrom('a', 'b', 'd', 'h', 's'), minLength: 28, maxLength: 40 });
  assert(
    property(word, integer({ min: 0, max: 27 }), integer({ min: 0, max: 2 }), (text, at, letters) => {
      expectSame(text, text.slice(0, at) + text.slice(at + letters));
      expectSame(text, `${text.slice(0, at)}${'dh'.slice(0, letters)}${text.slice(at)}`);
    }),
    { numRuns: 1_000 },
  );
});

/** Returns the pairs of plain words that share a group in a reference table. */
function groupedPairs(): [string, string][] {
  const byGroup = new Map<number, string[]>();
  const tables = [referenceTables().nameGroups, referenceTables().organisationWords] as const;
  for (const word of tables.flatMap((table) => [...table.keys()])) {
    if (!/^[a-z]{3,}$/.test(word)) continue;
    for (const group of wordOf(word).groups) byGroup.set(group, [...(byGroup.get(group) ?? []), word]);
  }
  return [...byGroup.values()].flatMap((words) =>
    words
      .slice(0, 6)
      .flatMap((first) => words.slice(0, 4).map((second): [string, string] => [first, second])),
  );
}

it('finds the same for words of one group and for words of one normal form', () => {
  let [grouped, read] = [0, 0];
  const differing: unknown[] = [];
  for (const [first, second] of groupedPairs()) {
    const [a, b] = [wordOf(first), wordOf(second)];
    const probe = SpellingProbe.of(a);
    if (!probe || a.compounds.length > 0) continue;
    const groups = a.groups.map(groupKey);
    const sounds = soundKeys(a);
    const filed = new Set(indexKeys(b));
    const expected = compareWords(a, b).similarity;
    const reading = probe.similarityOfReading(spelled(second));
    read += Number(reading > 0);
    if (reading > 0 && reading !== expected) differing.push([first, second, reading, expected]);
    // Words that share any other key are compared in full.
    const apart = probeKeys(a).filter(
      (key) => !isEditKey(key) && !sounds.includes(key) && !groups.includes(key),
    );
    if (reading > 0 || apart.some((key) => filed.has(key))) continue;
    const ofMeaning = a.groups.some((group) => group >= organisationGroups && b.groups.includes(group));
    const given = probe.similarityInGroup(spelled(second), ofMeaning);
    grouped += 1;
    if (given !== expected) differing.push([first, second, given, expected]);
  }
  expect(differing).toEqual([]);
  expect(grouped).toBeGreaterThan(1_000);
  expect(read).toBeGreaterThan(50);
});
