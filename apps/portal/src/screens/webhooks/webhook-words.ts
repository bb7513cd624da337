import type { Words } from '../../words/en.ts';

/** Name of a webhook type; the type itself where there is none. */
export const typeName = (words: Words, type: string): string =>
  (words.types as Record<string, string>)[type] ?? type;
