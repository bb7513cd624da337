const tables = new Map<
  number,
  { cos: Float64Array; sin: Float64Array; reversed: Uint16Array; hann: Float64Array }
>();

function tableOf(side: number) {
  const known = tables.get(side);
  if (known) return known;
  const bits = Math.log2(side);
  const reversed = Uint16Array.from({ length: side }, (_, index) => {
    let mirrored = 0;
    for (let bit = 0; bit < bits; bit += 1) mirrored |= ((index >> bit) & 1) << (bits - 1 - bit);
    return mirrored;
  });
  const angle = (index: number): number => (2 * Math.PI * index) / side;
  const table = {
    cos: Float64Array.from({ length: side / 2 }, (_, index) => Math.cos(angle(index))),
    sin: Float64Array.from({ length: side / 2 }, (_, index) => -Math.sin(angle(index))),
    reversed,
    hann: Float64Array.from({ length: side }, (_, index) => 0.5 - 0.5 * Math.cos(angle(index + 0.5))),
  };
  tables.set(side, table);
  return table;
}

/**
 * Natural logarithms of the power spectra of two square patches, computed together as the real and imaginary parts of one transform. The
 * mean of each patch is removed, and the patch is faded towards its edges first.
 * @param side a power of two
 * @returns side × side logarithms for each patch, frequency (0, 0) first, in rows of equal vertical frequency
 */
export function logSpectra(
  first: Float64Array,
  second: Float64Array,
  side: number,
): [Float64Array, Float64Array] {
  const [real, imaginary] = [faded(first, side), faded(second, side)];
  transformRows(real, imaginary, side);
  // Columns become rows, which are contiguous in memory; the result stays transposed.
  transpose(real, side);
  transpose(imaginary, side);
  transformRows(real, imaginary, side);
  return splitPowers(real, imaginary, side);
}

function faded(patch: Float64Array, side: number): Float64Array {
  const { hann } = tableOf(side);
  let sum = 0;
  for (const value of patch) sum += value;
  const mean = sum / patch.length;
  const result = new Float64Array(side * side);
  for (let y = 0, at = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1, at += 1) result[at] = (patch[at]! - mean) * hann[x]! * hann[y]!;
  }
  return result;
}

/** Transforms every row in place. */
function transformRows(real: Float64Array, imaginary: Float64Array, side: number): void {
  const { reversed } = tableOf(side);
  for (let start = 0; start < real.length; start += side) {
    for (let index = 0; index < side; index += 1) {
      const other = reversed[index]!;
      if (other <= index) continue;
      exchange(real, start + index, start + other);
      exchange(imaginary, start + index, start + other);
    }
  }
  // All rows take one step before the next begins: rows are contiguous.
  for (let half = 1; half < side; half *= 2) combineHalves(real, imaginary, { side, half });
}

function combineHalves(
  real: Float64Array,
  imaginary: Float64Array,
  { side, half }: { side: number; half: number },
): void {
  const { cos, sin } = tableOf(side);
  const stride = side / (2 * half);
  for (let block = 0; block < real.length; block += 2 * half) {
    for (let a = block, turn = 0; a < block + half; a += 1, turn += stride) {
      const b = a + half;
      // Cooley–Tukey butterfly; both halves are overwritten in place.
      const c = cos[turn]!;
      const s = sin[turn]!;
      const realB = real[b]!;
      const imaginaryB = imaginary[b]!;
      const turnedReal = realB * c - imaginaryB * s;
      const turnedImaginary = realB * s + imaginaryB * c;
      const realA = real[a]!;
      const imaginaryA = imaginary[a]!;
      real[b] = realA - turnedReal;
      imaginary[b] = imaginaryA - turnedImaginary;
      real[a] = realA + turnedReal;
      imaginary[a] = imaginaryA + turnedImaginary;
    }
  }
}

function exchange(values: Float64Array, a: number, b: number): void {
  const held = values[a]!;
  values[a] = values[b]!;
  values[b] = held;
}

function transpose(values: Float64Array, side: number): void {
  for (let row = 0; row < side; row += 1) {
    for (let column = row + 1; column < side; column += 1)
      exchange(values, row * side + column, column * side + row);
  }
}

/**
 * Separates a transposed transform. The spectrum of a real patch is symmetric, that of an imaginary one antisymmetric. The powers of both
 * are symmetric, so only half of them are computed.
 */
function splitPowers(
  real: Float64Array,
  imaginary: Float64Array,
  side: number,
): [Float64Array, Float64Array] {
  const [first, second] = [new Float64Array(side * side), new Float64Array(side * side)];
  const mask = side - 1;
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x <= side / 2; x += 1) {
      const at = y * side + x;
      const from = x * side + y;
      const left = (side - x) & mask;
      const up = (side - y) & mask;
      const opposite = up * side + left;
      const mirrored = left * side + up;
      const evenReal = real[from]! + real[mirrored]!;
      const oddImaginary = imaginary[from]! - imaginary[mirrored]!;
      const evenImaginary = imaginary[from]! + imaginary[mirrored]!;
      const oddReal = real[mirrored]! - real[from]!;
      first[at] = logarithm((evenReal * evenReal + oddImaginary * oddImaginary) / 4);
      second[at] = logarithm((evenImaginary * evenImaginary + oddReal * oddReal) / 4);
      // The powers of a real patch are equal at opposite frequencies.
      first[opposite] = first[at];
      second[opposite] = second[at];
    }
  }
  return [first, second];
}

/** With a floor below the noise of any picture, so that flat patches do not produce peaks. */
function logarithm(power: number): number {
  return Math.log(power + 300);
}
