import { letterCodes } from '../readings/latin-skeleton.ts';

/** Maximum Latin letters for one unit of another script; a reading of a Han character has up to six. */
export const longestChunk = 4;

/** Encodes up to six letters as one positive integer, five bits each; '' is 0. */
export function chunkCode(latin: string): number {
  let code = 0;
  for (const letter of letterCodes(latin)) code = (code << 5) | letter;
  return code;
}

const shapeLetters: Record<string, string> = {
  a: 'a', e: 'a', i: 'a', o: 'a', u: 'a', y: 'a', b: 'p', p: 'p', f: 'f', v: 'f', w: 'f', t: 't', d: 't', k: 'k', g: 'k', q: 'k', c: 'k', x: 'k',
  s: 's', z: 's', l: 'l', r: 'l', m: 'm', n: 'n', j: 'j', h: 'h',
}; // prettier-ignore

/** The approximate sound of a chunk: one `a` for any vowels, one letter for each kind of consonant, no h after another. */
export function chunkShape(latin: string): string {
  let shape = '';
  for (const letter of latin) {
    const kind = shapeLetters[letter] ?? letter;
    if (shape.endsWith(kind) || (kind === 'h' && shape !== '' && !shape.endsWith('a'))) continue;
    shape += kind;
  }
  return shape;
}
