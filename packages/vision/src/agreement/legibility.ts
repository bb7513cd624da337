import type { TextWord } from '../printed/text-engine.ts';

/** Words surer than this were legible. */
const sure = 0.7;
/** So many letters and digits in sure words a page has at least; fewer are a part of one. */
const ofAPage = 60;

/**
 * How much of a page was legible, 0–1: the share of its characters that were read surely, less where there are few. Short words
 * do not count: patterns and edges look like them.
 */
export function legibilityOf(words: readonly TextWord[]): number {
  const readable = words.filter(({ text }) => /^[\p{L}\p{N}.,/:'’-]{3,}$/u.test(text));
  const lettersOf = (some: readonly TextWord[]): number =>
    some.reduce((sum, { text }) => sum + text.length, 0);
  const all = lettersOf(readable);
  const surely = lettersOf(readable.filter(({ confidence }) => confidence >= sure));
  return all === 0 ? 0 : Math.min(1, surely / ofAPage) * (surely / all);
}
