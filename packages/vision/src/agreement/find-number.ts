import { lookAlike } from '../printed/plain-text.ts';
import type { TextWord } from '../printed/text-engine.ts';
import type { TextRun } from '../printed/text-lines.ts';
import type { Sighting } from './sighting.ts';

/** Parts of printed words beside each other, letters and digits alone. */
export interface NumberToken {
  bare: string;
  words: readonly TextWord[];
}

/** Parts that one number may consist of. */
const mostParts = 5;
/** What a pair of look-alikes costs; any other difference costs 1. */
const alikeCost = 0.25;
/** Shorter numbers must be there as they are. */
const shortNumber = 6;

/** What a page offers for numbers. */
export function numberTokens(runs: readonly TextRun[]): NumberToken[] {
  return runs.flatMap(({ words }) => {
    const parts = words.flatMap((word) =>
      word.text
        .split(/[^\p{L}\p{N}]+/u)
        .flatMap((text) => (text === '' ? [] : [{ bare: bareNumber(text), word }])),
    );
    return parts.flatMap((_, from) =>
      Array.from({ length: Math.min(mostParts, parts.length - from) }, (__, more): NumberToken => {
        const joined = parts.slice(from, from + more + 1);
        return {
          bare: joined.map(({ bare }) => bare).join(''),
          words: [...new Set(joined.map(({ word }) => word))],
        };
      }),
    );
  });
}

/** Upper-case letters and digits; anything else is removed. */
export function bareNumber(text: string): string {
  return text
    .normalize('NFD')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '');
}

/**
 * Looks for a number among the words of a page; one character may be wrong, lost or doubled, and look-alikes count for little.
 * @returns `null` when it is not there
 */
export function findNumber(number: string, tokens: readonly NumberToken[]): Sighting | null {
  const wanted = bareNumber(number);
  if (wanted === '') return null;
  const most = wanted.length < shortNumber ? 2 * alikeCost : 1;
  let best: { cost: number; words: readonly TextWord[] } | null = null;
  for (const { bare, words } of tokens) {
    if (Math.abs(bare.length - wanted.length) > 1) continue;
    const cost = numberDistance(bare, wanted);
    if (cost <= most && (best === null || cost < best.cost)) best = { cost, words };
  }
  return best && { confidence: 1 - 0.4 * best.cost, words: best.words };
}

/** Characters to insert, drop or exchange; look-alikes are a quarter of one. */
export function numberDistance(a: string, b: string): number {
  const [alikeA, alikeB] = [lookAlike(a), lookAlike(b)];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const exchange = a[i - 1] === b[j - 1] ? 0 : alikeA[i - 1] === alikeB[j - 1] ? alikeCost : 1;
      next.push(Math.min((row[j - 1] ?? 0) + exchange, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? Infinity;
}

/** Letters and digits as a mask, `AA9999999`: numbers of one kind have the same. */
function maskOf(number: string): string {
  return bareNumber(number).replaceAll(/\d/g, '9').replaceAll(/[A-Z]/g, 'A');
}

/**
 * Whether two numbers may be of one kind: their masks are the same, or the first mixes letters and digits as issuers without a fixed
 * mask do (a letter follows a digit) and the other, as long, has both.
 */
export function isOfForm(number: string, other: string): boolean {
  const [mask, shown] = [maskOf(number), maskOf(other)];
  if (mask === shown) return true;
  return mask.length === shown.length && mask.includes('9A') && shown.includes('9') && shown.includes('A');
}
