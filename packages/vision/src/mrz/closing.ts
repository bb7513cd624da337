interface Shift {
  step: number;
  width: number;
}

/** One pass of a running maximum along the rows: compares each element with the one `step` columns further on. */
function spreadAcross(source: Uint8Array, target: Uint8Array, { step, width }: Shift): void {
  for (let start = 0; start < source.length; start += width) {
    const last = start + width - step;
    for (let i = start; i < last; i += 1) {
      const here = source[i]!;
      const there = source[i + step]!;
      target[i] = there > here ? there : here;
    }
    for (let i = Math.max(start, last); i < start + width; i += 1) target[i] = source[i]!;
  }
}

/** The same along the columns, with the element `step` rows further down. */
function spreadDown(source: Uint8Array, target: Uint8Array, { step, width }: Shift): void {
  const far = step * width;
  const last = Math.max(0, source.length - far);
  for (let i = 0; i < last; i += 1) {
    const here = source[i]!;
    const there = source[i + far]!;
    target[i] = there > here ? there : here;
  }
  for (let i = last; i < source.length; i += 1) target[i] = source[i]!;
}

/**
 * The maximum of a square of `window` × `window` pixels that starts at each element, by doubling.
 * @param spare buffer of the same size; both arrays are overwritten
 * @returns the array of the two that holds the result
 */
function largestAhead(
  data: Uint8Array,
  spare: Uint8Array,
  size: { width: number; window: number },
): Uint8Array {
  let [source, target] = [data, spare];
  for (const pass of [spreadAcross, spreadDown]) {
    let covered = 1;
    while (covered < size.window) {
      // The window doubles with each pass: seven passes for a hundred pixels, whatever they hold.
      const more = Math.min(covered, size.window - covered);
      pass(source, target, { step: more, width: size.width });
      [source, target] = [target, source];
      covered += more;
    }
  }
  return source;
}

/** Negative of the picture, shifted by `by` pixels to the right and down, with the border repeated. */
function movedNegative(data: Uint8Array, target: Uint8Array, size: { width: number; by: number }): void {
  const { width, by } = size;
  const height = data.length / width;
  for (let y = 0; y < height; y += 1) {
    const from = Math.max(0, y - by) * width;
    const row = y * width;
    const border = 255 - data[from]!;
    for (let x = 0; x < by && x < width; x += 1) target[row + x] = border;
    for (let x = by; x < width; x += 1) target[row + x] = 255 - data[from + x - by]!;
  }
}

/**
 * Grey closing with a square of `window` × `window` pixels (odd): what the paper would look like without thin dark strokes. Edges of
 * shadows and of the card do not move.
 */
export function closePlane(data: Uint8Array, width: number, window: number): Uint8Array {
  const by = (window - 1) / 2;
  let [source, target]: [Uint8Array, Uint8Array] = [data.slice(), new Uint8Array(data.length)];
  // A minimum is the maximum of the negative.
  for (let round = 0; round < 2; round += 1) {
    const largest = largestAhead(source, target, { width, window });
    const other = largest === source ? target : source;
    movedNegative(largest, other, { width, by });
    [source, target] = [other, largest];
  }
  return source;
}
