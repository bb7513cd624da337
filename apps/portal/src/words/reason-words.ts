import type { Words } from './words.ts';

/**
 * The reason for a decision in the current language.
 * @param text the service's own text, in English
 */
export const reasonIn = (
  { reasonIs }: Pick<Words, 'reasonIs'>,
  code: number | null,
  text: string | null,
): string | null => (code === null || text === null ? text : reasonIs(code, text));
