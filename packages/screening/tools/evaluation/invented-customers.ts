import { foldKey } from '../../src/tables/fold-key.ts';
import { referenceTables } from '../../src/tables/reference-tables.ts';
import { SeededRandom } from './seeded-random.ts';

interface Weighted {
  words: string[];
  upTo: number[];
  total: number;
}

function weighted(counts: ReadonlyMap<string, number>, role: 'given' | 'family'): Weighted {
  const result: Weighted = { words: [], upTo: [], total: 0 };
  const { usualRole } = referenceTables();
  for (const [word, count] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (count < 2 || usualRole(foldKey(word)) !== role) continue;
    result.total += count;
    result.words.push(word);
    result.upTo.push(result.total);
  }
  if (result.total === 0) throw new Error(`no ${role} names among the counted words`);
  return result;
}

function draw({ words, upTo, total }: Weighted, random: SeededRandom): string {
  const at = random.below(total);
  let low = 0;
  let high = words.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((upTo[middle] ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return words[low] ?? '';
}

export interface Customer {
  name: string;
  birthYear: number;
}

/** People who do not exist: given names and surnames drawn as often as they occur. The same for the same counts and seed. */
export function inventedCustomers(
  counts: ReadonlyMap<string, number>,
  howMany: number,
  seed: number,
): Customer[] {
  const random = new SeededRandom(seed);
  const given = weighted(counts, 'given');
  const family = weighted(counts, 'family');
  return Array.from({ length: howMany }, () => {
    const names = [draw(given, random)];
    if (random.below(4) === 0) names.push(draw(given, random));
    names.push(draw(family, random));
    return { name: names.join(' '), birthYear: 1940 + random.below(66) };
  });
}
