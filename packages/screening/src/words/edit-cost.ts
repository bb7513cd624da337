/** Cost of an ordinary edit, in hundredths of an edit. */
const whole = 100;
const cheap = 70;
const atFirstLetter = 30;

/** Letters that look or sound alike; any two letters of a string are cheap to confuse. */
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

function substitutionCost(letter: number, facing: number): number {
  if (letter < 97 || letter > 122 || facing < 97 || facing > 122) return whole;
  return substitution[(letter - 97) * letterCount + facing - 97] as number;
}

const isVowel = new Uint8Array(128);
for (const letter of 'aeiouy') isVowel[letter.charCodeAt(0)] = 1;
const [c, d, h, j, k, s] = [99, 100, 104, 106, 107, 115];

/** Cost of an additional `letter` between these two neighbours (0 for none). */
function extraLetterCost(letter: number, before: number, after: number): number {
  if (letter === before || letter === after) return cheap;
  if (letter === h && before !== 0 && (isVowel[before] !== 1 || after === 0)) return cheap;
  if (isVowel[letter] === 1 && (isVowel[before] === 1 || isVowel[after] === 1)) return cheap;
  const digraph =
    (after === h && (letter === k || letter === c || letter === s)) || (after === j && letter === d);
  return digraph ? cheap : whole;
}

/** Maximum units of words whose edits are counted: the bits of an integer. */
export const longestEdited = 32;

/** A reusable buffer for a text of at most 32 units that is compared by edits. */
export class EditedText {
  /** With space for a text that is too long to be reachable by edits. */
  readonly units = new Uint16Array(longestEdited + 2);
  /** Cost of each unit that is missing in the other text; valid after calling `price` for the text. */
  readonly extras = new Int32Array(longestEdited);
  length = 0;
  #priced = false;

  read(text: string): this {
    this.#priced = false;
    this.length = text.length;
    for (let index = 0; index < text.length; index += 1) this.units[index] = text.charCodeAt(index);
    return this;
  }

  /** Reads a text of `length` bytes, each the code of one character. */
  readBytes(bytes: Uint8Array, from: number, length: number): this {
    this.#priced = false;
    this.length = length;
    for (let index = 0; index < length; index += 1) this.units[index] = bytes[from + index] as number;
    return this;
  }

  price(): void {
    if (this.#priced) return;
    this.#priced = true;
    const { units, extras, length } = this;
    let before = 0;
    for (let index = 0; index < length; index += 1) {
      const letter = units[index] as number;
      const after = index + 1 < length ? (units[index + 1] as number) : 0;
      extras[index] = extraLetterCost(letter, before, after) + (index === 0 ? atFirstLetter : 0);
      before = letter;
    }
  }
}

/** The positions of each letter of one text as bits; all zero between calls. */
const places = new Int32Array(0x1_0000);

/**
 * Bit-parallel optimal string alignment after Hyyrö (2003).
 * @param pattern for each unit of a text of 1 to 32 units, its positions as bits
 * @param length of that text
 */
function editsOf(pattern: Int32Array, length: number, text: EditedText): number {
  const last = 1 << (length - 1);
  let edits = length;
  let falls = -1;
  let rises = 0;
  let diagonal = 0;
  let before = 0;
  const { units } = text;
  for (let index = 0; index < text.length; index += 1) {
    // One bit per row: `diagonal` is D0 in the paper, `falls` and `rises` are VP and VN, `right` and `left` HP and HN.
    const here = pattern[units[index] as number] as number;
    // Rows where this letter matches the row above and the previous letter matches here: a swap of neighbours.
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
  return edits;
}

const [one, other] = [new EditedText(), new EditedText()];

/**
 * Number of edits that turn one text into the other, with a swap of neighbours counted once (optimal string alignment); any number above
 * `most` if there are more. For texts of at most 32 units.
 */
export function editsWithin(first: string, second: string, most: number): number {
  if (Math.abs(first.length - second.length) > most) return most + 1;
  if (first === '' || second === '') return first.length + second.length;
  for (let index = 0; index < first.length; index += 1) {
    const letter = first.charCodeAt(index);
    places[letter] = (places[letter] ?? 0) | (1 << index);
  }
  const edits = editsOf(places, first.length, other.read(second));
  // Only for the letters of the pattern: clearing all 65,536 entries would cost more than the count.
  for (let index = 0; index < first.length; index += 1) places[first.charCodeAt(index)] = 0;
  return edits;
}

/** A word of 1 to 32 letters a to z that is compared with many others. */
export class EditPattern {
  readonly #places = new Int32Array(128);
  #length = 0;

  /** @param folded maps each letter code to a representative of the letters that count as equal, for both words */
  read(text: string, folded: Uint8Array): void {
    this.#length = text.length;
    const bits = this.#places;
    bits.fill(0);
    for (let index = 0; index < text.length; index += 1) {
      const letter = folded[text.charCodeAt(index)] as number;
      bits[letter] = (bits[letter] as number) | (1 << index);
    }
    for (let letter = 0; letter < bits.length; letter += 1)
      bits[letter] = bits[folded[letter] as number] as number;
  }

  /** Computes `editsWithin` for a text of letters a to z. */
  editsWithin(text: EditedText, most: number): number {
    if (Math.abs(this.#length - text.length) > most) return most + 1;
    return text.length === 0 ? this.#length : editsOf(this.#places, this.#length, text);
  }
}

/** Rows of costs: one entry before the first unit, one after each, and one out of reach. */
const costs = [
  new Int32Array(longestEdited + 2),
  new Int32Array(longestEdited + 2),
  new Int32Array(longestEdited + 2),
] as const;

/**
 * Minimum cost of the edits that turn one text into the other, in hundredths of an edit: 70 for easily confused letters, for letters that
 * romanisations insert or omit, and for swapped neighbours; 100 for the rest; 30 more at the first letter. Symmetric. For texts of at
 * most 32 units.
 */
export function editCost(first: string, second: string): number {
  return costOfEdits(one.read(first), other.read(second));
}

/** Greater than any cost limit. */
const beyond = 1 << 20;

/**
 * `editCost` of two texts read before, or any number above `most` if it costs more.
 *
 * Every additional letter costs at least `cheap`. So within a cost of `most`, a path deviates only so far from the corners where both
 * texts begin and end, and cells farther away are not computed.
 */
export function costOfEdits(first: EditedText, second: EditedText, most = beyond): number {
  const width = first.length;
  const longer = width - second.length;
  const spare = Math.floor((Math.floor(most / cheap) - Math.abs(longer)) / 2);
  if (spare < 0) return most + 1;
  const [low, high] = [Math.min(0, longer) - spare, Math.max(0, longer) + spare];
  first.price();
  second.price();
  const { units, extras } = first;
  const lines = second.units;
  let [older, above, row] = costs as readonly [Int32Array, Int32Array, Int32Array];
  above[0] = 0;
  const reached = Math.min(width, high);
  for (let column = 1; column <= reached; column += 1)
    above[column] = (above[column - 1] as number) + (extras[column - 1] as number);
  above[reached + 1] = beyond;
  let letterBefore = 0;
  for (let line = 1; line <= second.length; line += 1) {
    const letter = lines[line - 1] as number;
    const extra = second.extras[line - 1] as number;
    const begin = Math.max(1, line + low);
    const end = Math.min(width, line + high);
    let left = line + low <= 0 ? (above[0] as number) + extra : beyond;
    row[begin - 1] = left;
    let otherBefore = begin > 1 ? (units[begin - 2] as number) : 0;
    for (let column = begin; column <= end; column += 1) {
      const facing = units[column - 1] as number;
      let cost = above[column - 1] as number;
      if (letter !== facing) {
        cost += substitutionCost(letter, facing) + (line === 1 || column === 1 ? atFirstLetter : 0);
        // Swapped neighbours cost one cheap edit, from the cell two up and two to the left.
        if (line > 1 && column > 1 && letter === otherBefore && letterBefore === facing) {
          const swap =
            (older[column - 2] as number) + cheap + (line === 2 || column === 2 ? atFirstLetter : 0);
          cost = Math.min(cost, swap);
        }
      }
      const fromAbove = (above[column] as number) + extra;
      if (fromAbove < cost) cost = fromAbove;
      const fromLeft = left + (extras[column - 1] as number);
      left = fromLeft < cost ? fromLeft : cost;
      row[column] = left;
      otherBefore = facing;
    }
    // The next row reads one cell beyond.
    row[end + 1] = beyond;
    letterBefore = letter;
    // Three rows are enough: a swap reaches back two rows.
    [older, above, row] = [above, row, older];
  }
  return above[width] as number;
}
