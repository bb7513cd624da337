/** Letters of a Latin word as numbers: a to z are 1 to 26, everything else 27. */
export function letterCodes(latin: string): Uint8Array {
  const codes = new Uint8Array(latin.length);
  for (let at = 0; at < latin.length; at += 1) {
    const code = latin.charCodeAt(at) - 96;
    codes[at] = code >= 1 && code <= 26 ? code : 27;
  }
  return codes;
}

const plainClasses: Record<string, string> = {
  b: 'P', p: 'P', f: 'F', v: 'F', w: 'F', t: 'T', d: 'T', k: 'K', q: 'K', g: 'K', c: 'K', s: 'S', z: 'S', x: 'KS', r: 'R', l: 'L', m: 'M', n: 'N',
}; // prettier-ignore

function classAt(latin: string, at: number): string {
  const letter = latin.charAt(at);
  const next = latin.charAt(at + 1);
  if (next === 'h') {
    if (letter === 'p') return 'F';
    if (letter === 'c' && at > 0 && latin.charAt(at - 1) === 's') return '';
    if (letter === 's' || letter === 'c' || letter === 'z') return 'S';
  } else if (next === 'z' && (letter === 's' || letter === 'c')) return 'S';
  else if (letter === 'c' && (next === 'e' || next === 'i' || next === 'y')) return 'S';
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

/** Longest key, in classes: what comes later in a word is left to the alignment. */
const keyLength = 4;

/** The key of a class sequence: its beginning. */
export function keyOfClasses(classes: string): string {
  return classes.slice(0, keyLength);
}

/** The first consonant classes of a Latin word, no class twice running: what its spellings in other scripts keep. */
export function latinSkeleton(latin: string): string {
  let skeleton = '';
  for (let at = 0; at < latin.length && skeleton.length < keyLength; at += 1) {
    const classes = classAt(latin, at);
    if (classes !== '') skeleton = joinClasses(skeleton, classes);
  }
  return keyOfClasses(skeleton);
}
