/** Letters of a Latin word as numbers: a to z are 1 to 26, everything else 27. */
export function letterCodes(latin: string): Uint8Array {
  const codes = new Uint8Array(latin.length);
  for (let at = 0; at < latin.length; at += 1) {
    const code = latin.charCodeAt(at) - 96;
    codes[at] = code >= 1 && code <= 26 ? code : 27;
  }
  return codes;
}

/** Most letters one unit of another script may stand for. */
export const longestChunk = 4;

/** Up to six letters as one integer above 0, five bits each; '' is 0. */
export function chunkCode(latin: string): number {
  let code = 0;
  for (const letter of letterCodes(latin)) code = (code << 5) | letter;
  return code;
}

const plainClasses: Record<string, string> = {
  b: 'P', p: 'P', f: 'F', v: 'F', w: 'F', t: 'T', d: 'T', k: 'K', q: 'K', g: 'K', c: 'K', s: 'S', z: 'S', x: 'KS', r: 'R', l: 'L', m: 'M', n: 'N',
}; // prettier-ignore

const sibilantClusters = new Set(['sh', 'ch', 'sz', 'cz', 'zh']);

function classAt(latin: string, at: number): string {
  const letter = latin.charAt(at);
  const next = latin.charAt(at + 1);
  if (letter === 'p' && next === 'h') return 'F';
  if (letter === 'c' && (next === 'e' || next === 'i' || next === 'y')) return 'S';
  if (letter === 'c' && next === 'h' && at > 0 && latin.charAt(at - 1) === 's') return '';
  if (sibilantClusters.has(letter + next)) return 'S';
  return plainClasses[letter] ?? '';
}

/** The consonant class of each letter of a Latin word: '' for vowels, h, j, y; two classes for x. */
export function letterClasses(latin: string): string[] {
  return Array.from({ length: latin.length }, (_, at) => classAt(latin, at));
}

/** Joins two class sequences; the same class twice running counts once. */
export function joinClasses(first: string, second: string): string {
  let joined = first;
  for (const one of second) if (!joined.endsWith(one)) joined += one;
  return joined;
}

/** Consonant classes of a Latin word in order, no class twice running: what its spellings in other scripts keep. */
export function latinSkeleton(latin: string): string {
  return letterClasses(latin).reduce(joinClasses, '');
}
