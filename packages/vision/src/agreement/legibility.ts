import type { TextWord } from '../printed/text-engine.ts';

/** Words above this confidence count as legible. */
const sure = 0.7;
/** Minimum number of characters in legible words on a full page; fewer suggest that only part of it was read. */
const ofAPage = 60;

/**
 * Share of a page that was legible, 0–1: the share of its characters read with confidence, reduced if there are few. Short words do not
 * count, because patterns and edges look like them.
 */
export function legibilityOf(words: readonly TextWord[]): number {
  const readable = words.filter(({ text }) => /^[\p{L}\p{N}.,/:'’-]{3,}$/u.test(text));
  const lettersOf = (some: readonly TextWord[]): number =>
    some.reduce((sum, { text }) => sum + text.length, 0);
  const all = lettersOf(readable);
  const surely = lettersOf(readable.filter(({ confidence }) => confidence >= sure));
  return all === 0 ? 0 : Math.min(1, surely / ofAPage) * (surely / all);
}
