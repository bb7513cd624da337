// npm run fuzz [-- target … --seconds N --seed N --save --list]: coverage-guided fuzzing of every parser of outside bytes.
// `--save` adds what was learnt to the committed corpora, which `npm test` replays.
import '../script-help.mjs';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { at } from '../project.mjs';
import { lineOf, readCorpus, writeCorpus } from './corpus.mjs';
import { fuzzTarget } from './fuzz-target.mjs';
import { fuzzTargets } from './targets.mjs';

/** Maximum characters of a committed corpus. */
const mostCorpusCharacters = 100_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_007) },
    save: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});
const all = fuzzTargets();
const unknown = positionals.filter((name) => !all.some((target) => target.name === name));
const [seconds, seed] = [Number(values.seconds), Number(values.seed)];

if (values.list) for (const { name } of all) console.log(name);
else if (unknown.length > 0) {
  console.error(`no such target: ${unknown.join(', ')}; there are ${all.map(({ name }) => name).join(', ')}`);
  process.exitCode = 1;
} else if (!(seconds > 0) || !Number.isInteger(seed)) {
  console.error('--seconds must be a number above 0, --seed a whole number');
  process.exitCode = 1;
} else {
  const chosen = positionals.length > 0 ? all.filter(({ name }) => positionals.includes(name)) : all;
  let found = 0;
  for (const target of chosen) found += await fuzz(target);
  process.exitCode = found > 0 ? 1 : 0;
}

/** @returns the number of findings */
async function fuzz({ name, file, corpus }) {
  console.log(`${name}: ${seconds} s, seed ${seed}`);
  const folder = at('.build', 'fuzz');
  const known = readCorpus(corpus);
  const seeds = await seedsOf(name, file);
  const onReport = ({ type, executions, branches, features, kept, findings }) => {
    console.log(
      `  ${type}: ${executions} executions, ${branches} branches, ${features} features, ${kept} inputs`,
    );
    for (const finding of findings) printFinding(name, finding);
  };
  const inputs = [...seeds, ...known];
  const result = await fuzzTarget({ name, file, folder }, { seconds, seed, inputs, onReport });
  const { executions, branches, allBranches, features, findings } = result;
  console.log(
    `${name}: ${executions} executions (${Math.round(executions / seconds)}/s), ${branches} of ${allBranches} branches, ` +
      `${features} features, ${result.inputs.length} inputs, ${findings.length} findings`,
  );
  if (values.save) writeCorpus(corpus, withinLimit(result.inputs));
  return findings.length;
}

/** The target's own seeds; its module is bundled again for this, uninstrumented. */
async function seedsOf(name, file) {
  const { bundle } = await import('../bundle.mjs');
  const folder = at('.build', 'fuzz', 'plain');
  await bundle({ [name]: file }, folder);
  const { seeds } = await import(path.join(folder, `${name}.mjs`));
  return seeds.map((input) => Buffer.from(input));
}

/** Shortest first: long inputs rarely reveal what short ones do not. */
function withinLimit(inputs) {
  let characters = 0;
  return inputs
    .toSorted((a, b) => a.length - b.length)
    .filter((input) => (characters += lineOf(input).length) <= mostCorpusCharacters);
}

function printFinding(name, { kind, input, detail }) {
  const digest = createHash('sha256').update(input).digest('hex').slice(0, 12);
  const folder = at('.build', 'fuzz', 'findings');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${name}-${digest}`);
  writeFileSync(file, input);
  console.log(`  FOUND ${kind}\n    ${detail.split('\n').slice(0, 6).join('\n    ')}`);
  console.log(`    input (${input.length} bytes, also in ${file}): ${lineOf(input).slice(0, 300)}`);
}
