/**
 * Print that a reading cut off: engines end a word where a line of a pattern crosses it, and begin it in the middle of a letter. What
 * is printed beside a value as dark as the value itself, and as high, is a part of it unless it was read as another word.
 *
 * Invariant: a value with nothing of the kind beside it keeps its place and its confidence.
 * Cost: the pixels of each value and of one character at its sides.
 */
import type { Box, Raster } from '../picture/raster.ts';
import type { FoundField, LocatedField } from './labelled-fields.ts';
import type { TextWord } from './text-engine.ts';
import { sideBySide } from './text-lines.ts';
import type { ValueKind } from './values/read-value.ts';

/** Values that are another person's or another document's where a part is missing, and whose other kinds no pattern completes. */
const ofOnePiece: ReadonlySet<ValueKind> = new Set<ValueKind>(['name', 'number', 'licence-number', 'digits']);
/** Words read less surely may be what was cut off. */
const sureWord = 0.6;
/** Ink of a character, as a share of the darkest columns of the value. */
const inked = 0.6;
/** Sizes of what is beside a value, in its heights. */
const beside = {
  /** Blank before the next character: between words of a name, and within a number. */
  gap: { name: 0.75, number: 0.45 },
  /** Least height of a character; lines of a pattern are lower. */
  least: 0.7,
  /** What goes on so far above or below the row is no character. */
  over: 0.35,
  /** Less than this is the edge of a character. */
  edge: 0.2,
  /** A value goes on so far at most. */
  most: 10,
};
/** What a reading is worth, 0–1, beside which more of the value is printed: two that agree are not published. */
const cutOff = 0.5;

/** Completes the places of values on a page, and doubts readings that leave a part of one out. */
export interface WholePrint {
  /** The field with the place of all that is printed of it. */
  whole<F extends LocatedField>(field: F): F;
  /** The field worth little where more of it is printed beside what was read. */
  doubted(field: FoundField): FoundField;
}

/**
 * @param words of the page, in pixels of the print
 * @param labels those of its labels
 */
export function wholePrintOf(
  print: Raster,
  words: readonly TextWord[],
  labels: ReadonlySet<TextWord>,
): WholePrint {
  const others = words.filter((word) => word.confidence >= sureWord || labels.has(word));
  // A value is looked at when it is located and when it is settled, mostly in the same place.
  const places = new Map<string, Box>();
  const boxOf = (field: LocatedField): Box => {
    if (!ofOnePiece.has(field.kind) || field.value === null) return field.box;
    const place = `${field.kind === 'name'} ${field.box.join(' ')}`;
    const known = places.get(place) ?? grown(print, field, others);
    places.set(place, known);
    return known.every((side, at) => side === field.box[at]) ? field.box : known;
  };
  return {
    whole: (field) => ({ ...field, box: boxOf(field) }),
    doubted: (field) =>
      boxOf(field) === field.box ? field : { ...field, confidence: Math.min(cutOff, field.confidence) },
  };
}

/** The box of a value with the characters beside it; the same one where there are none. */
function grown(print: Raster, { box, kind }: LocatedField, words: readonly TextWord[]): Box {
  const [x, y, width, height] = box;
  const others = words.filter((word) => sideBySide(word.box, box) > 0.3);
  const ends = others.map((word) => word.box[0] + word.box[2]).filter((end) => end <= x + 0.3 * height);
  const starts = others.map((word) => word.box[0]).filter((start) => start >= x + width - 0.3 * height);
  const limits = {
    left: Math.max(0, x - beside.most * height, ...ends),
    right: Math.min(print.width, x + width + beside.most * height, ...starts),
  };
  const row = rowOf(print, box);
  const gap = beside.gap[kind === 'name' ? 'name' : 'number'] * height;
  const left = edgeOf(row, { from: x, to: limits.left, gap });
  const right = edgeOf(row, { from: x + width - 1, to: limits.right, gap }) + 1;
  const from = x - left > beside.edge * height ? left : x;
  const to = right - (x + width) > beside.edge * height ? right : x + width;
  return from === x && to === x + width ? box : [from, y, to - from, height];
}

/** A row of print. */
interface Row {
  /** Whether a column has ink as dark as the value's. */
  isInked: (column: number) => boolean;
  /** Whether columns from one to another hold a character: as high as those of the value, and no higher than the row. */
  isCharacter: (from: number, to: number) => boolean;
}

function rowOf({ width, height, data }: Raster, [x, y, across, down]: Box): Row {
  const [top, bottom] = [Math.max(0, Math.floor(y)), Math.min(height, Math.ceil(y + down))];
  const darkestOf = (column: number, [from, to]: readonly [number, number]): number => {
    let brightness = 255;
    const end = Math.min(height, to) * width;
    for (let at = Math.max(0, from) * width + column; at < end; at += width) {
      const level = data[at]!;
      if (level < brightness) brightness = level;
    }
    return 255 - brightness;
  };
  const own = Array.from({ length: Math.max(1, Math.round(across)) }, (_, at) =>
    darkestOf(Math.min(width - 1, Math.round(x) + at), [top, bottom]),
  ).toSorted((a, b) => a - b);
  const least = inked * (own[Math.floor(0.9 * own.length)] ?? 255);
  const over = Math.round(beside.over * down);
  return {
    isInked: (column) => darkestOf(column, [top, bottom]) >= least,
    isCharacter: (from, to) => {
      const columns = Array.from({ length: to - from + 1 }, (_, at) => from + at);
      const lines = Array.from({ length: bottom - top }, (_, at) => top + at).filter((line) =>
        columns.some((column) => 255 - data[line * width + column]! >= least),
      );
      const high = (lines.at(-1) ?? 0) - (lines[0] ?? 0) + 1;
      const goesOn = ([first, last]: readonly [number, number]): boolean =>
        columns.some((column) => darkestOf(column, [first, last]) >= least);
      return (
        high >= beside.least * down &&
        !goesOn([top - over - 1, top - over]) &&
        !goesOn([bottom + over, bottom + over + 1])
      );
    },
  };
}

/** Where characters end that go on from a column towards another one, with gaps of a width at most. */
function edgeOf(row: Row, { from, to, gap }: { from: number; to: number; gap: number }): number {
  const step = to < from ? -1 : 1;
  const last = step < 0 ? Math.ceil(to) : Math.floor(to) - 1;
  const isWithin = (column: number): boolean => (last - column) * step >= 0;
  let edge = Math.round(from);
  for (let column = edge + step; isWithin(column) && Math.abs(column - edge) <= gap + 1; column += step) {
    if (!row.isInked(column)) continue;
    let end = column;
    while (isWithin(end + step) && row.isInked(end + step)) end += step;
    // A character that the value's edge goes through is whole only with the part inside.
    const start = column === edge + step ? edge : column;
    if (!row.isCharacter(Math.min(start, end), Math.max(start, end))) break;
    edge = end;
    column = end;
  }
  return edge;
}
