interface Shift {
  step: number;
  sign: 1 | -1;
  width: number;
}

/** One pass of a running extreme along the rows: each element with the one `step` columns further on. */
function spreadAcross(source: Uint8Array, target: Uint8Array, { step, sign, width }: Shift): void {
  for (let start = 0; start < source.length; start += width) {
    const last = start + width - step;
    for (let i = start; i < last; i++) {
      const [here, there] = [source[i] as number, source[i + step] as number];
      target[i] = (there - here) * sign > 0 ? there : here;
    }
    for (let i = Math.max(start, last); i < start + width; i++) target[i] = source[i] as number;
  }
}

/** The same down the columns, `step` rows further on. */
function spreadDown(source: Uint8Array, target: Uint8Array, { step, sign, width }: Shift): void {
  const far = step * width;
  const last = Math.max(0, source.length - far);
  for (let i = 0; i < last; i++) {
    const [here, there] = [source[i] as number, source[i + far] as number];
    target[i] = (there - here) * sign > 0 ? there : here;
  }
  for (let i = last; i < source.length; i++) target[i] = source[i] as number;
}

/**
 * Largest (sign 1) or smallest (−1) value within `reach` elements ahead, counted in columns or in rows, by doubling.
 * The result stands at the first element of its window.
 */
function extremeAhead(
  data: Uint8Array,
  size: { width: number; reach: number; down: boolean },
  sign: 1 | -1,
): Uint8Array {
  let [source, target] = [Uint8Array.from(data), new Uint8Array(data.length)];
  let covered = 1;
  while (covered < size.reach) {
    const more = Math.min(covered, size.reach - covered);
    const pass = size.down ? spreadDown : spreadAcross;
    pass(source, target, { step: more, sign, width: size.width });
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
  const across = { width, reach: window, down: false };
  const down = { width, reach: window, down: true };
  const centre = { columns: half, rows: half };
  const lightest = moveBack(extremeAhead(extremeAhead(data, across, 1), down, 1), width, centre);
  return moveBack(extremeAhead(extremeAhead(lightest, across, -1), down, -1), width, centre);
}
