/** Consonants that are heard for each other share a class; letters that are no consonants of Latin words have none. */
const classOf = new Map<string, string>();
for (const set of ['pb', 'fv', 'td', 'kgq', 'scz', 'jx', 'm', 'n', 'l', 'r', 'h', 'w'])
  for (const letter of set) classOf.set(letter, set.charAt(0));

const vowel = 'a';

const noVowel = 255;
/** Vowels by their codes, on a line from bright to dark: neighbours are easily heard for each other. */
const brightness = new Uint8Array(128).fill(noVowel);
for (const [place, letter] of Array.from('ieaou').entries()) brightness[letter.charCodeAt(0)] = place;

const bestSound = 8_800;
const step = 500;
/** Words that sound alike are at least as similar as this. */
export const worstSound = 7_200;
/** Steps allowed to words with two consonants, which have little else to agree in. */
const stepsOfShort = 1;

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
    // As `SoundText`: sh and ch are one sound, any other h but the first is silent.
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

/** Whether a normal form of letters a to z, so many of the bytes from a place on, has this skeleton, which is not empty. */
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
    // As `SoundText`: sh and ch are one sound, any other h but the first is silent.
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

/** Room for the letters of nearly all words. */
const usualLetters = 40;

/** A normal form as it sounds: sh and ch as one letter, without any h but the first. Read again and again, for one word after the other. */
export class SoundText {
  /** Letters of the normal form itself. */
  written = 0;
  /** Codes of the letters that are heard. */
  #letters = new Uint8Array(usualLetters);
  #length = 0;
  #last = 0;
  /** The run at hand: neighbouring letters of one class. */
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

  /** Goes back in front of the first run. */
  restart(): void {
    this.#end = 0;
  }

  /** Goes on to the next run; false at the end. */
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

  /** Whether the run at hand is of consonants. */
  isConsonant(): boolean {
    return classOfCode[this.#letters[this.#from] as number] !== codeOfVowel;
  }

  /** How far its run at hand is from that of another text, which is of the same class. */
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
 * How close two normal forms of one skeleton sound: 8,800 less 500 for every step between their vowels and every
 * consonant of the same class but another letter; 0 below 7,200, or for words too unlike in length. Symmetric.
 */
export function soundSimilarity(first: string, second: string): number {
  return similarityOfSounds(one.read(first), other.read(second));
}

/** `soundSimilarity` of two texts that were read. */
export function similarityOfSounds(first: SoundText, second: SoundText): number {
  if (Math.abs(first.written - second.written) > 2) return 0;
  let steps = 0;
  let consonants = 0;
  first.restart();
  second.restart();
  // One skeleton: as many runs, each of the same class.
  while (first.next() && second.next()) {
    steps += first.stepsTo(second);
    if (first.isConsonant()) consonants += 1;
  }
  // Two consonants and their vowels are shared by many unrelated words.
  if (consonants === 2 && steps > stepsOfShort) return 0;
  const similarity = bestSound - step * steps;
  return similarity < worstSound ? 0 : similarity;
}
