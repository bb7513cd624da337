/**
 * First 32 bits of the fractional parts of roots of the first primes: square roots give the initial state, cube roots the
 * constants.
 */
function rootFractions(count: number, root: (prime: number) => number): Uint32Array {
  const found = new Uint32Array(count);
  let size = 0;
  for (let candidate = 2; size < count; candidate += 1) {
    let isPrime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor += 1)
      if (candidate % divisor === 0) isPrime = false;
    if (!isPrime) continue;
    found[size] = (root(candidate) % 1) * 2 ** 32;
    size += 1;
  }
  return found;
}

const constants = rootFractions(64, Math.cbrt);
const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/** The message with padding and its length in bits, in whole blocks of 64 bytes. */
function padded(message: Uint8Array): DataView {
  const size = Math.ceil((message.length + 9) / 64) * 64;
  const bytes = new Uint8Array(size);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(size - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(size - 4, message.length * 8);
  return view;
}

function schedule(view: DataView, at: number): Uint32Array {
  const words = new Uint32Array(64);
  for (let i = 0; i < 16; i += 1) words[i] = view.getUint32(at + 4 * i);
  for (let i = 16; i < 64; i += 1) {
    const near = words[i - 2]!;
    const far = words[i - 15]!;
    const one = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3);
    const two = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10);
    words[i] = words[i - 16]! + one + words[i - 7]! + two;
  }
  return words;
}

/** SHA-256 without `crypto.subtle`, for trial installations on plain http. @see FIPS 180-4 */
export function sha256(message: Uint8Array): Uint8Array {
  const view = padded(message);
  const state = rootFractions(8, Math.sqrt);
  for (let at = 0; at < view.byteLength; at += 64) {
    const words = schedule(view, at);
    let [a, b, c, d, e, f, g, h] = state as unknown as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    for (let i = 0; i < 64; i += 1) {
      const one = (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g));
      const first = (h + one + constants[i]! + words[i]!) | 0;
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => {
      state[i]! += word;
    });
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => digest.setUint32(4 * i, word));
  return new Uint8Array(digest.buffer);
}
