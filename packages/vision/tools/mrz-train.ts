/**
 * Trains the zone reader's network on synthetic cells and writes the shipped weights.
 * Usage: node tools/run-ts.mjs packages/vision/tools/mrz-train.ts [--seed 1] [--steps N] [--dry-run]
 * Same seed, steps and Node version: same bytes.
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadAtlas } from './mrz-cells.ts';
import { BATCH, createLearner, packParameters, rateAt } from './mrz-learning.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    steps: { type: 'string', default: '24000' },
    'dry-run': { type: 'boolean', default: false },
  },
});
const [seed, steps] = [Number(values.seed), Number(values.steps)];
const atlas = loadAtlas(path.resolve('packages/vision/tools'));
const learner = createLearner(atlas, seed);
const started = process.hrtime.bigint();
for (let step = 0; step < steps; step++) {
  learner.step(rateAt(step, steps));
  if ((step + 1) % 500 === 0) {
    const seconds = Number(process.hrtime.bigint() - started) / 1e9;
    const state = `loss ${learner.loss.toFixed(4)} right ${(learner.accuracy * 100).toFixed(2)} %`;
    console.error(`${step + 1}/${steps} ${state} ${seconds.toFixed(0)} s`);
  }
}
const bytes = packParameters(learner.parameters);
const manifest = {
  made: `npm run mrz:train -- --seed ${seed} --steps ${steps}`,
  node: process.versions.node,
  seed,
  steps,
  cells: steps * BATCH,
  atlas: atlas.sha256,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  loss: Number(learner.loss.toFixed(5)),
  right: Number(learner.accuracy.toFixed(5)),
};
if (!values['dry-run']) {
  const target = path.resolve('packages/vision/src/mrz');
  const text = bytes.toString('base64').replace(/.{1,100}/g, "  '$&' +\n");
  const body = `/** Parameters of the zone reader's network, 32-bit floats, little-endian, base64; see weights.json. */\nexport const encodedWeights =\n${text.replace(/ \+\n$/, ';\n')}`;
  writeFileSync(path.join(target, 'weights.ts'), body);
  writeFileSync(path.join(target, 'weights.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}
console.log(JSON.stringify(manifest));
