/** Similarity of two name tokens. @see spec/registries.md 7, step 4 */

/** A token and its phonetic key. */
export interface Spoken {
  /** Upper case, without marks. */
  text: string;
  /** Computed once, because a token is compared with many. */
  sound: string;
}

/** The rule behind a score: `glued`, a particle is joined to the word; `sound`, the phonetic keys are equal. */
export type TokenRule = 'equal' | 'truncated' | 'glued' | 'sound' | 'initial' | 'letters' | 'different';

export interface TokenScore {
  /** 0–1; 0 when the two are unrelated. */
  score: number;
  rule: TokenRule;
}

const gluedParticles = ['DELAS', 'DELOS', 'DELA', 'DEL', 'DE', 'LAS', 'LOS', 'LA'];
const gluedMinimumLetters = 3;
const lowestScore = 0.6;

type Rows = [Uint32Array, Uint32Array, Uint32Array];
const newRows = (letters: number): Rows => [
  new Uint32Array(letters + 1),
  new Uint32Array(letters + 1),
  new Uint32Array(letters + 1),
];

const keptLetters = 64;
/** Rows of the distance matrix, reused because allocating them costs more than filling them. Nothing in them outlives a call. */
const keptRows = newRows(keptLetters);

/**
 * Minimum number of letters inserted, deleted, changed or swapped with their neighbour, with no letter edited twice (optimal string
 * alignment).
 */
export function alignmentDistance(a: string, b: string): number {
  const width = b.length + 1;
  let [beforeLast, last, current]: Rows = b.length > keptLetters ? newRows(b.length) : keptRows;
  for (let column = 0; column < width; column++) last[column] = column;
  for (let row = 1; row <= a.length; row++) {
    current[0] = row;
    const letter = a.charCodeAt(row - 1);
    const before = a.charCodeAt(row - 2);
    for (let column = 1; column < width; column++) {
      const other = b.charCodeAt(column - 1);
      const change = (last[column - 1] ?? 0) + (letter === other ? 0 : 1);
      let least = Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, change);
      if (row > 1 && column > 1 && before === other && letter === b.charCodeAt(column - 2))
        least = Math.min(least, (beforeLast[column - 2] ?? 0) + 1);
      current[column] = least;
    }
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return last[b.length] ?? 0;
}

function isGlued(long: string, short: string): boolean {
  const letters = long.length - short.length;
  if (short.length < gluedMinimumLetters || letters <= 0 || !long.endsWith(short)) return false;
  return gluedParticles.some((particle) => particle.length === letters && long.startsWith(particle));
}

const isInitial = (short: string, long: string): boolean => short.length === 1 && long.startsWith(short);

/** The letters of a text as a bit set. Letters beyond A–Z may share a bit, which can only make two texts look more similar. */
function letterSet(text: string): number {
  let set = 0;
  for (let index = 0; index < text.length; index++) set |= 1 << text.charCodeAt(index);
  return set;
}

function countBits(set: number): number {
  let count = 0;
  for (let left = set; left !== 0; left &= left - 1) count++;
  return count;
}

/** Lower bound of the distance: every letter missing from the other text must be changed, dropped or added. */
function leastDistance(a: string, b: string): number {
  const [inA, inB] = [letterSet(a), letterSet(b)];
  return Math.max(countBits(inA & ~inB), countBits(inB & ~inA));
}

function letterScore(a: string, b: string): TokenScore {
  if (isInitial(a, b) || isInitial(b, a)) return { score: 0.8, rule: 'initial' };
  const longer = Math.max(a.length, b.length);
  // Lengths this far apart cannot reach the lowest score, so long tokens skip the quadratic work.
  if (Math.min(a.length, b.length) / longer < lowestScore) return { score: 0, rule: 'different' };
  if ((longer - leastDistance(a, b)) / longer < lowestScore) return { score: 0, rule: 'different' };
  const score = (longer - alignmentDistance(a, b)) / longer;
  return score < lowestScore ? { score: 0, rule: 'different' } : { score, rule: 'letters' };
}

const soundScore = 0.95;

/** Score of two tokens and the rule behind it. */
export function tokenScore(a: Spoken, b: Spoken): TokenScore {
  if (a.text === b.text) return { score: 1, rule: 'equal' };
  if (isGlued(a.text, b.text) || isGlued(b.text, a.text)) return { score: 0.97, rule: 'glued' };
  const letters = letterScore(a.text, b.text);
  const soundsAlike = a.text.length > 1 && b.text.length > 1 && a.sound === b.sound;
  return soundsAlike && letters.score < soundScore ? { score: soundScore, rule: 'sound' } : letters;
}
