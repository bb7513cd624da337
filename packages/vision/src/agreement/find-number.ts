import { lookAlike } from '../printed/plain-text.ts';
import type { TextWord } from '../printed/text-engine.ts';
import type { TextRun } from '../printed/text-lines.ts';
import type { Sighting } from './sighting.ts';

/** Adjacent parts of printed words, letters and digits only. */
export interface NumberToken {
  bare: string;
  words: readonly TextWord[];
}

/** Maximum number of parts in one number. */
const mostParts = 5;
/** Cost of confusing two look-alike characters; any other difference costs 1. */
const alikeCost = 0.25;
/** Shorter numbers must match exactly. */
const shortNumber = 6;

/** Candidates for numbers on a page. */
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

/** Reduces a text to upper-case letters and digits. */
export function bareNumber(text: string): string {
  return text
    .normalize('NFD')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '');
}

/**
 * Searches the words of a page for a number; one character may be wrong, missing or doubled, and look-alikes cost little.
 * @returns `null` if it is not found
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

/** Number of characters to insert, delete or replace; look-alikes count a quarter. */
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

/** The mask of letters and digits, such as `AA9999999`, which numbers of one kind share. */
function maskOf(number: string): string {
  return bareNumber(number).replaceAll(/\d/g, '9').replaceAll(/[A-Z]/g, 'A');
}

/**
 * Whether two numbers may be of one kind: their masks are equal, or the first mixes letters and digits like those of issuers without a
 * fixed mask (a letter follows a digit) and the other has the same length and both kinds of characters.
 */
export function isOfForm(number: string, other: string): boolean {
  const [mask, shown] = [maskOf(number), maskOf(other)];
  if (mask === shown) return true;
  return mask.length === shown.length && mask.includes('9A') && shown.includes('9') && shown.includes('A');
}
