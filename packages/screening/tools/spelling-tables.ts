import type { SpeltPair } from './frequency-tables.ts';

/** Names that have a word at least, in its most usual spelling, for it to be known: rarer ones are often mistakes of the data. */
const leastCount = 3;
/** Names that have two words for one another at least, and their share of the names that have either. */
const leastOfPair = 2;
const leastShareOfNative = 0.01;
const leastShareOfLatin = 0.05;

const latinWord = /^[a-z]{2,}$/u;
const nativeWord = /^\p{sc=Arabic}{2,}$/u;

function counted(
  pairs: readonly SpeltPair[],
  by: 'latin' | 'native',
): Map<string, { all: number; most: number }> {
  const words = new Map<string, { all: number; most: number }>();
  for (const pair of pairs) {
    const known = words.get(pair[by]) ?? { all: 0, most: 0 };
    words.set(pair[by], { all: known.all + pair.count, most: Math.max(known.most, pair.count) });
  }
  return words;
}

/** One pair for rows that folding made one. */
function united(pairs: readonly SpeltPair[]): SpeltPair[] {
  const sums = new Map<string, SpeltPair>();
  for (const { latin, native, count } of pairs) {
    if (!latinWord.test(latin) || !nativeWord.test(native)) continue;
    const key = `${native} ${latin}`;
    sums.set(key, { latin, native, count: (sums.get(key)?.count ?? 0) + count });
  }
  return [...sums.values()];
}

/**
 * Text of the table of words in Arabic letters with their usual spellings, most usual first: words and spellings that names have
 * often enough, sorted by code unit.
 */
export function arabicSpellingsTable(pairs: readonly SpeltPair[]): string {
  const rows = united(pairs);
  const latins = counted(rows, 'latin');
  const natives = counted(rows, 'native');
  const spellings = new Map<string, SpeltPair[]>();
  for (const pair of rows) {
    const { latin, native, count } = pair;
    const [ofLatin, ofNative] = [latins.get(latin), natives.get(native)];
    if (!ofLatin || !ofNative || ofLatin.most < leastCount || ofNative.all < leastCount) continue;
    if (count < leastOfPair) continue;
    if (count < leastShareOfNative * ofNative.all && count < leastShareOfLatin * ofLatin.all) continue;
    spellings.set(native, [...(spellings.get(native) ?? []), pair]);
  }
  const lines = [...spellings].map(([native, all]) => {
    const usual = all.sort((a, b) => b.count - a.count || (a.latin < b.latin ? -1 : 1));
    return `${native} ${usual.map(({ latin }) => latin).join(' ')}`;
  });
  return `# Written by tools/build-frequencies.ts from the transliteration pairs (CC0, Merhav and Ash, COLING 2018).\n# Words in Arabic letters, folded, with their usual spellings in Latin letters.\n${lines
    .sort()
    .map((line) => `${line}\n`)
    .join('')}`;
}
