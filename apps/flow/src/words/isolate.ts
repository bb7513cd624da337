/**
 * A name inside a sentence of the other direction, between U+2068 (first strong isolate) and U+2069: it is read in its own direction
 * and moves nothing around it.
 */
export const isolated = (name: string): string => `\u2068${name}\u2069`;
