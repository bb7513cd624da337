/** Numbers the letters of a Latin word: a to z are 1 to 26, everything else is 27. */
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

/** The consonant class of each letter of a Latin word: '' for vowels, h, j and y; two classes for x. */
export function letterClasses(latin: string): string[] {
  return Array.from({ length: latin.length }, (_, at) => classAt(latin, at));
}

/** Joins two class sequences; a class that is repeated at the joint counts once. */
export function joinClasses(first: string, second: string): string {
  let joined = first;
  for (const one of second) if (!joined.endsWith(one)) joined += one;
  return joined;
}

/** Maximum length of a key in classes: the rest of a word is left to the alignment. */
const keyLength = 4;

/** The key of a class sequence: its beginning. */
export function keyOfClasses(classes: string): string {
  return classes.slice(0, keyLength);
}

/** The first consonant classes of a Latin word, without immediate repeats: what its spellings in other scripts preserve. */
export function latinSkeleton(latin: string): string {
  let skeleton = '';
  for (let at = 0; at < latin.length && skeleton.length < keyLength; at += 1) {
    const classes = classAt(latin, at);
    if (classes !== '') skeleton = joinClasses(skeleton, classes);
  }
  return keyOfClasses(skeleton);
}

/** Classes by number, starting at 1. */
const classNumbers = ' PFTKSRLMN';
const classBase = classNumbers.length;

/** Upper limit (exclusive) of skeletons as numbers. */
export const skeletonNumbers = classBase ** keyLength;

/** Encodes a skeleton as a unique number. */
export function skeletonNumber(skeleton: string): number {
  let number = 0;
  for (const one of skeleton) number = number * classBase + classNumbers.indexOf(one);
  return number;
}

/** Letters by `letterCodes`, and 0 for the end of a word. */
const letterNumbers = 28;
const sNumber = 19;

function letterOf(number: number): string {
  return number === 0 ? '' : String.fromCharCode(number + 96);
}

/** Class numbers of a letter, indexed by whether an s precedes it, the letter, and the next letter. */
const numberedClasses = ['', 's'].flatMap((before) =>
  Array.from({ length: letterNumbers ** 2 }, (_, at) => {
    const [letter, next] = [Math.floor(at / letterNumbers), at % letterNumbers];
    const classes = classAt(before + letterOf(letter) + letterOf(next), before.length);
    return Array.from(classes, (one) => classNumbers.indexOf(one));
  }),
);

/** `skeletonNumber` of the `latinSkeleton` of a word given as letters numbered by `letterCodes`. */
export function skeletonOfLetters(letters: Uint8Array): number {
  let [number, last, count] = [0, 0, 0];
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters[at] as number;
    const next = at + 1 < letters.length ? (letters[at + 1] as number) : 0;
    const front = at > 0 && letters[at - 1] === sNumber ? letterNumbers : 0;
    for (const one of numberedClasses[(front + letter) * letterNumbers + next] as readonly number[]) {
      if (one === last) continue;
      number = number * classBase + one;
      last = one;
      count += 1;
      if (count === keyLength) return number;
    }
  }
  return number;
}
