/**
 * Finds the value of each label by geometry. Distances are in heights of the label or of the row, so the size of the page is irrelevant.
 *
 * For each label that names a field, the directions of its rule are tried in order: either the rest of its own run of words, or else
 * the next run in its row; or the rows of its column down (up) to the next label. The first words that form a value of the label's kind
 * become the field. All words are tried first, then those without the words of low confidence.
 *
 * Invariants: a word of a label is never part of a value; a word may be read for several labels. A label without a value yields the
 * box where the value should be, which later readings read again.
 * Cost: labels × runs; a page has a few dozen of each.
 */
import type { FieldName } from '@countersign/findings';
import type { Box } from '../picture/raster.ts';
import type { FoundLabel } from './find-labels.ts';
import type { Direction } from './labels.ts';
import type { TextWord } from './text-engine.ts';
import { boxAround, mostTaller, sideBySide, type TextRun } from './text-lines.ts';
import type { PrintedValue } from './values/printed-value.ts';
import { readValue, type ValueContext, type ValueKind } from './values/read-value.ts';

/** A field with its value as read. */
export interface FoundField {
  field: FieldName;
  kind: ValueKind;
  value: PrintedValue;
  /** As printed; lines are separated by line feeds. */
  text: string;
  box: Box;
  /** 0–1, for a single reading. */
  confidence: number;
}

/** A field whose label was found: its value, or the place where it should be if nothing could be read there. */
export type LocatedField = FoundField | EmptyField;

interface EmptyField extends Pick<FoundField, 'field' | 'kind' | 'box'> {
  value: null;
  /** Whether words were found there that do not form such a value. */
  hasWords: boolean;
}

/** Lines of words that may form a value. */
type Rows = TextWord[][];

const everywhere: readonly Direction[] = ['right', 'below'];
/** Maximum distance of a value, in heights of its label. */
const reach = { right: 8, below: 1.9, next: 1.1 };
/** Kinds whose value consists of words; for the other kinds, any single word may be the value. */
export const wordy: ReadonlySet<ValueKind> = new Set<ValueKind>(['name', 'text', 'place']);
/** Words with a lower confidence are left out if they prevent a valid value. */
const doubtful = 0.4;

/** Finds the value beside, below or above every label that names a field. */
export function fieldsOfLabels(
  labels: readonly FoundLabel[],
  runs: readonly TextRun[],
  context: ValueContext,
): LocatedField[] {
  const plan: Plan = {
    labels,
    runs,
    taken: new Set(labels.flatMap(({ run, from, to }) => run.words.slice(from, to))),
  };
  return labels.flatMap((label) => {
    const { field } = label.rule;
    return field === null || repeatsOther(label, labels) || isTableRow(label, runs)
      ? []
      : [withRoom(locateField({ ...label, rule: { ...label.rule, field } }, plan, context), plan)];
  });
}

/** True for the second part of "Nombres / Given names" after a wide gap: the value is below the first part. */
function repeatsOther(label: FoundLabel, labels: readonly FoundLabel[]): boolean {
  return labels.some(
    ({ rule, box }) =>
      rule.field === label.rule.field &&
      box[0] + box[2] <= label.box[0] &&
      label.box[0] - (box[0] + box[2]) < 6 * label.box[3] &&
      sideBySide(box, label.box) > 0.6,
  );
}

/** Free space to the right of categories that is read again with them, in heights, because engines miss single letters. */
const roomOfList = 6;

/** Extends the box of categories towards the next word in their row. */
function withRoom(located: LocatedField, { runs }: Plan): LocatedField {
  if (located.kind !== 'categories' || (located.value === null && !located.hasWords)) return located;
  const [x, y, width, height] = located.box;
  const right = x + width;
  const following = runs
    .flatMap(({ words }) => words)
    .filter(({ box }) => box[0] >= right && sideBySide(box, located.box) > 0.3)
    .map(({ box }) => box[0] - 0.5 * height);
  const end = Math.max(right, Math.min(right + roomOfList * height, ...following));
  return { ...located, box: [x, y, end - x, height] };
}

const dateInRow = /\d{2}[-.,/]\d{2}[-.,/]\d{2}/;

/**
 * True for a "9" beside dates: a row of the table on the back, which has one row per category. On the front, 9 labels all categories.
 */
function isTableRow({ rule, box }: FoundLabel, runs: readonly TextRun[]): boolean {
  return (
    rule.kind === 'categories' &&
    rule.leading === true &&
    runs.some((run) => sideBySide(run.box, box) > 0.5 && run.words.some(({ text }) => dateInRow.test(text)))
  );
}

interface Plan {
  labels: readonly FoundLabel[];
  runs: readonly TextRun[];
  /** Words that belong to labels. */
  taken: ReadonlySet<TextWord>;
}

type FieldLabel = FoundLabel & { rule: { field: FieldName } };

function locateField(label: FieldLabel, plan: Plan, context: ValueContext): LocatedField {
  const { field, kind, directions = everywhere } = label.rule;
  let empty: Box | null = null;
  for (const direction of directions) {
    const rows = rowsAt(direction, label, plan);
    const read = rows.length === 0 ? null : readRows(kind, rows, context);
    if (read !== null) return { field, ...read, confidence: read.confidence * (1 - 0.04 * label.errors) };
    if (rows.length > 0) empty = fromEdge(boxAround(rows.flat().map(({ box }) => box)), direction, label);
  }
  const hasWords = empty !== null;
  return {
    field,
    kind,
    value: null,
    hasWords,
    box: empty ?? likelyBox(directions.at(-1) ?? 'below', label, plan),
  };
}

/** The box of words that form no value, extended to where a value would begin: characters before them may have been missed. */
function fromEdge([x, y, width, height]: Box, direction: Direction, { box }: FoundLabel): Box {
  const start = direction === 'right' ? box[0] + box[2] + 0.3 * box[3] : box[0];
  const left = Math.min(x, start);
  return [left, y, x + width - left, height];
}

/** Reads lines of words as one value, first with all words, then with fewer. */
export function readRows(
  kind: ValueKind,
  rows: Rows,
  context: ValueContext,
): Omit<FoundField, 'field'> | null {
  for (const attempt of attemptsOf(kind, rows)) {
    const words = attempt.flat();
    if (words.length === 0) continue;
    const value = readValue(kind, words.map(({ text }) => text).join(' '), context);
    if (value === null) continue;
    const text = attempt.map((row) => row.map((word) => word.text).join(' ')).join('\n');
    return {
      kind,
      value,
      text,
      box: boxAround(words.map(({ box }) => box)),
      confidence: sureness(words, value),
    };
  }
  return null;
}

function attemptsOf(kind: ValueKind, rows: Rows): Rows[] {
  // Categories are a list: without the word that cannot be read, it would be a different list.
  if (kind === 'categories') return [rows];
  const sure = rows
    .map((row) => row.filter(({ confidence }) => confidence >= doubtful))
    .filter((row) => row.length > 0);
  const fewer = rows.length > 1 ? [rows.slice(0, 1)] : [];
  const single = wordy.has(kind) ? [] : rows.flatMap((row) => row.map((word) => [[word]]));
  return [rows, sure, ...fewer, ...single];
}

/** The engine's own estimate, weighted by the length of the words and reduced for every repair. */
function sureness(words: readonly TextWord[], { repaired, confirmed }: PrintedValue): number {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  const mean = words.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / letters;
  const least = Math.min(...words.map(({ confidence }) => confidence));
  // One doubtful word spoils a value, however sure the others are.
  const kept = ((mean + least) / 2) * 0.85 ** repaired;
  return confirmed ? Math.max(kept, 0.95) : kept;
}

function rowsAt(direction: Direction, label: FoundLabel, plan: Plan): Rows {
  if (direction !== 'right') return rowsStacked(direction, label, plan);
  const [row] = rowsBeside(label, plan);
  return row ? [row, ...rowsUnder(row, (label.rule.lines ?? 1) - 1, plan)] : [];
}

/** Up to `most` rows that continue below the given row at the same left edge. */
function rowsUnder(first: TextWord[], most: number, { runs, taken }: Plan): Rows {
  const rows: Rows = [];
  let above = boxAround(first.map(({ box }) => box));
  for (const run of runs) {
    const [x, y, , height] = run.box;
    const gap = y - (above[1] + above[3]);
    if (rows.length === most || gap < -0.3 * height) continue;
    if (Math.abs(x - above[0]) > height || gap > reach.next * height) continue;
    if (run.words.some((word) => taken.has(word))) break;
    rows.push(run.words);
    above = run.box;
  }
  return rows;
}

/** The rest of the label's own run up to the next label, or else the next run in the same row. */
function rowsBeside(label: FoundLabel, { labels, runs, taken }: Plan): Rows {
  const following = labels
    .filter(({ run, from }) => run === label.run && from >= label.to)
    .map(({ from }) => from);
  const rest = label.run.words.slice(label.to, Math.min(...following, label.run.words.length));
  const meaningful = rest.filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  if (meaningful.length > 0 || following.length > 0) return meaningful.length > 0 ? [meaningful] : [];
  const right = label.run.box[0] + label.run.box[2];
  const [next] = runs
    .filter((run) => run !== label.run && sideBySide(run.box, label.box) > 0.5 && run.box[0] > right)
    .toSorted((a, b) => a.box[0] - b.box[0]);
  if (!next || next.box[0] - right > reach.right * label.box[3]) return [];
  const words = next.words.slice(0, firstTaken(next, taken));
  return words.length > 0 ? [words] : [];
}

function firstTaken(run: TextRun, taken: ReadonlySet<TextWord>): number {
  const at = run.words.findIndex((word) => taken.has(word));
  return at < 0 ? run.words.length : at;
}

/** Rows below or above a label, in its column, up to the next label. */
function rowsStacked(direction: 'below' | 'above', label: FoundLabel, plan: Plan): Rows {
  const [, top, , height] = label.box;
  const below = direction === 'below';
  const column = columnOf(label, plan);
  const rows: Rows = [];
  let edge = below ? top + height : top;
  let allowed = reach.below * height;
  for (const row of rowsOf(below ? plan.runs : plan.runs.toReversed(), label, column)) {
    const [, rowTop, , rowHeight] = boxAround(row.map(({ box }) => box));
    const gap = below ? rowTop - edge : edge - (rowTop + rowHeight);
    if (gap < -0.35 * Math.min(height, rowHeight)) continue;
    if (gap > Math.max(allowed, reach.next * rowHeight) || row.some((word) => plan.taken.has(word))) break;
    rows.push(row);
    edge = below ? rowTop + rowHeight : rowTop;
    allowed = reach.next * rowHeight;
    if (rows.length === (label.rule.lines ?? 1)) break;
  }
  return below ? rows : rows.toReversed();
}

interface Column {
  left: number;
  right: number;
  /** Rows must begin to the left of this. */
  start: number;
}

/** The runs in a column, with runs beside each other joined into one row. Rows begin below or above the label. */
function rowsOf(runs: readonly TextRun[], label: FoundLabel, column: Column): Rows {
  const rows: Rows = [];
  for (const run of runs) {
    const words = run.words.filter(({ box }) => isInColumn(box, column));
    const beside = rows.find((row) => row.some((word) => sideBySide(word.box, run.box) > 0.6));
    if (run === label.run || words.length === 0 || reachesOver(run, label)) continue;
    // Runs end at wide gaps; within a column they are joined into one row again.
    if (beside) beside.push(...words);
    else rows.push(words);
  }
  return rows
    .map((row) => withoutFarWords(row.toSorted((a, b) => a.box[0] - b.box[0])))
    .filter(([first]) => first !== undefined && first.box[0] <= column.start);
}

/** True for something like a signature beside a label: it extends into the rows above and below but belongs to none of them. */
function reachesOver({ box }: TextRun, label: FoundLabel): boolean {
  return box[3] > mostTaller * label.box[3] && sideBySide(box, label.box) > 0.5;
}

/** Ends a row at a gap too wide for words of one value. Anything taller than the row, such as a scrap of a picture, does not widen the limit. */
function withoutFarWords(row: TextWord[]): TextWord[] {
  const end = row.findIndex((word, at) => {
    const before = row[at - 1];
    if (before === undefined) return false;
    const gap = word.box[0] - (before.box[0] + before.box[2]);
    return gap > 3.5 * heightOfBoth(before, word);
  });
  return end < 0 ? row : row.slice(0, end);
}

/** The height of the shorter of two words, or of the taller one if either is a hyphen, which is shorter than its row. */
function heightOfBoth(one: TextWord, other: TextWord): number {
  const heights = [one, other].map(({ box }) => box[3]);
  const isText = [one, other].every(({ text }) => /[\p{L}\p{N}]/u.test(text));
  return isText ? Math.min(...heights) : Math.max(...heights);
}

/** The column from slightly left of the label to the next label in its row. */
function columnOf(label: FoundLabel, { labels }: Plan): Column {
  const [left, , width, height] = label.box;
  const others = labels
    .filter(({ rule }) => rule.field === null || rule.field !== label.rule.field)
    .filter(({ box }) => box[0] > left + width && sideBySide(box, label.box) > 0.4)
    .map(({ box }) => box[0]);
  return {
    left: left - 1.2 * height,
    right: Math.min(...others, Infinity) - 0.4 * height,
    start: left + width + height,
  };
}

function isInColumn([x, , width]: Box, { left, right }: Column): boolean {
  return x >= left - 0.25 * width && x + width / 2 < right && x < right;
}

/** Where the value should be, if no words were found. */
function likelyBox(direction: Direction, label: FoundLabel, plan: Plan): Box {
  const [x, y, width, height] = label.box;
  const { right } = columnOf(label, plan);
  const across = Math.min(Math.max(width, 14 * height), right - x);
  if (direction === 'right') return [x + width + 0.3 * height, y - 0.4 * height, across, 1.8 * height];
  const down = 2.2 * height;
  return direction === 'below' ? [x, y + height, across, down] : [x, y - down, across, down];
}
