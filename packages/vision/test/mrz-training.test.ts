import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  zoneAlphabet,
  cellShape,
  classCount,
  parameterLayout,
  classify,
  createActivations,
} from '../src/mrz/network.ts';
import { shippedParameters } from '../src/mrz/weights-loading.ts';
import { encodedWeights } from '../src/mrz/weights.ts';
import { loadAtlas, makeCell } from '../tools/mrz-cells.ts';
import { createLearner, packParameters, rateAt } from '../tools/mrz-learning.ts';
import { createRandom } from '../tools/mrz-random.ts';

const here = path.dirname(fileURLToPath(import.meta.url));
const atlas = loadAtlas(path.resolve(here, '../tools'));
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const manifest = JSON.parse(readFileSync(path.resolve(here, '../src/mrz/weights.json'), 'utf8')) as {
  sha256: string;
  atlas: string;
  node: string;
};

describe('training', () => {
  it('gives the same bytes from the same seed', () => {
    const learner = createLearner(atlas, 1);
    for (let step = 0; step < 12; step++) learner.step(rateAt(step, 500));
    expect(sha256(packParameters(learner.parameters))).toBe(
      'b8e8ef4e6a280e0ed0d73245574f7d98bf55c15f57c0c5a7d388dc1bd9b94c89',
    );
  });

  it('reduces the loss well below guessing within a few steps', () => {
    const learner = createLearner(atlas, 2);
    for (let step = 0; step < 40; step++) learner.step(0.002);
    expect(learner.loss).toBeLessThan(Math.log(classCount) - 0.1);
  });
});

describe('shipped weights', () => {
  it('are the ones their manifest names, trained on the committed atlas', () => {
    const bytes = Buffer.from(encodedWeights, 'base64');
    expect(bytes).toHaveLength(parameterLayout.total * 4);
    expect(sha256(bytes)).toBe(manifest.sha256);
    expect(manifest.atlas).toBe(atlas.sha256);
  });

  it('read cells they were never trained on', () => {
    const bytes = Buffer.from(encodedWeights, 'base64');
    const parameters = Float64Array.from({ length: parameterLayout.total }, (_, i) =>
      bytes.readFloatLE(i * 4),
    );
    const random = createRandom(987654);
    const cell = new Float64Array(cellShape.size);
    const activations = createActivations();
    let right = 0;
    for (let i = 0; i < 1000; i++) {
      const label = makeCell(atlas, random, cell);
      classify(parameters, cell, activations);
      if (activations.output.indexOf(Math.max(...activations.output)) === label) right++;
    }
    expect(right).toBeGreaterThanOrEqual(930);
  });

  it('give the probabilities written down, within a thousandth on any machine', () => {
    const golden = JSON.parse(readFileSync(path.resolve(here, 'mrz-golden.json'), 'utf8')) as {
      seed: number;
      cells: { drawn: string; probabilities: number[] }[];
    };
    const random = createRandom(golden.seed);
    const cell = new Float64Array(cellShape.size);
    const activations = createActivations();
    expect(golden.cells).toHaveLength(24);
    for (const { drawn, probabilities } of golden.cells) {
      expect(zoneAlphabet.charAt(makeCell(atlas, random, cell))).toBe(drawn);
      classify(shippedParameters(), cell, activations);
      const furthest = probabilities.map((value, i) => Math.abs(value - (activations.output[i] ?? 2)));
      expect(Math.max(...furthest)).toBeLessThan(1e-3);
    }
  });
});
