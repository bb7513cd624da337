/** In this order; each rule sees what the rules before it left. */
const replacements: readonly (readonly [RegExp, string])[] = [
  [/LL/g, 'Y'],
  [/(\p{L})\1/gu, '$1'],
  [/CH/g, '#'],
  [/H/g, ''],
  [/QU(?=[EI])/g, 'K'],
  [/GU(?=[EI])/g, '%'],
  [/C(?=[EIY])/g, 'S'],
  [/G(?=[EI])/g, 'J'],
  [/[CKQ]/g, 'K'],
  [/%/g, 'G'],
  [/[ZX]/g, 'S'],
  [/[VW]/g, 'B'],
  [/(\p{L})\1/gu, '$1'],
];

/**
 * What a token of a Spanish name sounds like: tokens that are written differently and spoken alike have the same key.
 * @param token upper case, without marks
 * @see spec/registries.md 7, step 5
 */
export function phoneticKey(token: string): string {
  return replacements.reduce((key, [pattern, by]) => key.replace(pattern, by), token);
}
