/** Consonants that are heard for each other share a class; letters that are no consonants of Latin words have none. */
const classOf = new Map<string, string>();
for (const set of ['pb', 'fv', 'td', 'kgq', 'scz', 'jx', 'm', 'n', 'l', 'r', 'h', 'w'])
  for (const letter of set) classOf.set(letter, set.charAt(0));

const vowel = 'a';

/** Vowels on a line from bright to dark: neighbours are easily heard for each other. */
const brightness = new Map(Array.from('ieaou').map((letter, place) => [letter, place]));

const bestSound = 8_800;
const step = 500;
/** Words that sound alike are at least as similar as this. */
export const worstSound = 7_200;
/** Steps allowed to words with two consonants, which have little else to agree in. */
const stepsOfShort = 1;

function oneLetterSounds(normal: string): string {
  return normal.includes('h') ? normal.replace(/[sc]h/gu, 'j').replace(/(?<=.)h/gu, '') : normal;
}

const codeOfVowel = vowel.charCodeAt(0);
const classOfCode = new Uint8Array(128).fill(codeOfVowel);
for (const [letter, kind] of classOf) classOfCode[letter.charCodeAt(0)] = kind.charCodeAt(0);
const [codeC, codeH, codeJ, codeS] = [99, 104, 106, 115];

/**
 * How a Latin word in its normal form sounds: consonants as classes, `a` wherever there are vowels. `''` when the word has
 * fewer than four letters or fewer than two consonants: too little to sound like another.
 */
export function skeletonOf(normal: string): string {
  if (normal.length < 4) return '';
  let skeleton = '';
  let last = 0;
  let consonants = 0;
  for (let at = 0; at < normal.length; at += 1) {
    let letter = normal.charCodeAt(at);
    if (letter < 97 || letter > 122) return '';
    // As `oneLetterSounds`: sh and ch are one sound, any other h but the first is silent.
    if ((letter === codeS || letter === codeC) && normal.charCodeAt(at + 1) === codeH) {
      letter = codeJ;
      at += 1;
    } else if (letter === codeH && at > 0) continue;
    const kind = classOfCode[letter] as number;
    if (kind === last) continue;
    if (kind !== codeOfVowel) consonants += 1;
    skeleton += String.fromCharCode(kind);
    last = kind;
  }
  return consonants >= 2 ? skeleton : '';
}

/** Whether a normal form of letters a to z, as character codes, has this skeleton, which is not empty. */
export function haveSameSkeleton(skeleton: string, normal: Uint8Array): boolean {
  if (normal.length < 4) return false;
  let at = 0;
  let last = 0;
  for (let place = 0; place < normal.length; place += 1) {
    let letter = normal[place] as number;
    // As `oneLetterSounds`: sh and ch are one sound, any other h but the first is silent.
    if ((letter === codeS || letter === codeC) && normal[place + 1] === codeH) {
      letter = codeJ;
      place += 1;
    } else if (letter === codeH && place > 0) continue;
    const kind = classOfCode[letter] as number;
    if (kind === last) continue;
    if (skeleton.charCodeAt(at) !== kind) return false;
    at += 1;
    last = kind;
  }
  return at === skeleton.length;
}

/** Runs of letters that form one class each, in the order of the skeleton. */
function sounds(normal: string): string[] {
  const runs: string[] = [];
  let last = '';
  for (const letter of oneLetterSounds(normal)) {
    const kind = classOf.get(letter) ?? vowel;
    if (kind === last) runs[runs.length - 1] += letter;
    else runs.push(letter);
    last = kind;
  }
  return runs;
}

function stepsBetween(first: string, second: string): number {
  if (first === second) return 0;
  const one = brightness.get(first.charAt(0));
  const other = brightness.get(second.charAt(0));
  if (one === undefined || other === undefined) return 1;
  return Math.max(1, Math.abs(one - other)) + (Math.abs(first.length - second.length) > 1 ? 1 : 0);
}

/**
 * How close two normal forms of one skeleton sound: 8,800 less 500 for every step between their vowels and every
 * consonant of the same class but another letter; 0 below 7,200, or for words too unlike in length. Symmetric.
 */
export function soundSimilarity(first: string, second: string): number {
  if (Math.abs(first.length - second.length) > 2) return 0;
  const one = sounds(first);
  const other = sounds(second);
  let steps = 0;
  let consonants = 0;
  for (let index = 0; index < one.length; index += 1) {
    const sound = one[index] ?? '';
    steps += stepsBetween(sound, other[index] ?? '');
    if (classOf.has(sound.charAt(0))) consonants += 1;
  }
  // Two consonants and their vowels are shared by many unrelated words.
  if (consonants === 2 && steps > stepsOfShort) return 0;
  const similarity = bestSound - step * steps;
  return similarity < worstSound ? 0 : similarity;
}
