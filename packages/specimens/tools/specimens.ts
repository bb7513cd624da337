// Draws the pictures of verifications with what they show, in a form that `countersign evaluate --truth` reads.
// Usage: npm run specimens -- --seed N --kind td3 --condition typical --out DIR
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { captureConditions, type CaptureCondition } from '../src/capture/capture-settings.ts';
import { evaluationTruth, filmEvaluationTruth, type PlacedCase } from '../src/cases/evaluation-truth.ts';
import { zoneForgeries, type ZoneForgery } from '../src/cases/forge-zone.ts';
import { namedCases, type NamedCase } from '../src/cases/named-cases.ts';
import {
  documentKinds,
  specimenCase,
  type DocumentKind,
  type SpecimenCase,
} from '../src/cases/specimen-case.ts';
import { challengeFilm, filmAttacks, type FilmAttack } from '../src/film/challenge-film.ts';
import { filmSteps, type FilmStep } from '../src/film/film-plan.ts';

const usage = `usage: specimens [--seed N] [--count N] [--kind ${documentKinds.join('|')}] [--condition NAME] [--selfie-seed N] [--family 0–47] [--damaged-mrz] [--forged-zone ${zoneForgeries.join('|')}] [--marker NAME] [--out DIR]
       specimens --case ${Object.keys(namedCases).join('|')} [--kind …] [--condition …] [--out DIR]
       specimens --film left,up,closer [--seed N] [--frames N] [--attack ${filmAttacks.join('|')}] [--out DIR]
conditions: ${captureConditions.join(' ')}`;

try {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      count: { type: 'string' },
      kind: { type: 'string' },
      condition: { type: 'string' },
      case: { type: 'string' },
      'selfie-seed': { type: 'string' },
      family: { type: 'string' },
      'damaged-mrz': { type: 'boolean', default: false },
      'forged-zone': { type: 'string' },
      marker: { type: 'string' },
      film: { type: 'string' },
      frames: { type: 'string', default: '12' },
      attack: { type: 'string', default: 'none' },
      out: { type: 'string', default: 'specimens' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) console.log(usage);
  else if (values.film !== undefined) await writeFilm(values.film, values);
  else if (values.count === undefined) await writeOne(await drawCase(values), values.out);
  else await writeMany(values, wholeNumber(values.count));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error(usage);
  process.exitCode = 1;
}

interface Given {
  seed: string;
  kind?: string | undefined;
  condition?: string | undefined;
  case?: string | undefined;
  'selfie-seed'?: string | undefined;
  family?: string | undefined;
  'damaged-mrz': boolean;
  'forged-zone'?: string | undefined;
  marker?: string | undefined;
  out: string;
}

async function drawCase(values: Given): Promise<SpecimenCase> {
  const variation = {
    ...(values.marker === undefined ? {} : { marker: values.marker }),
    ...(values['forged-zone'] === undefined
      ? {}
      : { forgedZone: oneOf<ZoneForgery>(zoneForgeries, values['forged-zone']) }),
    ...(values.family === undefined ? {} : { family: wholeNumber(values.family) }),
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

async function writeFilm(
  film: string,
  { seed, frames, attack, out }: { seed: string; frames: string; attack: string; out: string },
): Promise<void> {
  const drawn = await challengeFilm({
    seed: wholeNumber(seed),
    steps: film.split(',').map((step) => oneOf<FilmStep>(filmSteps, step)),
    frames: wholeNumber(frames),
    attack: oneOf<FilmAttack>(filmAttacks, attack),
  });
  await mkdir(out, { recursive: true });
  for (const [index, { jpeg }] of drawn.frames.entries())
    await writeAndPrint(path.join(out, `frame-${String(index).padStart(2, '0')}.jpg`), jpeg);
  await writeAndPrint(path.join(out, 'face.jpg'), drawn.selfie);
  const images = drawn.frames.map((_, index) => `frame-${String(index).padStart(2, '0')}.jpg`);
  await writeTruth(out, { ...drawn.truth, ...filmEvaluationTruth(drawn.truth, images) });
}

/** Draws so many people with the following seeds, a folder each, and one truth file about all of them. */
async function writeMany(values: Given, count: number): Promise<void> {
  if (values.case !== undefined || count < 1)
    throw new Error('--count: must be at least 1, and without --case, which is one person');
  const cases: PlacedCase[] = [];
  for (let index = 0; index < count; index += 1) {
    const drawn = await drawCase({ ...values, seed: String(wholeNumber(values.seed) + index) });
    const folder = String(index + 1).padStart(4, '0');
    await writePictures(drawn, path.join(values.out, folder));
    // Thousands of people fit into memory only without their pictures.
    const pictures = drawn.pictures.map(({ context, truth }) => ({ context, truth }));
    cases.push({ folder, drawn: { ...drawn, pictures } });
  }
  await writeTruth(values.out, evaluationTruth(cases));
}

async function writeAndPrint(file: string, content: Buffer | string): Promise<void> {
  await writeFile(file, content);
  console.log(file);
}

async function writeOne(drawn: SpecimenCase, out: string): Promise<void> {
  await writePictures(drawn, out);
  const pictures = drawn.pictures.map(({ context, contentType, truth }) => ({ context, contentType, truth }));
  const truth = evaluationTruth([{ folder: 'specimen', drawn }], (_, context) => `${context}.jpg`);
  await writeTruth(out, { ...drawn, pictures, ...truth });
}

async function writePictures({ pictures }: SpecimenCase, out: string): Promise<void> {
  await mkdir(out, { recursive: true });
  for (const { context, bytes } of pictures) await writeAndPrint(path.join(out, `${context}.jpg`), bytes);
}

function writeTruth(out: string, truth: object): Promise<void> {
  return writeAndPrint(path.join(out, 'truth.json'), `${JSON.stringify(truth, null, 2)}\n`);
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
