/**
 * Learns how names of other scripts are spelt in Latin letters and writes packages/screening/models.
 *
 * node tools/run-ts.mjs packages/screening/tools/train-scripts.ts DIRECTORY [SCRIPT…]             trains, writes
 * node tools/run-ts.mjs packages/screening/tools/train-scripts.ts DIRECTORY --evaluate [SCRIPT…]  judges what is written
 *
 * DIRECTORY holds the transliteration pairs (see models/NOTICE.md). One Latin word in ten is never trained on.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { latinSkeleton } from '../src/readings/latin-skeleton.ts';
import { modelDirectory, writeModel } from '../src/scripts/model-file.ts';
import { modelOf } from '../src/scripts/models.ts';
import type { ModelSource, ScriptModel } from '../src/scripts/script-model.ts';
import { skeletonsOf } from '../src/scripts/skeletons.ts';
import { referenceTables } from '../src/tables/reference-tables.ts';
import { indexCorpus } from './script-training/corpus.ts';
import { calibrate, measure, recallAt, spread, type Sample } from './script-training/judge.ts';
import { learnJoint, type TrainingPlan } from './script-training/joint-model.ts';
import { sourceOfJoint } from './script-training/model-of-joint.ts';
import {
  isHeldOut,
  readLatinWords,
  readPairs,
  trainedScripts,
  type PairSplit,
  type TrainedScript,
} from './script-training/word-pairs.ts';

type Plan = TrainingPlan & { pairUnitFloor: number; keyFloor: number };

const rounds = 6;
const plans: Record<TrainedScript, Plan> = {
  cyrillic: { rounds, dropped: 0.04, floors: [1.5, 4], pairUnitFloor: 30, keyFloor: 620 },
  arabic: { rounds, dropped: 0.05, floors: [1, 3], pairUnitFloor: 30, keyFloor: 650 },
  hebrew: { rounds, dropped: 0.05, floors: [1, 3], pairUnitFloor: 30, keyFloor: 650 },
  kana: { rounds, dropped: 0.05, floors: [1, 3], pairUnitFloor: 30, keyFloor: 750 },
  hangul: { rounds, dropped: 0.12, floors: [0.5, 2], pairUnitFloor: 10, keyFloor: 450 },
  han: { rounds, dropped: 0.1, floors: [0.3, 3], pairUnitFloor: 1_000_000, keyFloor: 700 },
};

const sampleSize = 3000;
const gapCost = 800;

function simplified(text: string): string {
  const { hanSimplified } = referenceTables();
  return Array.from(text, (char) => hanSimplified.get(char) ?? char).join('');
}

function train(script: TrainedScript, split: PairSplit, words: readonly string[]): ModelSource {
  const plan = plans[script];
  const corpus = indexCorpus(split.training, plan.pairUnitFloor);
  const table = learnJoint(corpus, plan);
  const learnt = {
    ...sourceOfJoint(corpus, split.training, table),
    insertion: gapCost,
    deletion: gapCost,
    keyFloor: plan.keyFloor,
  };
  const sample: Sample = {
    pairs: spread(split.training, sampleSize),
    known: split.training,
    words: words.filter((word) => !isHeldOut(word)),
  };
  return { ...learnt, knots: calibrate(learnt, script, sample) };
}

function reportKeys(model: ScriptModel, split: PairSplit, words: readonly string[]): string {
  const pairs = spread(split.heldOut, sampleSize);
  const filed = new Map<string, number>();
  for (const word of words) filed.set(latinSkeleton(word), (filed.get(latinSkeleton(word)) ?? 0) + 1);
  let keys = 0;
  let found = 0;
  for (const { form } of pairs) {
    const list = skeletonsOf(model, form);
    keys += list.length;
    for (const key of list) found += filed.get(key) ?? 0;
  }
  const each = (count: number): string => (count / pairs.length).toFixed(1);
  return `keys ${each(keys)} a word, ${each(found)} of ${words.length} Latin words share one`;
}

function evaluate(script: TrainedScript, split: PairSplit, words: readonly string[]): void {
  const model = modelOf(script);
  if (!model) throw new Error(`no model of ${script}`);
  const sample: Sample = {
    pairs: spread(split.heldOut, sampleSize),
    known: [...split.training, ...split.heldOut],
    words: words.filter(isHeldOut),
  };
  for (const keyed of [false, true]) {
    const costs = measure(model, sample, keyed);
    const numbers = [costs.random, costs.near].map((negatives) =>
      [0.001, 0.01].map((share) => recallAt(costs, negatives, share).toFixed(1)).join(' / '),
    );
    const gate = model.knots[2]?.cost ?? 0;
    const over = (list: readonly number[]): string =>
      ((100 * list.filter((cost) => cost <= gate).length) / list.length).toFixed(2);
    console.log(
      `${script.padEnd(9)} ${keyed ? 'with keys' : 'no keys  '} recall at 0.1 / 1 % false accepts: random ${numbers[0]}, near ${numbers[1]};`,
      `at similarity 8000: same ${over(costs.same)} random ${over(costs.random)} near ${over(costs.near)} %`,
    );
  }
  console.log(
    `          ${reportKeys(model, split, words)}; knots ${model.knots.map((k) => `${k.cost}:${k.similarity}`).join(' ')}`,
  );
}

const [directory, ...rest] = process.argv.slice(2);
if (!directory) {
  console.error('usage: train-scripts DIRECTORY [--evaluate] [SCRIPT…]');
  process.exit(1);
}
const chosen = trainedScripts.filter(
  (script) => !rest.some((arg) => !arg.startsWith('--')) || rest.includes(script),
);
const words = readLatinWords(directory);
for (const script of chosen) {
  const split = readPairs(directory, script, simplified);
  if (rest.includes('--evaluate')) {
    evaluate(script, split, words);
    continue;
  }
  const source = train(script, split, words);
  const file = path.join(modelDirectory(), `${script}.txt`);
  writeFileSync(file, writeModel(source));
  const parameters = source.entries.reduce((sum, { chunks }) => sum + chunks.length, 0);
  console.log(
    `${script}: ${split.training.length} pairs, ${source.entries.length} units, ${parameters} parameters`,
  );
}
