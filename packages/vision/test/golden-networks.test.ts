import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FaceModels } from '../src/faces/face-models.ts';
import { runNetwork } from '../src/model-slots/run-network.ts';
import { loadedModels } from './loaded-models.ts';

/** What the original networks gave, run by the engine they were made for (`golden/README.md`). */
interface GoldenVector {
  input:
    | { kind: 'noise' | 'blocks'; seed: number }
    | { kind: 'flat'; rgb: number[] }
    | { kind: 'file'; name: string };
  detector: Record<'scores16' | 'scores8' | 'boxes16' | 'boxes8', number[]>;
  mesh: { flag: number; points: number[] };
  descriptor: number[];
}

const directory = new URL('golden/', import.meta.url);
const text = await readFile(new URL('network-vectors.jsonl', directory), 'utf8');
const vectors = text
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as GoldenVector);

const descriptorMeans = [122.782, 117.001, 104.298];

describe('converted networks give what the original ones gave', () => {
  let models: FaceModels;
  beforeAll(async () => {
    models = await loadedModels();
  });

  it.each(vectors.map((vector) => ({ name: JSON.stringify(vector.input), vector })))(
    'detector on $name',
    async ({ vector }) => {
      const input = await planarInput(vector, 256, (value) => value / 127.5 - 1);
      const output = await runNetwork(models.detector, input, 256);
      const { scores16, scores8, boxes16, boxes8 } = vector.detector;
      const sampled = (name: string, every: number, length: number): number[] =>
        [...output(name)].filter((_, index) => Math.floor(index / length) % every === 0);
      // Scores are logits as low as -60; an error of 0.01 there is below 1e-4 of a confidence.
      expect(largestDifference(sampled('scores16', 8, 1), scores16)).toBeLessThan(0.01);
      expect(largestDifference(sampled('scores8', 8, 1), scores8)).toBeLessThan(0.01);
      expect(largestDifference(sampled('boxes16', 32, 16), boxes16)).toBeLessThan(0.5);
      expect(largestDifference(sampled('boxes8', 32, 16), boxes8)).toBeLessThan(0.5);
    },
  );

  it.each(vectors.map((vector) => ({ name: JSON.stringify(vector.input), vector })))(
    'mesh on $name',
    async ({ vector }) => {
      const input = await planarInput(vector, 192, (value) => value / 255);
      const output = await runNetwork(models.mesh, input, 192);
      expect(largestDifference([...output('points')], vector.mesh.points)).toBeLessThan(0.25);
      expect(largestDifference([...output('flag')], [vector.mesh.flag])).toBeLessThan(1e-3);
    },
  );

  it.each(vectors.map((vector) => ({ name: JSON.stringify(vector.input), vector })))(
    'descriptor on $name',
    async ({ vector }) => {
      const input = await planarInput(vector, 150, (value, channel) => (value - channel) / 256);
      const output = await runNetwork(models.descriptor, input, 150);
      expect(largestDifference([...output('descriptor')], vector.descriptor)).toBeLessThan(1e-3);
    },
  );

  it('describes two faces at once as it does one after the other, to 1e-3', async () => {
    const inputs = await Promise.all(
      vectors.slice(-2).map((vector) => planarInput(vector, 150, (value, mean) => (value - mean) / 256)),
    );
    const both = await runNetwork(
      models.descriptor,
      Float32Array.from(inputs.flatMap((input) => [...input])),
      150,
    );
    const expected = vectors.slice(-2).flatMap(({ descriptor }) => descriptor);
    expect(largestDifference([...both('descriptor')], expected)).toBeLessThan(1e-3);
  });

  it('describes four faces at once with the bytes of four runs', async () => {
    const inputs = await Promise.all(
      vectors.slice(0, 4).map((vector) => planarInput(vector, 150, (value, mean) => (value - mean) / 256)),
    );
    const single: number[] = [];
    for (const input of inputs)
      single.push(...(await runNetwork(models.descriptor, input, 150))('descriptor'));
    const all = new Float32Array(4 * 3 * 150 * 150);
    for (const [index, input] of inputs.entries()) all.set(input, index * input.length);
    const together = await runNetwork(models.descriptor, all, 150);
    expect([...together('descriptor')]).toEqual(single);
  });
});

function largestDifference(actual: readonly number[], expected: readonly number[]): number {
  expect(actual.length).toBe(expected.length);
  return actual.reduce(
    (worst, value, index) => Math.max(worst, Math.abs(value - (expected[index] ?? NaN))),
    0,
  );
}

/** Planar input; `scale` gets the value and the channel's mean of the descriptor network. */
async function planarInput(
  vector: GoldenVector,
  side: number,
  scale: (value: number, mean: number) => number,
): Promise<Float32Array> {
  const pixels = await pixelsOf(vector.input, side);
  const plane = side * side;
  return Float32Array.from({ length: 3 * plane }, (_, index) => {
    const channel = Math.floor(index / plane);
    return scale(pixels[(index % plane) * 3 + channel] ?? 0, descriptorMeans[channel] ?? 0);
  });
}

async function pixelsOf(input: GoldenVector['input'], side: number): Promise<Uint8Array> {
  if (input.kind === 'file') {
    const file = await readFile(new URL(`${input.name}-${side}.png`, directory));
    return sharp(file).removeAlpha().raw().toBuffer();
  }
  const length = side * side * 3;
  if (input.kind === 'flat') return Uint8Array.from({ length }, (_, index) => input.rgb[index % 3] ?? 0);
  if (input.kind === 'noise') return noise(input.seed, length);
  const cells = noise(input.seed, 16 * 16 * 3);
  return Uint8Array.from({ length }, (_, index) => {
    const pixel = Math.floor(index / 3);
    const row = Math.floor((Math.floor(pixel / side) * 16) / side);
    const column = Math.floor(((pixel % side) * 16) / side);
    return cells[(row * 16 + column) * 3 + (index % 3)] ?? 0;
  });
}

/** Seeded bytes; the same generator made the golden vectors. */
function noise(seed: number, length: number): Uint8Array {
  let state = seed >>> 0;
  return Uint8Array.from({ length }, () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) >>> 24;
  });
}
