const consonantClass: Readonly<Record<string, string>> = {
  b: 'p',
  p: 'p',
  f: 'f',
  v: 'f',
  d: 't',
  t: 't',
  g: 'k',
  k: 'k',
  q: 'k',
  c: 's',
  s: 's',
  z: 's',
  j: 'j',
  m: 'm',
  n: 'n',
  l: 'l',
  r: 'r',
  h: 'h',
};

/** Vowels on a line from bright to dark: neighbours are easily heard for each other. */
const brightness: Readonly<Record<string, number>> = { i: 0, e: 1, a: 2, o: 3, u: 4 };

const bestSound = 8_800;
const step = 400;
export const worstSound = 7_200;

function classes(normal: string): string {
  return normal.replaceAll('sh', 'j').replaceAll('ch', 'j');
}

/**
 * Consonants of a Latin word's normal form as classes, vowels dropped; a vowel in front is kept as `a`. `''` when the
 * word has fewer than four letters or fewer than two consonants: too little to sound like another.
 */
export function skeletonOf(normal: string): string {
  if (normal.length < 4 || !/^[a-z]+$/u.test(normal)) return '';
  let skeleton = '';
  let consonants = 0;
  for (const letter of classes(normal)) {
    const kind = consonantClass[letter];
    if (kind === undefined) {
      if (skeleton === '') skeleton = 'a';
      continue;
    }
    if (kind === 'h' && skeleton !== '') continue;
    consonants++;
    if (!skeleton.endsWith(kind)) skeleton += kind;
  }
  return consonants >= 2 && skeleton.length >= 2 ? skeleton : '';
}

/** Vowels before, between and after the consonants that the skeleton keeps, and the consonants themselves. */
function slots(normal: string): { vowels: string[]; consonants: string } {
  const vowels = [''];
  let consonants = '';
  let last = '';
  for (const letter of classes(normal)) {
    const kind = consonantClass[letter];
    if (kind === undefined) vowels[vowels.length - 1] += letter;
    else if ((kind !== 'h' || consonants === '') && kind !== last) {
      consonants += letter;
      last = kind;
      vowels.push('');
    }
  }
  return { vowels, consonants };
}

function vowelSteps(first: string, second: string): number {
  if (first === second) return 0;
  if (first === '' || second === '') return 2;
  const far = Math.abs((brightness[first[0] ?? ''] ?? 2) - (brightness[second[0] ?? ''] ?? 2));
  const longer = Math.abs(first.length - second.length);
  return Math.min(3, Math.max(1, far)) + (longer > 1 ? 1 : 0);
}

/**
 * How close two normal forms of one skeleton sound: 8,800 less 400 for every step between their vowels and every
 * consonant of the same class but another letter, 0 when that goes below 7,200. Symmetric.
 */
export function soundSimilarity(first: string, second: string): number {
  if (Math.abs(first.length - second.length) > 2) return 0;
  const one = slots(first);
  const other = slots(second);
  if (one.vowels.length !== other.vowels.length) return 0;
  let steps = 0;
  for (let index = 0; index < one.vowels.length; index++) {
    steps += vowelSteps(one.vowels[index] ?? '', other.vowels[index] ?? '');
    if (one.consonants[index] !== other.consonants[index]) steps++;
  }
  const similarity = bestSound - step * steps;
  return similarity < worstSound ? 0 : similarity;
}
