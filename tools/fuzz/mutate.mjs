// Mutates inputs at random: bytes, blocks, words of the program, parts of other inputs.

/** Bytes that are significant to parsers. */
const telling = Buffer.from('\0\t\n\r "\'(),-./0:;<=>?@AZ[\\]_az{|}\x7f\x80\xc3\xd8\xd9\xda\xff', 'latin1');
/** Boundary values of fields with one, two or four bytes. */
const edges = [0, 1, 7, 8, 16, 32, 64, 127, 128, 255, 256, 1000, 4096, 32_767, 32_768, 65_535, 65_536];
const largeEdges = [2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1];
const mostRepeats = 64;

/** @typedef {{ random: (below: number) => number, words: Buffer[], others: Buffer[], most: number }} Mutating */

const insert = (input, at, part) => Buffer.concat([input.subarray(0, at), part, input.subarray(at)]);
const replace = (input, at, part) =>
  Buffer.concat([input.subarray(0, at), part, input.subarray(at + part.length)]);
const pick = (random, list) => list[random(list.length)];

function range(input, random) {
  const from = random(input.length + 1);
  const length = random(Math.min(input.length - from, random(4) === 0 ? input.length : 16) + 1);
  return [from, from + length];
}

function numberBytes(random) {
  const value = random(6) === 0 ? pick(random, largeEdges) : pick(random, edges);
  const bytes = Buffer.alloc(value > 65_535 ? 4 : value > 255 ? 2 : pick(random, [1, 1, 2, 4]));
  if (random(2) === 0) bytes.writeUIntBE(value, 0, bytes.length);
  else bytes.writeUIntLE(value, 0, bytes.length);
  return bytes;
}

const asDigits = (random) => Buffer.from(String(pick(random, [...edges, ...largeEdges])));

/** @type {((input: Buffer, mutating: Mutating) => Buffer)[]} */
const changes = [
  (input, { random }) => {
    if (input.length === 0) return input;
    const changed = Buffer.from(input);
    const at = random(changed.length);
    changed[at] ^= 1 << random(8);
    return changed;
  },
  (input, { random }) => replace(input, random(input.length + 1), Buffer.of(random(256))),
  (input, { random }) => replace(input, random(input.length + 1), Buffer.of(pick(random, telling))),
  (input, { random }) => insert(input, random(input.length + 1), Buffer.of(pick(random, telling))),
  (input, { random }) => replace(input, random(input.length + 1), numberBytes(random)),
  (input, { random }) => insert(input, random(input.length + 1), asDigits(random)),
  (input, { random }) => {
    const [from, to] = range(input, random);
    return Buffer.concat([input.subarray(0, from), input.subarray(to)]);
  },
  (input, { random }) => {
    const [from, to] = range(input, random);
    return insert(input, random(input.length + 1), input.subarray(from, to));
  },
  (input, { random }) => {
    const [from, to] = range(input, random);
    const part = input.subarray(from, to);
    return insert(input, to, Buffer.concat(Array.from({ length: 1 + random(mostRepeats) }, () => part)));
  },
  (input, { random }) => input.subarray(0, random(input.length + 1)),
  (input, { random, words }) =>
    words.length === 0 ? input : insert(input, random(input.length + 1), pick(random, words)),
  (input, { random, words }) =>
    words.length === 0 ? input : replace(input, random(input.length + 1), pick(random, words)),
  (input, { random, others }) => {
    const [from, to] = range(pick(random, others), random);
    return insert(input, random(input.length + 1), pick(random, others).subarray(from, to));
  },
  (input, { random, others }) => {
    const other = pick(random, others);
    return Buffer.concat([
      input.subarray(0, random(input.length + 1)),
      other.subarray(random(other.length + 1)),
    ]);
  },
];

/**
 * One to eight changes of an input.
 * @param {Buffer} input
 * @param {Mutating} mutating `most`: bytes of the longest result
 */
export function mutate(input, mutating) {
  const { random, most } = mutating;
  let changed = input;
  for (let count = 1 << random(4); count > 0; count -= 1) changed = pick(random, changes)(changed, mutating);
  return changed.length > most ? changed.subarray(0, most) : changed;
}
