/**
 * Compares print and zone on documents of many invented issuers, which differ in labels, languages, typefaces, order and appearance.
 * Half of the families are for tuning; reported figures come from the other half.
 * Usage: node tools/run-ts.mjs packages/vision/bench/families.ts [tune|report] [SEEDS] [FIRST_SEED] [CONDITION,…]
 * prints a line of JSON for every document. Specimens are drawn: these are regression figures, not accuracy.
 */
import { cardFamily, familyCount, specimenCase, zoneForgeries } from '@countersign/specimens';
import type { CaptureCondition, DocumentKind, SpecimenCase, ZoneForgery } from '@countersign/specimens';
import type { FieldName } from '@countersign/findings';
import { openTextEngine } from '../src/printed/open-text-engine.ts';
import { plainLetters } from '../src/printed/plain-text.ts';
import type { ReadPage } from '../src/printed/read-printed.ts';
import type { TextEngine } from '../src/printed/text-engine.ts';
import { compare, modelsDir, type AgreementPolicy } from './agreement.ts';

/** Families on which limits and rules may be tuned, and families that measure them. */
export type FamilyHalf = 'tune' | 'report';

/** Result for one document. */
export interface FamilyDocument {
  family: number;
  kind: DocumentKind;
  seed: number;
  condition: CaptureCondition;
  forgery: ZoneForgery | null;
  labels: string;
  /** `unread`: the zone was not read; `failed`: the text engine failed. */
  outcome: 'compared' | 'unread' | 'failed';
  /** State of each value that the zone claims, as `field state`. */
  states: string[];
  /** Consequence under the service's policy. */
  verdict: 'declined' | 'resubmission' | null;
  /** Fields read by their labels: correct ones, and wrong ones with a confidence of at least 0.6. */
  read: { shown: number; right: string[]; wrong: string[] };
  cpuMs: number;
}

export interface FamilyOptions {
  half?: FamilyHalf;
  seeds?: number;
  firstSeed?: number;
  conditions?: readonly CaptureCondition[];
  /** Restricts the half to these families; default all. */
  families?: readonly number[];
}

const kinds = ['td3', 'td1', 'td2'] as const satisfies readonly DocumentKind[];
/** Minimum confidence at which print is used. */
const used = 0.6;

/** Compares documents of every family of a half, honest and with forged zones, alternating between kinds. */
export async function* compareFamilies(
  judge: AgreementPolicy,
  {
    half = 'report',
    seeds = 1,
    firstSeed = 1,
    conditions = ['typical', 'small'],
    families,
  }: FamilyOptions = {},
): AsyncGenerator<FamilyDocument> {
  const engine = await openTextEngine({ modelsDir });
  const ofHalf = Array.from({ length: familyCount / 2 }, (_, at) => at * 2 + Number(half === 'report'));
  for (const family of families ?? ofHalf)
    for (let seed = firstSeed; seed < firstSeed + seeds; seed += 1)
      for (const [at, forgery] of [...conditions.map(() => null), ...zoneForgeries].entries()) {
        const kind = kinds[(Math.floor(family / 2) + seed + at) % kinds.length] ?? 'td3';
        const condition = conditions[at] ?? 'typical';
        yield await lookAt(engine, judge, { family, kind, seed: seed * 100 + family, condition, forgery });
      }
  await engine.close();
}

async function lookAt(
  engine: TextEngine,
  judge: AgreementPolicy,
  drawn: Pick<FamilyDocument, 'family' | 'kind' | 'seed' | 'condition' | 'forgery'>,
): Promise<FamilyDocument> {
  const { forgery, ...options } = drawn;
  const specimen = await specimenCase({ ...options, ...(forgery === null ? {} : { forgedZone: forgery }) });
  const nothing = { states: [], verdict: null, read: { shown: 0, right: [], wrong: [] }, cpuMs: 0 };
  const document = { ...drawn, labels: cardFamily(drawn.family).labels };
  const result = await compare(engine, specimen).catch(() => 'failed' as const);
  if (result === 'failed') return { ...document, ...nothing, outcome: 'failed' };
  if (result === null) return { ...document, ...nothing, outcome: 'unread' };
  const { compared, page, cpuMs } = result;
  const states = Object.entries(compared.agreement).map(([field, { state }]) => `${field} ${state}`);
  return {
    ...document,
    outcome: 'compared',
    states,
    verdict: judge(compared),
    read: fieldsRead(page, specimen),
    cpuMs,
  };
}

/** Compares the fields read by labels with what the front shows. */
function fieldsRead(page: ReadPage | null, { pictures }: SpecimenCase): FamilyDocument['read'] {
  const shown = pictures.find(({ context }) => context === 'document-front')?.truth?.card.fields ?? {};
  const read = { shown: Object.keys(shown).length, right: [] as string[], wrong: [] as string[] };
  for (const [name, { value }] of Object.entries(shown)) {
    const given = page?.reading?.fields[name as FieldName];
    if (given === undefined) continue;
    if (plainLetters(given.value) === plainLetters(value)) read.right.push(name);
    else if (given.confidence >= used) read.wrong.push(`${name}: ${given.value}, shown ${value}`);
  }
  return read;
}

if (process.argv[1]?.endsWith('bench/families.ts')) {
  const [half = 'report', seeds = '1', firstSeed = '1', conditions, families] = process.argv.slice(2);
  const documents = compareFamilies(() => null, {
    half: half === 'tune' ? 'tune' : 'report',
    seeds: Number(seeds),
    firstSeed: Number(firstSeed),
    ...(conditions ? { conditions: conditions.split(',') as CaptureCondition[] } : {}),
    ...(families ? { families: families.split(',').map(Number) } : {}),
  });
  for await (const document of documents) console.log(JSON.stringify(document));
}
