import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prepareName } from '../names/prepare-name.ts';
import { align } from './align.ts';
import { preparedPair } from '../../test/support/generated-names.ts';
import type { AlignedPair } from './name-comparison.ts';
import { listedSide, querySide } from './name-side.ts';
import { weigh } from './weigh.ts';
import { possiblePairs } from './word-pairs.ts';

/** Returns the best raw score over all pairings that use each word once. */
function bestRaw(
  query: ReturnType<typeof querySide>,
  listed: ReturnType<typeof listedSide>,
  open: AlignedPair[],
  taken: AlignedPair[],
): number {
  const [first, ...rest] = open;
  if (!first) return weigh(query, listed, taken).raw;
  const without = bestRaw(query, listed, rest, taken);
  const blocked = taken.some(
    (pair) => (pair.queryMask & first.queryMask) !== 0 || (pair.listedMask & first.listedMask) !== 0,
  );
  return blocked ? without : Math.max(without, bestRaw(query, listed, rest, [...taken, first]));
}

describe('the pairing of words', () => {
  it('is the best of all pairings', () => {
    fc.assert(
      fc.property(preparedPair, ([queryName, listedName]) => {
        const query = querySide(queryName);
        const listed = listedSide(listedName);
        const possible = possiblePairs(query, listed);
        fc.pre(possible.length <= 12);
        const { raw } = weigh(query, listed, align(query, listed, possible));
        expect(raw).toBe(bestRaw(query, listed, possible, []));
      }),
      { numRuns: 800 },
    );
  });

  it('uses each word once', () => {
    fc.assert(
      fc.property(preparedPair, ([queryName, listedName]) => {
        const query = querySide(queryName);
        const listed = listedSide(listedName);
        let usedQuery = 0;
        let usedListed = 0;
        for (const pair of align(query, listed, possiblePairs(query, listed))) {
          expect((usedQuery & pair.queryMask) | (usedListed & pair.listedMask)).toBe(0);
          usedQuery |= pair.queryMask;
          usedListed |= pair.listedMask;
        }
      }),
      { numRuns: 800 },
    );
  });

  it('ends soon for names of many words that all resemble each other', () => {
    const words = (letter: string) =>
      Array.from(
        { length: 24 },
        (_, index) => `thistlecroft${letter}${'abcdefghijklmnopqrstuvwxyz'[index] ?? ''}`,
      ).join(' ');
    const query = querySide(prepareName(words('k'), 'person'));
    const listed = listedSide(prepareName(words('m'), 'person'));
    expect(align(query, listed, possiblePairs(query, listed))).toHaveLength(24);
  });
});
