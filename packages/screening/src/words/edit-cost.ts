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

function substitutionCost(letter: number, facing: number): number {
  if (letter < 97 || letter > 122 || facing < 97 || facing > 122) return whole;
  return substitution[(letter - 97) * letterCount + facing - 97] as number;
}

const isVowel = new Uint8Array(128);
for (const letter of 'aeiouy') isVowel[letter.charCodeAt(0)] = 1;
const [c, d, h, j, k, s] = [99, 100, 104, 106, 107, 115];

/** What it costs that a text has `letter` between these two, 0 for none, and the other word has none there. */
function extraLetterCost(letter: number, before: number, after: number): number {
  if (letter === before || letter === after) return cheap;
  if (letter === h && before !== 0 && (isVowel[before] !== 1 || after === 0)) return cheap;
  if (isVowel[letter] === 1 && (isVowel[before] === 1 || isVowel[after] === 1)) return cheap;
  const digraph =
    (after === h && (letter === k || letter === c || letter === s)) || (after === j && letter === d);
  return digraph ? cheap : whole;
}

/** Units of the longest words that edits are counted in: the bits of an integer. */
export const longestEdited = 32;

/** A text of at most 32 units that is compared by edits, read again and again for one after the other. */
export class EditedText {
  /** With room for a text that is too long for any edits to make it the other. */
  readonly units = new Uint16Array(longestEdited + 2);
  /** What each unit costs where the other text has none; right once `price` was called for the text. */
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

/** For each letter of one text its places as bits; all zero between calls. */
const places = new Int32Array(0x1_0000);

/**
 * Bit-parallel optimal string alignment after Hyyrö (2003).
 * @param pattern for each unit of a text of 1 to 32 units its places as bits
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
    // One bit a row: `diagonal` is D0 of the paper, `falls` and `rises` are VP and VN, `right` and `left` HP and HN.
    const here = pattern[units[index] as number] as number;
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
  return edits;
}

const [one, other] = [new EditedText(), new EditedText()];

/**
 * Edits that make one text of the other, a swap of neighbours counted once (optimal string alignment); some number above
 * `most` when there are more than that. Texts of at most 32 units.
 */
export function editsWithin(first: string, second: string, most: number): number {
  if (Math.abs(first.length - second.length) > most) return most + 1;
  if (first === '' || second === '') return first.length + second.length;
  for (let index = 0; index < first.length; index += 1) {
    const letter = first.charCodeAt(index);
    places[letter] = (places[letter] ?? 0) | (1 << index);
  }
  const edits = editsOf(places, first.length, other.read(second));
  // By the letters of the pattern: clearing all 65,536 places would cost more than the count.
  for (let index = 0; index < first.length; index += 1) places[first.charCodeAt(index)] = 0;
  return edits;
}

/** A word of 1 to 32 letters a to z that many others are compared with. */
export class EditPattern {
  readonly #places = new Int32Array(128);
  readonly #length: number;

  /** @param folded by code of a letter the code of one letter for all that count as the same, of either word */
  constructor(text: string, folded: Uint8Array) {
    this.#length = text.length;
    const bits = this.#places;
    for (let index = 0; index < text.length; index += 1) {
      const letter = folded[text.charCodeAt(index)] as number;
      bits[letter] = (bits[letter] as number) | (1 << index);
    }
    for (let letter = 0; letter < bits.length; letter += 1)
      bits[letter] = bits[folded[letter] as number] as number;
  }

  /** `editsWithin` a text of letters a to z. */
  editsWithin(text: EditedText, most: number): number {
    if (Math.abs(this.#length - text.length) > most) return most + 1;
    return text.length === 0 ? this.#length : editsOf(this.#places, this.#length, text);
  }
}

/** Rows of costs: one before the first unit, one behind each, and one that is out of reach. */
const costs = [
  new Int32Array(longestEdited + 2),
  new Int32Array(longestEdited + 2),
  new Int32Array(longestEdited + 2),
] as const;

/**
 * Least cost of edits that make one text of the other, in hundredths of an edit: letters easily confused and letters that
 * romanisations put in or leave out 70, neighbours swapped too, the rest 100, 30 more at the first letter. Symmetric. Texts of at most 32 units.
 */
export function editCost(first: string, second: string): number {
  return costOfEdits(one.read(first), other.read(second));
}

/** More than any limit of a cost. */
const beyond = 1 << 20;

/**
 * `editCost` of two texts that were read, or some number above `most` where it costs more.
 *
 * Each letter that one text has more costs `cheap` or more. So where no more than `most` is spent, a way through the two strays only so
 * far from the corners that both begin and end in, and cells further off are not computed.
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
        // Neighbours swapped cost one cheap edit, from the cell two up and two to the left.
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
    // The line below reads one cell further.
    row[end + 1] = beyond;
    letterBefore = letter;
    // Three rows are enough: a swap reaches two rows back.
    [older, above, row] = [above, row, older];
  }
  return above[width] as number;
}
