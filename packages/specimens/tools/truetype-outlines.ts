/** One glyph as an SVG path in font units, y pointing down. */
export interface Glyph {
  advance: number;
  path: string;
}

/** What both outline formats need from an sfnt file. */
export interface FontFile {
  data: DataView;
  tables: Map<string, { offset: number; length: number }>;
  unitsPerEm: number;
  /** Glyph number of a character; 0 when the font lacks it. */
  glyphOf(codePoint: number): number;
  advanceOf(glyph: number): number;
}

/** Opens an sfnt file (TrueType or OpenType); throws when a needed table is missing. */
export function openFont(bytes: Uint8Array): FontFile {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables = new Map<string, { offset: number; length: number }>();
  for (let index = 0; index < data.getUint16(4); index += 1) {
    const at = 12 + index * 16;
    const tag = String.fromCharCode(...bytes.slice(at, at + 4));
    tables.set(tag, { offset: data.getUint32(at + 8), length: data.getUint32(at + 12) });
  }
  const hmtx = tableAt(tables, 'hmtx');
  const wide = data.getUint16(tableAt(tables, 'hhea') + 34);
  return {
    data,
    tables,
    unitsPerEm: data.getUint16(tableAt(tables, 'head') + 18),
    glyphOf: characterMap(data, tableAt(tables, 'cmap')),
    advanceOf: (glyph) => data.getUint16(hmtx + 4 * Math.min(glyph, wide - 1)),
  };
}

/** Offset of a table; throws when the font has none of that name. */
export function tableAt(tables: FontFile['tables'], tag: string): number {
  const table = tables.get(tag);
  if (!table) throw new Error(`font has no table ${tag}`);
  return table.offset;
}

function characterMap(data: DataView, cmap: number): (codePoint: number) => number {
  let format4 = -1;
  for (let index = 0; index < data.getUint16(cmap + 2); index += 1) {
    const at = cmap + data.getUint32(cmap + 4 + index * 8 + 4);
    if (data.getUint16(at) === 4) format4 = at;
  }
  if (format4 < 0) throw new Error('font has no character map of format 4');
  const segments = data.getUint16(format4 + 6) / 2;
  return (codePoint) => {
    for (let segment = 0; segment < segments; segment += 1) {
      const end = data.getUint16(format4 + 14 + segment * 2);
      if (codePoint > end) continue;
      const startAt = format4 + 16 + segments * 2 + segment * 2;
      const start = data.getUint16(startAt);
      if (codePoint < start) return 0;
      const delta = data.getUint16(startAt + segments * 2);
      const rangeAt = startAt + segments * 4;
      const range = data.getUint16(rangeAt);
      if (range === 0) return (codePoint + delta) & 0xffff;
      const glyph = data.getUint16(rangeAt + range + (codePoint - start) * 2);
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    }
    return 0;
  };
}

interface Point {
  x: number;
  y: number;
  on: boolean;
  end: boolean;
}

/** Outline of a TrueType glyph, composites included. */
export function trueTypePath(font: FontFile, glyph: number): string {
  return contoursToPath(readPoints(font, glyph));
}

function readPoints(font: FontFile, glyph: number): Point[] {
  const { data, tables } = font;
  const long = data.getInt16(tableAt(tables, 'head') + 50) === 1;
  const loca = tableAt(tables, 'loca');
  const offset = (index: number): number =>
    long ? data.getUint32(loca + index * 4) : data.getUint16(loca + index * 2) * 2;
  if (offset(glyph) === offset(glyph + 1)) return [];
  const at = tableAt(tables, 'glyf') + offset(glyph);
  const contours = data.getInt16(at);
  return contours < 0 ? readComposite(font, at + 10) : readSimple(data, at + 10, contours);
}

function readSimple(data: DataView, start: number, contours: number): Point[] {
  const ends = new Set<number>();
  let count = 0;
  for (let index = 0; index < contours; index += 1) {
    const end = data.getUint16(start + index * 2);
    ends.add(end);
    count = end + 1;
  }
  let at = start + contours * 2;
  at += 2 + data.getUint16(at);
  const flags: number[] = [];
  while (flags.length < count) {
    const flag = data.getUint8(at++);
    flags.push(flag);
    if (flag & 8) for (let repeat = data.getUint8(at++); repeat > 0; repeat -= 1) flags.push(flag);
  }
  const axis = (short: number, same: number): number[] => {
    let value = 0;
    return flags.map((flag) => {
      if (flag & short) value += (flag & same ? 1 : -1) * data.getUint8(at++);
      else if (!(flag & same)) {
        value += data.getInt16(at);
        at += 2;
      }
      return value;
    });
  };
  const xs = axis(2, 16);
  const ys = axis(4, 32);
  return flags.map((flag, index) => ({
    x: xs[index] ?? 0,
    y: ys[index] ?? 0,
    on: (flag & 1) === 1,
    end: ends.has(index),
  }));
}

function readComposite(font: FontFile, start: number): Point[] {
  const { data } = font;
  const points: Point[] = [];
  let at = start;
  for (;;) {
    const flags = data.getUint16(at);
    const words = (flags & 1) !== 0;
    const dx = words ? data.getInt16(at + 4) : data.getInt8(at + 4);
    const dy = words ? data.getInt16(at + 6) : data.getInt8(at + 5);
    const part = readPoints(font, data.getUint16(at + 2));
    at += words ? 8 : 6;
    const fixed = (): number => {
      at += 2;
      return data.getInt16(at - 2) / 16384;
    };
    let matrix: readonly [number, number, number, number] = [1, 0, 0, 1];
    if (flags & 8) {
      const scale = fixed();
      matrix = [scale, 0, 0, scale];
    } else if (flags & 64) matrix = [fixed(), 0, 0, fixed()];
    else if (flags & 128) matrix = [fixed(), fixed(), fixed(), fixed()];
    const [a, b, c, d] = matrix;
    points.push(...part.map((p) => ({ ...p, x: a * p.x + c * p.y + dx, y: b * p.x + d * p.y + dy })));
    if (!(flags & 32)) return points;
  }
}

function contoursToPath(points: Point[]): string {
  let path = '';
  let contour: Point[] = [];
  for (const point of points) {
    contour.push(point);
    if (point.end) {
      path += contourToPath(contour);
      contour = [];
    }
  }
  return path;
}

function contourToPath(contour: Point[]): string {
  const middle = (a: Point, b: Point): Point => ({
    x: (a.x + b.x) / 2,
    y: (a.y + b.y) / 2,
    on: true,
    end: false,
  });
  const full: Point[] = [];
  for (const [index, point] of contour.entries()) {
    const before = contour.at(index - 1);
    if (before && !before.on && !point.on) full.push(middle(before, point));
    full.push(point);
  }
  const first = full.findIndex((point) => point.on);
  const ring = [...full.slice(first), ...full.slice(0, first + 1)];
  const round = (value: number): string => String(Math.round(value));
  const at = (point: Point): string => `${round(point.x)} ${round(-point.y)}`;
  let path = '';
  for (const [index, point] of ring.entries()) {
    const before = ring[index - 1];
    if (index === 0) path += `M${at(point)}`;
    else if (point.on) path += before?.on ? `L${at(point)}` : ` ${at(point)}`;
    else path += `Q${at(point)}`;
  }
  return `${path}Z`;
}
