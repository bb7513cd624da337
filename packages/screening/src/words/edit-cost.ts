/** Cost of one edit that nothing makes cheaper, in hundredths of an edit. */
const whole = 100;
const cheap = 70;
const atFirstLetter = 30;

/** Letters that look or sound alike; each string is a set of which any two are cheap to confuse. */
const alike = [
  'ckq',
  'iyj',
  'uw',
  'vw',
  'fv',
  'sz',
  'cs',
  'xs',
  'gj',
  'gq',
  'gk',
  'li',
  'ou',
  'ei',
  'mn',
  'bp',
  'dt',
  'ae',
];

const letterCount = 26;
const substitution = new Uint8Array(letterCount * letterCount).fill(whole);
for (const set of alike)
  for (const one of set)
    for (const other of set)
      if (one !== other)
        substitution[(one.charCodeAt(0) - 97) * letterCount + other.charCodeAt(0) - 97] = cheap;

function substitutionCost(one: number, other: number): number {
  if (one === other) return 0;
  if (one < 97 || one > 122 || other < 97 || other > 122) return whole;
  return substitution[(one - 97) * letterCount + other - 97] ?? whole;
}

const vowels = new Set(Array.from('aeiouy', (letter) => letter.charCodeAt(0)));
const h = 104;
const j = 106;

/** What it costs that `text` has the letter at `place` and the other word has none there. */
function extraLetterCost(text: string, place: number): number {
  const letter = text.charCodeAt(place);
  const before = place > 0 ? text.charCodeAt(place - 1) : 0;
  const after = place + 1 < text.length ? text.charCodeAt(place + 1) : 0;
  if (letter === before || letter === after) return cheap;
  if (letter === h && before !== 0 && (!vowels.has(before) || after === 0)) return cheap;
  if (vowels.has(letter) && (vowels.has(before) || vowels.has(after))) return cheap;
  const digraph =
    (after === h && (letter === 107 || letter === 99 || letter === 115)) || (after === j && letter === 100);
  return digraph ? cheap : whole;
}

/** Units of the longest words that edits are counted in: the bits of an integer. */
export const longestEdited = 32;

/** For each letter of one text its places as bits; all zero between calls. */
const places = new Int32Array(0x1_0000);

/** Units of a text, as many as are compared at a time. */
const units = new Uint16Array(longestEdited + 3);

function unitsOf(text: string): Uint16Array {
  for (let index = 0; index < text.length; index += 1) units[index] = text.charCodeAt(index);
  return units.subarray(0, text.length);
}

/** Bit-parallel optimal string alignment after Hyyrö (2003); `pattern` of 1 to 32 units. */
function editsOf(pattern: string, text: Uint16Array | Uint8Array): number {
  for (let index = 0; index < pattern.length; index += 1) {
    const letter = pattern.charCodeAt(index);
    places[letter] = (places[letter] ?? 0) | (1 << index);
  }
  const last = 1 << (pattern.length - 1);
  let edits = pattern.length;
  let falls = -1;
  let rises = 0;
  let diagonal = 0;
  let before = 0;
  for (let index = 0; index < text.length; index += 1) {
    // One bit a row: `diagonal` is D0 of the paper, `falls` and `rises` are VP and VN, `right` and `left` HP and HN.
    const here = places[text[index] as number] as number;
    // Rows where this letter matches one up and the letter before matches here: a swap of neighbours.
    const swap = ((~diagonal & here) << 1) & before;
    diagonal = ((((here & falls) + falls) | 0) ^ falls) | here | rises | swap;
    let right = rises | ~(diagonal | falls);
    const left = diagonal & falls;
    // The last row is the count for the whole pattern.
    if ((right & last) !== 0) edits += 1;
    if ((left & last) !== 0) edits -= 1;
    right = (right << 1) | 1;
    falls = (left << 1) | ~(diagonal | right);
    rises = right & diagonal;
    before = here;
  }
  // By the letters of the pattern: clearing all 65,536 places would cost more than the count.
  for (let index = 0; index < pattern.length; index += 1) places[pattern.charCodeAt(index)] = 0;
  return edits;
}

/**
 * Edits that make one text of the other, a swap of neighbours counted once (optimal string alignment); some number above
 * `most` when there are more than that. Texts of at most 32 units.
 */
export function editsWithin(first: string, second: string, most: number): number {
  if (Math.abs(first.length - second.length) > most) return most + 1;
  if (first === '' || second === '') return first.length + second.length;
  return editsOf(first, unitsOf(second));
}

/** `editsWithin` a text that is there as its character codes, below 256. */
export function editsWithinCodes(first: string, codes: Uint8Array, most: number): number {
  if (Math.abs(first.length - codes.length) > most) return most + 1;
  return first === '' || codes.length === 0 ? first.length + codes.length : editsOf(first, codes);
}

const costs = [
  new Int32Array(longestEdited + 1),
  new Int32Array(longestEdited + 1),
  new Int32Array(longestEdited + 1),
] as const;

/** What each letter of the first text costs where the second has none; places count from 1. */
const extras = new Int32Array(longestEdited + 1);

function extraCost(text: string, place: number): number {
  return extraLetterCost(text, place) + (place === 0 ? atFirstLetter : 0);
}

/**
 * Least cost of edits that make one text of the other, in hundredths of an edit: letters easily confused and letters that
 * romanisations put in or leave out 70, neighbours swapped too, the rest 100, 30 more at the first letter. Symmetric. Texts of at most 32 units.
 */
export function editCost(first: string, second: string): number {
  const width = first.length;
  let [older, above, row] = costs as readonly [Int32Array, Int32Array, Int32Array];
  above[0] = 0;
  for (let column = 1; column <= width; column += 1) {
    const extra = extraCost(first, column - 1);
    extras[column] = extra;
    above[column] = (above[column - 1] ?? 0) + extra;
  }
  for (let line = 1; line <= second.length; line += 1) {
    const letter = second.charCodeAt(line - 1);
    const extra = extraCost(second, line - 1);
    let left = (above[0] ?? 0) + extra;
    row[0] = left;
    for (let column = 1; column <= width; column += 1) {
      const other = first.charCodeAt(column - 1);
      let cost = above[column - 1] ?? 0;
      if (letter !== other) {
        cost += substitutionCost(letter, other) + (line === 1 || column === 1 ? atFirstLetter : 0);
        // Neighbours swapped cost one cheap edit, from the cell two up and two to the left.
        const isSwap =
          line > 1 &&
          column > 1 &&
          second.charCodeAt(line - 1) === first.charCodeAt(column - 2) &&
          second.charCodeAt(line - 2) === first.charCodeAt(column - 1);
        if (isSwap) {
          const swap = cheap + (line === 2 || column === 2 ? atFirstLetter : 0);
          cost = Math.min(cost, (older[column - 2] ?? 0) + swap);
        }
      }
      left = Math.min(cost, (above[column] ?? 0) + extra, left + (extras[column] ?? 0));
      row[column] = left;
    }
    // Three rows are enough: a swap reaches two rows back.
    [older, above, row] = [above, row, older];
  }
  return above[width] ?? 0;
}
