import type { Words } from './words.ts';

/**
 * The reason of a decision in the language shown.
 * @param text the service's own words, in English
 */
export const reasonIn = (
  { reasonIs }: Pick<Words, 'reasonIs'>,
  code: number | null,
  text: string | null,
): string | null => (code === null || text === null ? text : reasonIs(code, text));
