/** Consonants that are easily misheard for each other share a class; letters that are not consonants of Latin words have none. */
const classOf = new Map<string, string>();
for (const set of ['pb', 'fv', 'td', 'kgq', 'scz', 'jx', 'm', 'n', 'l', 'r', 'h', 'w'])
  for (const letter of set) classOf.set(letter, set.charAt(0));

const vowel = 'a';

const noVowel = 255;
/** Vowels by code, on a scale from bright to dark: neighbours are easily misheard for each other. */
const brightness = new Uint8Array(128).fill(noVowel);
for (const [place, letter] of Array.from('ieaou').entries()) brightness[letter.charCodeAt(0)] = place;

const bestSound = 8_800;
const step = 500;
/** Minimum similarity of words that sound alike. */
export const worstSound = 7_200;
/** Number of steps allowed for words with two consonants, which have little else in common. */
const stepsOfShort = 1;

const codeOfVowel = vowel.charCodeAt(0);
const classOfCode = new Uint8Array(128).fill(codeOfVowel);
for (const [letter, kind] of classOf) classOfCode[letter.charCodeAt(0)] = kind.charCodeAt(0);
const [codeC, codeH, codeJ, codeS] = [99, 104, 106, 115];

/**
 * How a Latin word in its normal form sounds: consonants as classes, `a` for any vowels. `''` if the word has fewer than four letters or
 * fewer than two consonants, too few to sound like another.
 */
export function skeletonOf(normal: string): string {
  if (normal.length < 4) return '';
  let skeleton = '';
  let last = 0;
  let consonants = 0;
  for (let at = 0; at < normal.length; at += 1) {
    let letter = normal.charCodeAt(at);
    if (letter < 97 || letter > 122) return '';
    // As in `SoundText`: sh and ch are one sound, and any h other than the first is silent.
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

/** Whether a normal form of letters a to z, given as a range of bytes, has this skeleton, which must not be empty. */
export function haveSameSkeleton(
  skeleton: string,
  bytes: Uint8Array,
  [from, length]: readonly [number, number],
): boolean {
  if (length < 4) return false;
  const end = from + length;
  let at = 0;
  let last = 0;
  for (let place = from; place < end; place += 1) {
    let letter = bytes[place] as number;
    // As in `SoundText`: sh and ch are one sound, and any h other than the first is silent.
    if ((letter === codeS || letter === codeC) && place + 1 < end && bytes[place + 1] === codeH) {
      letter = codeJ;
      place += 1;
    } else if (letter === codeH && place > from) continue;
    const kind = classOfCode[letter] as number;
    if (kind === last) continue;
    if (skeleton.charCodeAt(at) !== kind) return false;
    at += 1;
    last = kind;
  }
  return at === skeleton.length;
}

/** Space for the letters of nearly all words. */
const usualLetters = 40;

/** A reusable buffer for a normal form as it sounds: sh and ch as one letter, without any h other than the first. */
export class SoundText {
  /** Number of letters of the normal form itself. */
  written = 0;
  /** Codes of the audible letters. */
  #letters = new Uint8Array(usualLetters);
  #length = 0;
  #last = 0;
  /** The current run: adjacent letters of one class. */
  #from = 0;
  #end = 0;

  read(normal: string): this {
    this.#begin(normal.length);
    for (let at = 0; at < normal.length; at += 1) this.#add(normal.charCodeAt(at), at);
    return this;
  }

  /** Reads a normal form of `length` bytes, each the code of one letter. */
  readBytes(bytes: Uint8Array, from: number, length: number): this {
    this.#begin(length);
    for (let at = 0; at < length; at += 1) this.#add(bytes[from + at] as number, at);
    return this;
  }

  #begin(written: number): void {
    if (written > this.#letters.length) this.#letters = new Uint8Array(written);
    this.written = written;
    this.#length = 0;
    this.#last = 0;
  }

  #add(letter: number, at: number): void {
    if (letter !== codeH || at === 0) {
      this.#letters[this.#length] = letter;
      this.#length += 1;
    } else if (this.#last === codeS || this.#last === codeC) this.#letters[this.#length - 1] = codeJ;
    this.#last = letter;
  }

  /** Returns to the position before the first run. */
  restart(): void {
    this.#end = 0;
  }

  /** Moves to the next run; false at the end. */
  next(): boolean {
    const letters = this.#letters;
    const from = this.#end;
    if (from === this.#length) return false;
    const kind = classOfCode[letters[from] as number];
    let end = from + 1;
    while (end < this.#length && classOfCode[letters[end] as number] === kind) end += 1;
    this.#from = from;
    this.#end = end;
    return true;
  }

  /** Whether the current run consists of consonants. */
  isConsonant(): boolean {
    return classOfCode[this.#letters[this.#from] as number] !== codeOfVowel;
  }

  /** Distance of the current run from that of another text, which must be of the same class. */
  stepsTo(other: SoundText): number {
    if (this.#hasRunOf(other)) return 0;
    const one = brightness[this.#letters[this.#from] as number] as number;
    const facing = brightness[other.#letters[other.#from] as number] as number;
    if (one === noVowel || facing === noVowel) return 1;
    const longer = Math.abs(this.#end - this.#from - (other.#end - other.#from)) > 1 ? 1 : 0;
    return Math.max(1, Math.abs(one - facing)) + longer;
  }

  #hasRunOf(other: SoundText): boolean {
    const length = this.#end - this.#from;
    if (length !== other.#end - other.#from) return false;
    for (let at = 0; at < length; at += 1)
      if (this.#letters[this.#from + at] !== other.#letters[other.#from + at]) return false;
    return true;
  }
}

const [one, other] = [new SoundText(), new SoundText()];

/**
 * How similarly two normal forms with the same skeleton sound: 8,800 minus 500 for every step between their vowels and for every
 * consonant that differs within its class; 0 below 7,200, or for words of too different lengths. Symmetric.
 */
export function soundSimilarity(first: string, second: string): number {
  return similarityOfSounds(one.read(first), other.read(second));
}

/** `soundSimilarity` of two texts read before. */
export function similarityOfSounds(first: SoundText, second: SoundText): number {
  if (Math.abs(first.written - second.written) > 2) return 0;
  let steps = 0;
  let consonants = 0;
  first.restart();
  second.restart();
  // With the same skeleton, both have the same number of runs, each of the same class.
  while (first.next() && second.next()) {
    steps += first.stepsTo(second);
    if (first.isConsonant()) consonants += 1;
  }
  // Many unrelated words share two consonants and their vowels.
  if (consonants === 2 && steps > stepsOfShort) return 0;
  const similarity = bestSound - step * steps;
  return similarity < worstSound ? 0 : similarity;
}
