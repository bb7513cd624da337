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

const widest = 256;
const rows = [new Uint16Array(widest + 1), new Uint16Array(widest + 1), new Uint16Array(widest + 1)] as const;

/**
 * Edits that make one text of the other, a swap of neighbours counted once (optimal string alignment); any number above
 * `most` when there are more than that. Texts of at most 256 units.
 */
export function editsWithin(first: string, second: string, most: number): number {
  let left = first;
  let right = second;
  if (left.length > right.length) [left, right] = [right, left];
  if (right.length - left.length > most) return most + 1;
  let begin = 0;
  while (begin < left.length && left.charCodeAt(begin) === right.charCodeAt(begin)) begin++;
  let cut = 0;
  while (
    cut < left.length - begin &&
    left.charCodeAt(left.length - 1 - cut) === right.charCodeAt(right.length - 1 - cut)
  )
    cut++;
  left = left.slice(begin, left.length - cut);
  right = right.slice(begin, right.length - cut);
  const width = left.length;
  if (width === 0) return right.length;
  let [older, above, row] = rows as readonly [Uint16Array, Uint16Array, Uint16Array];
  for (let column = 0; column <= width; column++) above[column] = column;
  for (let line = 1; line <= right.length; line++) {
    const letter = right.charCodeAt(line - 1);
    const from = Math.max(1, line - most - (right.length - width));
    const to = Math.min(width, line + most);
    row.fill(most + 1, 0, width + 1);
    row[0] = line;
    let least = from === 1 ? line : most + 1;
    for (let column = from; column <= to; column++) {
      const other = left.charCodeAt(column - 1);
      let edits = (above[column - 1] ?? 0) + (letter === other ? 0 : 1);
      edits = Math.min(edits, (above[column] ?? 0) + 1, (row[column - 1] ?? 0) + 1);
      if (letter !== other && isSwap(left, column, right, line))
        edits = Math.min(edits, (older[column - 2] ?? 0) + 1);
      row[column] = edits;
      if (edits < least) least = edits;
    }
    if (least > most) return most + 1;
    [older, above, row] = [above, row, older];
  }
  return above[width] ?? most + 1;
}

const costs = [new Int32Array(widest + 1), new Int32Array(widest + 1), new Int32Array(widest + 1)] as const;

function extraCost(text: string, place: number): number {
  return extraLetterCost(text, place) + (place === 0 ? atFirstLetter : 0);
}

function changeCost(one: number, other: number, atFirst: boolean): number {
  const cost = substitutionCost(one, other);
  return cost > 0 && atFirst ? cost + atFirstLetter : cost;
}

/** Whether the letters before the two places are the letters at them, swapped. */
function isSwap(first: string, column: number, second: string, line: number): boolean {
  return (
    line > 1 &&
    column > 1 &&
    second.charCodeAt(line - 1) === first.charCodeAt(column - 2) &&
    second.charCodeAt(line - 2) === first.charCodeAt(column - 1)
  );
}

/**
 * Least cost of edits that make one text of the other, in hundredths of an edit: letters easily confused and letters that
 * romanisations put in or leave out 70, the rest 100, 30 more at the first letter. Symmetric. Texts of at most 256 units.
 */
export function editCost(first: string, second: string): number {
  const width = first.length;
  let [older, above, row] = costs as readonly [Int32Array, Int32Array, Int32Array];
  above[0] = 0;
  for (let column = 1; column <= width; column++)
    above[column] = (above[column - 1] ?? 0) + extraCost(first, column - 1);
  for (let line = 1; line <= second.length; line++) {
    const extra = extraCost(second, line - 1);
    row[0] = (above[0] ?? 0) + extra;
    for (let column = 1; column <= width; column++) {
      const change = changeCost(
        second.charCodeAt(line - 1),
        first.charCodeAt(column - 1),
        line === 1 || column === 1,
      );
      let cost = (above[column - 1] ?? 0) + change;
      cost = Math.min(cost, (above[column] ?? 0) + extra);
      cost = Math.min(cost, (row[column - 1] ?? 0) + extraCost(first, column - 1));
      if (change > 0 && isSwap(first, column, second, line)) {
        const swap = whole + (line === 2 || column === 2 ? atFirstLetter : 0);
        cost = Math.min(cost, (older[column - 2] ?? 0) + swap);
      }
      row[column] = cost;
    }
    [older, above, row] = [above, row, older];
  }
  return above[width] ?? 0;
}
