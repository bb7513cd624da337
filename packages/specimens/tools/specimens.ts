// Draws the pictures of one verification and says what they show.
// Usage: npm run specimens -- --seed N --kind td3 --condition typical --out DIR
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import {
  captureConditions,
  documentKinds,
  namedCases,
  specimenCase,
  type CaptureCondition,
  type DocumentKind,
  type NamedCase,
  type SpecimenCase,
} from '../src/index.ts';

const usage = `usage: specimens [--seed N] [--kind ${documentKinds.join('|')}] [--condition NAME] [--selfie-seed N] [--damaged-mrz] [--out DIR]
       specimens --case ${Object.keys(namedCases).join('|')} [--kind …] [--condition …] [--out DIR]
conditions: ${captureConditions.join(' ')}`;

try {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      kind: { type: 'string' },
      condition: { type: 'string' },
      case: { type: 'string' },
      'selfie-seed': { type: 'string' },
      'damaged-mrz': { type: 'boolean', default: false },
      out: { type: 'string', default: 'specimens' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) console.log(usage);
  else await writeCase(await drawCase(values), values.out);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error(usage);
  process.exitCode = 1;
}

async function drawCase(values: {
  seed: string;
  kind?: string | undefined;
  condition?: string | undefined;
  case?: string | undefined;
  'selfie-seed'?: string | undefined;
  'damaged-mrz': boolean;
}): Promise<SpecimenCase> {
  const variation = {
    ...(values.kind === undefined ? {} : { kind: oneOf<DocumentKind>(documentKinds, values.kind) }),
    ...(values.condition === undefined
      ? {}
      : { condition: oneOf<CaptureCondition>(captureConditions, values.condition) }),
  };
  if (values.case !== undefined) {
    const name = oneOf<NamedCase>(Object.keys(namedCases) as NamedCase[], values.case);
    return namedCases[name](variation);
  }
  const selfie = values['selfie-seed'];
  return specimenCase({
    seed: wholeNumber(values.seed),
    damagedMrz: values['damaged-mrz'],
    ...(selfie === undefined ? {} : { selfieSeed: wholeNumber(selfie) }),
    ...variation,
  });
}

async function writeCase(drawn: SpecimenCase, out: string): Promise<void> {
  await mkdir(out, { recursive: true });
  for (const { context, bytes } of drawn.pictures) {
    const file = path.join(out, `${context}.jpg`);
    await writeFile(file, bytes);
    console.log(file);
  }
  const pictures = drawn.pictures.map(({ context, contentType, truth }) => ({ context, contentType, truth }));
  const file = path.join(out, 'truth.json');
  await writeFile(file, `${JSON.stringify({ ...drawn, pictures }, null, 2)}\n`);
  console.log(file);
}

function oneOf<Name extends string>(names: readonly Name[], given: string): Name {
  const found = names.find((name) => name === given);
  if (found === undefined) throw new Error(`${given} is none of ${names.join(', ')}`);
  return found;
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${text} is not a whole number`);
  return Number(text);
}
