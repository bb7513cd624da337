import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ModelSource, UnitEntry } from './script-model.ts';

/** A model file that is missing, modified or malformed. */
export class BrokenModel extends Error {
  override name = 'BrokenModel';
}

type Priced = readonly (readonly [string, number])[];

const silentMark = '-';

function writePriced(list: Priced): string {
  return list.map(([text, cost]) => `${text === '' ? silentMark : text} ${cost}`).join(',');
}

function readPriced(text: string): [string, number][] {
  if (text === '') return [];
  return text.split(',').map((part) => {
    const blank = part.indexOf(' ');
    const key = part.slice(0, blank);
    const cost = Number(part.slice(blank + 1));
    if (blank < 1 || !Number.isInteger(cost)) throw new BrokenModel(`"${part}" is no text with a cost`);
    return [key === silentMark ? '' : key, cost];
  });
}

function digestOf(body: string): string {
  return createHash('sha256').update(body).digest('hex');
}

/**
 * Serialises a model: the digest of the rest; costs of insertion, deletion and keys; knots; chunks; and a line for each unit with its
 * chunks, class sequences and shapes.
 */
export function writeModel(source: ModelSource): string {
  const lines = [
    [source.insertion, source.deletion, source.keyFloor].join('\t'),
    source.knots.map(({ cost, similarity }) => `${cost} ${similarity}`).join(','),
    writePriced(source.chunks),
    ...source.entries.map(({ unit, chunks, steps, shapes }) =>
      [
        unit,
        writePriced(chunks),
        writePriced(steps.map(({ classes, cost }) => [classes, cost] as const)),
        writePriced(shapes),
      ].join('\t'),
    ),
  ];
  const body = `${lines.join('\n')}\n`;
  return `sha256 ${digestOf(body)}\n${body}`;
}

function readEntry(line: string): UnitEntry {
  const [unit = '', chunks = '', steps = '', shapes = ''] = line.split('\t');
  return {
    unit,
    chunks: readPriced(chunks),
    steps: readPriced(steps).map(([classes, cost]) => ({ classes, cost })),
    shapes: readPriced(shapes),
  };
}

/** Parses the output of `writeModel`. @throws BrokenModel if the digest does not match or a line is invalid */
export function readModel(text: string): ModelSource {
  const headEnd = text.indexOf('\n');
  const body = text.slice(headEnd + 1);
  if (text.slice(0, headEnd) !== `sha256 ${digestOf(body)}`)
    throw new BrokenModel('the digest does not agree');
  const [shape = '', knots = '', chunks = '', ...units] = body.trimEnd().split('\n');
  const [insertion = 0, deletion = 0, keyFloor = 0] = shape.split('\t').map(Number);
  return {
    insertion,
    deletion,
    keyFloor,
    knots: readPriced(knots).map(([cost, similarity]) => ({ cost: Number(cost), similarity })),
    chunks: readPriced(chunks),
    entries: units.map(readEntry),
  };
}

const places = [path.join('packages', 'screening', 'models'), 'screening-models'];

/**
 * The directory of the model files: beside the package in the source tree, `screening-models` beside a bundle.
 * @throws BrokenModel if there is none
 */
export function modelDirectory(): string {
  let directory = path.dirname(fileURLToPath(import.meta.url));
  for (;;) {
    for (const place of places) {
      const candidate = path.join(directory, place);
      if (existsSync(candidate)) return candidate;
    }
    const parent = path.dirname(directory);
    if (parent === directory) throw new BrokenModel('no directory with script models');
    directory = parent;
  }
}

/** Reads the model of a script from the model directory. @throws BrokenModel if the file is missing or modified */
export function loadModelFile(script: string): ModelSource {
  const file = path.join(modelDirectory(), `${script}.txt`);
  if (!existsSync(file)) throw new BrokenModel(`no model file ${script}.txt`);
  return readModel(readFileSync(file, 'utf8'));
}
