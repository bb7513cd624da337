/**
 * Detects print that a reading cut off: engines end a word where a line of a pattern crosses it, or begin it in the middle of a letter.
 * Print beside a value that is as dark and as tall as the value itself is part of it, unless it was read as another word.
 *
 * Invariant: a value without such print beside it keeps its place and its confidence.
 * Cost: reads the pixels of each value and of one character on either side.
 */
import type { Box, Raster } from '../picture/raster.ts';
import type { FoundField, LocatedField } from './labelled-fields.ts';
import type { TextWord } from './text-engine.ts';
import { sideBySide } from './text-lines.ts';
import type { ValueKind } from './values/read-value.ts';

/** Kinds whose values would belong to another person or document if a part were missing, and whose pattern does not reveal the gap. */
const ofOnePiece: ReadonlySet<ValueKind> = new Set<ValueKind>(['name', 'number', 'licence-number', 'digits']);
/** Words with a lower confidence may be the part that was cut off. */
const sureWord = 0.6;
/** Minimum ink of a character, as a share of the darkest columns of the value. */
const inked = 0.6;
/** Dimensions of print beside a value, in heights of the value. */
const beside = {
  /** Widest gap before the next character: between words of a name, and within a number. */
  gap: { name: 0.75, number: 0.45 },
  /** Minimum height of a character; lines of a pattern are shorter. */
  least: 0.7,
  /** Anything that extends this far above or below the row is not a character. */
  over: 0.35,
  /** Anything narrower is the edge of a character. */
  edge: 0.2,
  /** Maximum distance that a value continues. */
  most: 10,
};
/** Confidence of a reading, 0–1, if more of the value is printed beside it; even two such readings that agree are not published. */
const cutOff = 0.5;

/** Extends the boxes of values on a page, and lowers the confidence of readings that omit a part. */
export interface WholePrint {
  /** The field with its box extended to everything printed of it. */
  whole<F extends LocatedField>(field: F): F;
  /** The field with a low confidence if more of it is printed beside what was read. */
  doubted(field: FoundField): FoundField;
}

/**
 * @param words words of the page, in pixels of the print
 * @param labels the words that belong to labels
 */
export function wholePrintOf(
  print: Raster,
  words: readonly TextWord[],
  labels: ReadonlySet<TextWord>,
): WholePrint {
  const others = words.filter((word) => word.confidence >= sureWord || labels.has(word));
  // Cached, because a value is examined when it is located and again when it is decided, usually with the same box.
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

/** The box of a value including the characters beside it; unchanged if there are none. */
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
  /** Whether a range of columns contains a character: as tall as those of the value, and no taller than the row. */
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

/** The column where a sequence of characters ends that starts at `from` towards `to`, with gaps of at most `gap`. */
function edgeOf(row: Row, { from, to, gap }: { from: number; to: number; gap: number }): number {
  const step = to < from ? -1 : 1;
  const last = step < 0 ? Math.ceil(to) : Math.floor(to) - 1;
  const isWithin = (column: number): boolean => (last - column) * step >= 0;
  let edge = Math.round(from);
  for (let column = edge + step; isWithin(column) && Math.abs(column - edge) <= gap + 1; column += step) {
    if (!row.isInked(column)) continue;
    let end = column;
    while (isWithin(end + step) && row.isInked(end + step)) end += step;
    // A character cut by the value's edge is complete only together with the part inside.
    const start = column === edge + step ? edge : column;
    if (!row.isCharacter(Math.min(start, end), Math.max(start, end))) break;
    edge = end;
    column = end;
  }
  return edge;
}
