/** One pass of a running extreme: each element with the one `step` further on, rows of `stride` apart. */
function spread(
  source: Uint8Array,
  target: Uint8Array,
  shift: { step: number; sign: 1 | -1; width: number },
): void {
  const { step, sign, width } = shift;
  const n = source.length;
  const down = step >= width;
  for (let i = 0; i < n; i++) {
    const inside = down ? i + step < n : (i % width) + step < width;
    const here = source[i] as number;
    const there = inside ? (source[i + step] as number) : here;
    target[i] = (there - here) * sign > 0 ? there : here;
  }
}

/**
 * Largest (sign 1) or smallest (−1) value within `reach` elements ahead, counted in columns or in rows, by doubling.
 * The result stands at the first element of its window.
 */
function extremeAhead(
  data: Uint8Array,
  size: { width: number; reach: number; unit: number },
  sign: 1 | -1,
): Uint8Array {
  let [source, target] = [Uint8Array.from(data), new Uint8Array(data.length)];
  let covered = 1;
  while (covered < size.reach) {
    const more = Math.min(covered, size.reach - covered);
    spread(source, target, { step: more * size.unit, sign, width: size.width });
    [source, target] = [target, source];
    covered += more;
  }
  return source;
}

/** Moves values `by` places towards higher columns or rows, repeating the border. */
function moveBack(data: Uint8Array, width: number, by: { columns: number; rows: number }): Uint8Array {
  const height = data.length / width;
  const moved = new Uint8Array(data.length);
  for (let y = 0; y < height; y++) {
    const from = Math.max(0, y - by.rows) * width;
    for (let x = 0; x < width; x++) moved[y * width + x] = data[from + Math.max(0, x - by.columns)] as number;
  }
  return moved;
}

/**
 * Grey closing with a square of `window` (odd) pixels: what the paper would look like without thin dark strokes.
 * Edges of shadows and of the card stay where they are.
 */
export function closePlane(data: Uint8Array, width: number, window: number): Uint8Array {
  const half = (window - 1) / 2;
  const across = { width, reach: window, unit: 1 };
  const down = { width, reach: window, unit: width };
  const centre = { columns: half, rows: half };
  const lightest = moveBack(extremeAhead(extremeAhead(data, across, 1), down, 1), width, centre);
  return moveBack(extremeAhead(extremeAhead(lightest, across, -1), down, -1), width, centre);
}
