import { tableAt, type FontFile } from './truetype-outlines.ts';

interface Index {
  items: { start: number; end: number }[];
  end: number;
}

/** Reads the outlines of a CFF font: returns a function from glyph number to SVG path, y pointing down. */
export function cffPaths(font: FontFile): (glyph: number) => string {
  const { data } = font;
  const base = tableAt(font.tables, 'CFF ');
  const names = readIndex(data, base + data.getUint8(base + 2));
  const tops = readIndex(data, names.end);
  const strings = readIndex(data, tops.end);
  const globals = readIndex(data, strings.end);
  const top = readDict(data, tops.items[0] ?? { start: 0, end: 0 });
  const charStrings = readIndex(data, base + (top.get(17)?.[0] ?? 0));
  const [privateSize = 0, privateAt = 0] = top.get(18) ?? [];
  const privateDict = readDict(data, { start: base + privateAt, end: base + privateAt + privateSize });
  const localsAt = privateDict.get(19)?.[0];
  const locals =
    localsAt === undefined ? { items: [], end: 0 } : readIndex(data, base + privateAt + localsAt);
  return (glyph) => {
    const item = charStrings.items[glyph];
    if (!item) throw new Error(`font has no glyph ${glyph}`);
    const pen = newPen();
    runCharString({ data, locals, globals, pen, stack: [], hints: 0, sawWidth: false }, item);
    return pen.path + (pen.path === '' ? '' : 'Z');
  };
}

function readIndex(data: DataView, at: number): Index {
  const count = data.getUint16(at);
  if (count === 0) return { items: [], end: at + 2 };
  const size = data.getUint8(at + 2);
  const offset = (index: number): number => {
    let value = 0;
    for (let byte = 0; byte < size; byte += 1)
      value = value * 256 + data.getUint8(at + 3 + index * size + byte);
    return at + 2 + (count + 1) * size + value;
  };
  const items = Array.from({ length: count }, (_, index) => ({
    start: offset(index),
    end: offset(index + 1),
  }));
  return { items, end: offset(count) };
}

/** Operators of a DICT by number (two-byte operators as 1200 + second byte); real numbers are skipped as 0. */
function readDict(data: DataView, { start, end }: { start: number; end: number }): Map<number, number[]> {
  const dict = new Map<number, number[]>();
  let operands: number[] = [];
  let at = start;
  while (at < end) {
    const byte = data.getUint8(at);
    if (byte <= 21) {
      dict.set(byte === 12 ? 1200 + data.getUint8(at + 1) : byte, operands);
      operands = [];
      at += byte === 12 ? 2 : 1;
    } else if (byte === 30) {
      at += 1;
      while ((data.getUint8(at) & 15) !== 15) at += 1;
      at += 1;
      operands.push(0);
    } else if (byte === 29) {
      operands.push(data.getInt32(at + 1));
      at += 5;
    } else {
      const [value, length] = readNumber(data, at);
      operands.push(value);
      at += length;
    }
  }
  return dict;
}

function readNumber(data: DataView, at: number): [value: number, length: number] {
  const byte = data.getUint8(at);
  if (byte === 28) return [data.getInt16(at + 1), 3];
  if (byte === 255) return [data.getInt32(at + 1) / 65536, 5];
  if (byte <= 246) return [byte - 139, 1];
  if (byte <= 250) return [(byte - 247) * 256 + data.getUint8(at + 1) + 108, 2];
  return [-(byte - 251) * 256 - data.getUint8(at + 1) - 108, 2];
}

interface Pen {
  path: string;
  x: number;
  y: number;
  move(dx: number, dy: number): void;
  line(dx: number, dy: number): void;
  curve(deltas: readonly number[]): void;
}

function newPen(): Pen {
  const at = (x: number, y: number): string => `${Math.round(x)} ${Math.round(-y)}`;
  const pen: Pen = {
    path: '',
    x: 0,
    y: 0,
    move(dx, dy) {
      pen.x += dx;
      pen.y += dy;
      pen.path += `${pen.path === '' ? '' : 'Z'}M${at(pen.x, pen.y)}`;
    },
    line(dx, dy) {
      pen.x += dx;
      pen.y += dy;
      pen.path += `L${at(pen.x, pen.y)}`;
    },
    curve([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]) {
      const x1 = pen.x + a;
      const y1 = pen.y + b;
      const x2 = x1 + c;
      const y2 = y1 + d;
      pen.x = x2 + e;
      pen.y = y2 + f;
      pen.path += `C${at(x1, y1)} ${at(x2, y2)} ${at(pen.x, pen.y)}`;
    },
  };
  return pen;
}

interface Run {
  data: DataView;
  locals: Index;
  globals: Index;
  pen: Pen;
  stack: number[];
  hints: number;
  sawWidth: boolean;
}

/** Executes a Type 2 charstring; returns true when `endchar` was met. */
function runCharString(run: Run, { start, end }: { start: number; end: number }): boolean {
  let at = start;
  while (at < end) {
    const byte = run.data.getUint8(at);
    if (byte >= 32 || byte === 28) {
      const [value, length] = readNumber(run.data, at);
      run.stack.push(value);
      at += length;
      continue;
    }
    at += 1;
    if (byte === 14) return true;
    if (byte === 11) return false;
    if (byte === 10 || byte === 29) {
      const from = byte === 10 ? run.locals : run.globals;
      const bias = from.items.length < 1240 ? 107 : from.items.length < 33900 ? 1131 : 32768;
      const item = from.items[(run.stack.pop() ?? 0) + bias];
      if (!item) throw new Error('charstring calls a subroutine the font lacks');
      if (runCharString(run, item)) return true;
    } else if (byte === 19 || byte === 20) {
      countHints(run);
      at += Math.ceil(run.hints / 8);
    } else if (byte === 12) {
      drawFlex(run.pen, run.data.getUint8(at), run.stack.splice(0));
      at += 1;
    } else runOperator(run, byte);
  }
  return false;
}

function countHints(run: Run): void {
  run.sawWidth = true;
  run.hints += Math.floor(run.stack.length / 2);
  run.stack.length = 0;
}

function runOperator(run: Run, operator: number): void {
  const { pen } = run;
  const args = run.stack.splice(0);
  const move = (wanted: number): number[] => {
    const extra = !run.sawWidth && args.length > wanted ? 1 : 0;
    run.sawWidth = true;
    return args.slice(extra);
  };
  if (operator === 1 || operator === 3 || operator === 18 || operator === 23) {
    run.stack.push(...args);
    countHints(run);
  } else if (operator === 21) {
    const [dx = 0, dy = 0] = move(2);
    pen.move(dx, dy);
  } else if (operator === 22) pen.move(move(1)[0] ?? 0, 0);
  else if (operator === 4) pen.move(0, move(1)[0] ?? 0);
  else drawSegments(pen, operator, args);
}

function drawSegments(pen: Pen, operator: number, args: number[]): void {
  const take = (count: number): number[] => args.splice(0, count);
  const lines = (): void => {
    while (args.length >= 2) {
      const [dx = 0, dy = 0] = take(2);
      pen.line(dx, dy);
    }
  };
  const curves = (rest: number): void => {
    while (args.length >= 6 + rest) pen.curve(take(6));
  };
  switch (operator) {
    case 5:
      return lines();
    case 6:
    case 7:
      return args.forEach((delta, index) =>
        (operator === 6) === (index % 2 === 0) ? pen.line(delta, 0) : pen.line(0, delta),
      );
    case 8:
      return curves(0);
    case 24:
      curves(2);
      return lines();
    case 25:
      while (args.length > 6) {
        const [dx = 0, dy = 0] = take(2);
        pen.line(dx, dy);
      }
      return curves(0);
    case 26:
    case 27:
      return straightEnds(pen, operator === 26, args);
    case 30:
    case 31:
      return alternating(pen, operator === 31, args);
    default:
      throw new Error(`charstring operator ${operator} is not needed by these fonts`);
  }
}

/** Two curves given in one of four short forms. */
function drawFlex(pen: Pen, operator: number, args: number[]): void {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0, j = 0, k = 0, l = 0] = args;
  if (operator === 34) {
    pen.curve([a, 0, b, c, d, 0]);
    pen.curve([e, 0, f, -c, g, 0]);
  } else if (operator === 35) {
    pen.curve([a, b, c, d, e, f]);
    pen.curve([g, h, i, j, k, l]);
  } else if (operator === 36) {
    pen.curve([a, b, c, d, e, 0]);
    pen.curve([f, 0, g, h, i, -(b + d + h)]);
  } else if (operator === 37) {
    const dx = a + c + e + g + i;
    const dy = b + d + f + h + j;
    const flat = Math.abs(dx) > Math.abs(dy);
    pen.curve([a, b, c, d, e, f]);
    pen.curve([g, h, i, j, flat ? k : -dx, flat ? -dy : k]);
  } else throw new Error(`charstring operator 12 ${operator} is not needed by these fonts`);
}

function straightEnds(pen: Pen, vertical: boolean, args: number[]): void {
  let first = args.length % 4 === 1 ? (args.shift() ?? 0) : 0;
  while (args.length >= 4) {
    const [a = 0, b = 0, c = 0, d = 0] = args.splice(0, 4);
    pen.curve(vertical ? [first, a, b, c, 0, d] : [a, first, b, c, d, 0]);
    first = 0;
  }
}

function alternating(pen: Pen, startHorizontal: boolean, args: number[]): void {
  let horizontal = startHorizontal;
  while (args.length >= 4) {
    const [a = 0, b = 0, c = 0, d = 0] = args.splice(0, 4);
    const last = args.length === 1 ? (args.shift() ?? 0) : 0;
    pen.curve(horizontal ? [a, 0, b, c, last, d] : [0, a, b, c, d, last]);
    horizontal = !horizontal;
  }
}
