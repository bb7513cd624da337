import { expect, test } from 'vitest';
import { invented } from '../../../test/support/invented-entity.ts';
import { buildSnapshot } from '../build/build-snapshot.ts';
import { Dictionary } from '../words/dictionary.ts';
import { PairFilter, pairsIn } from './pair-filter.ts';

const syllables = ['tar', 'vin', 'bren', 'mark', 'dol', 'van', 'osk', 'eld', 'vey', 'ra', 'stru', 'bin'];
const words = syllables.flatMap((first) => syllables.map((second) => first + second));
/** Names of one to five words, word by word. */
const names = Array.from({ length: 500 }, (_, at) =>
  Array.from(
    { length: 1 + (at % 5) },
    (_word, place) => words[(at * 7 + place * 31) % words.length] as string,
  ),
);
const { sections } = buildSnapshot(
  names.map((name, at) => invented({ id: `inv-${at}`, names: [{ text: name.join(' '), kind: 'primary' }] })),
  { engine: 'test', sources: [] },
);
const dictionary = new Dictionary(sections);
const filter = new PairFilter(pairsIn(sections));
const mayHave = (first: string, second: string): boolean =>
  filter.mayHave(dictionary.find(first), dictionary.find(second));

test('two words that are adjacent in some name pass', () => {
  const pairs = names.flatMap((name) => name.slice(1).map((word, at) => [name[at] as string, word] as const));
  expect(pairs.length).toBe(1_000);
  expect(pairs.filter(([first, second]) => !mayHave(first, second))).toEqual([]);
});

test('of the others one in ten passes at most', () => {
  const beside = new Set(names.flatMap((name) => name.slice(1).map((word, at) => `${name[at]} ${word}`)));
  const listed = words.filter((word) => dictionary.find(word) >= 0);
  const others = listed.flatMap((first) =>
    listed.filter((second) => !beside.has(`${first} ${second}`)).map((second) => [first, second] as const),
  );
  expect(others.length).toBeGreaterThan(10_000);
  expect(others.filter(([first, second]) => mayHave(first, second)).length).toBeLessThan(others.length / 10);
});
