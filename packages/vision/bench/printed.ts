/**
 * Counts the words of printed fields that each text engine reads from specimen captures, and the fields that it reads wrongly with
 * confidence. Usage: node tools/run-ts.mjs packages/vision/bench/printed.ts [SEEDS] [FIRST_SEED]
 * Specimens are drawn in two fonts: these are regression figures, not accuracy.
 */
import { drawCard, inventPerson, simulateCapture } from '@countersign/specimens';
import type { CaptureCondition, CardKind, Person } from '@countersign/specimens';
import { findCard } from '../src/card/find-card.ts';
import type { FieldName } from '@countersign/findings';
import { openImage } from '../src/picture/open-image.ts';
import { plainText } from '../src/printed/plain-text.ts';
import { readPrinted } from '../src/printed/read-printed.ts';
import { openTextEngine } from '../src/printed/open-text-engine.ts';
import type { TextEngine } from '../src/printed/text-engine.ts';
import { cpuNow } from './cpu-now.ts';
import { portraitOf } from './portrait-of.ts';

/** Figures for one engine. */
export interface PrintedRow {
  engine: string;
  condition: CaptureCondition;
  captures: number;
  /** Words of the printed fields, and those found in their own field, ignoring accents. */
  words: number;
  found: number;
  /** Share of words found, 0–1, with its 95 % confidence limits. */
  rate: number;
  limits: readonly [number, number];
  /** Fields in total, with the correct value, and with a wrong value at a confidence high enough to be used. */
  fields: number;
  right: number;
  wrong: number;
  /** Mean processor time of one reading, child processes included, in milliseconds. */
  cpuMs: number;
}

const kinds = [
  'td3',
  'td1-front',
  'td1-back',
  'td2',
  'mrva',
  'mrvb',
  'mx-ine-front',
  'co-yellow-front',
  'co-yellow-back',
  'co-digital-front',
  'br-cnh-front',
  'us-licence-front',
] as const satisfies readonly CardKind[];
const today = '2026-11-20';
/** Minimum confidence at which print is used. */
const used = 0.6;

/** Fields with a different name in the truth. */
const otherNames: Readonly<Record<string, FieldName>> = {
  'co-digital-front/number': 'personalNumber',
  'br-cnh-front/firstName': 'fullName',
  'br-cnh-front/cpf': 'personalNumber',
};
const known: ReadonlySet<string> = new Set<FieldName>([
  'number', 'personalNumber', 'lastName', 'firstName', 'fullName', 'birthDate', 'issueDate', 'expiryDate', 'sex', 'nationality', 'birthPlace',
  'address', 'authority', 'licenceNumber', 'licenceCategories', 'curp', 'voterKey', 'cic', 'ocr',
]); // prettier-ignore

function holderOf(kind: CardKind, seed: number): Person {
  const culture = (['mx', 'co', 'br', 'us'] as const).find((name) => kind.startsWith(`${name}-`));
  return inventPerson(seed, culture ? { culture } : {});
}

async function readCapture(
  engine: TextEngine,
  row: PrintedRow,
  { kind, seed }: { kind: CardKind; seed: number },
) {
  const { png, truth } = await drawCard({ kind, person: holderOf(kind, seed), portraitSeed: seed });
  const capture = await simulateCapture(png, { condition: row.condition, seed, truth });
  const image = await openImage(capture.jpeg);
  if (image.refusal !== null) throw new Error(`specimen ${kind} ${seed} refused: ${image.refusal}`);
  const faces = portraitOf(capture.truth.portrait);
  const card = await findCard(image, { faces });
  const started = cpuNow();
  const reading = await readPrinted(engine, { image, card, faces, hints: { today } });
  row.cpuMs += cpuNow() - started;
  row.captures += 1;
  for (const [name, { text, value }] of Object.entries(truth.fields)) {
    const field = otherNames[`${kind}/${name}`] ?? name;
    if (!known.has(field)) continue;
    const read = reading?.fields[field as FieldName];
    const said = new Set(plainText(read?.text ?? '').split(' '));
    const words = plainText(text).split(' ');
    const right = plainText(read?.value ?? '') === plainText(value);
    row.words += words.length;
    row.found += words.filter((word) => said.has(word)).length;
    row.fields += 1;
    row.right += Number(right);
    row.wrong += Number(!right && read !== undefined && read.confidence >= used);
  }
}

/** Returns the 95 % confidence limits of a rate, by Wilson's formula. */
function limitsOf(found: number, all: number): [number, number] {
  const z = 1.96;
  const rate = found / all;
  const middle = rate + (z * z) / (2 * all);
  const half = z * Math.sqrt((rate * (1 - rate)) / all + (z * z) / (4 * all * all));
  return [(middle - half) / (1 + (z * z) / all), (middle + half) / (1 + (z * z) / all)];
}

/** Reads captures of every kind of specimen that has printed fields, with both engines if both are installed. */
export async function measurePrinted({
  seeds = 4,
  firstSeed = 1,
  condition = 'typical',
}: { seeds?: number; firstSeed?: number; condition?: CaptureCondition } = {}): Promise<PrintedRow[]> {
  const engines = [await openTextEngine(), await openTextEngine({ nativeCommand: null })];
  const rows: PrintedRow[] = [];
  for (const engine of engines.filter(({ name }, at) => at === 1 || !name.startsWith('tesseract.js'))) {
    const row: PrintedRow = {
      engine: engine.name,
      condition,
      captures: 0,
      words: 0,
      found: 0,
      rate: 0,
      limits: [0, 1],
      fields: 0,
      right: 0,
      wrong: 0,
      cpuMs: 0,
    };
    for (let seed = firstSeed; seed < firstSeed + seeds; seed += 1) {
      for (const kind of kinds) await readCapture(engine, row, { kind, seed });
    }
    row.rate = row.found / row.words;
    row.limits = limitsOf(row.found, row.words);
    row.cpuMs = Math.round(row.cpuMs / row.captures);
    rows.push(row);
  }
  for (const engine of engines) await engine.close();
  return rows;
}

if (process.argv[1]?.endsWith('bench/printed.ts')) {
  const [seeds = '4', firstSeed = '1', condition = 'typical'] = process.argv.slice(2);
  const rows = await measurePrinted({
    seeds: Number(seeds),
    firstSeed: Number(firstSeed),
    condition: condition as CaptureCondition,
  });
  for (const row of rows) console.log(JSON.stringify(row));
}
