/**
 * Counts the fields of specimens that a decision would publish, and how many of them match the document.
 * Usage: node tools/run-ts.mjs packages/vision/bench/published.ts [SEEDS] [FIRST_SEED] [CONDITION,…] [KIND,…]
 * prints a line of JSON for every document with what was found and what was drawn. Specimens are drawn: these are regression figures,
 * not accuracy.
 */
import path from 'node:path';
import { specimenCase } from '@countersign/specimens';
import type { CaptureCondition, DocumentKind, Person, SpecimenCase } from '@countersign/specimens';
import { createInspector, type Inspector } from '../src/inspection/create-inspector.ts';
import type { InspectedFindings } from '../src/inspection/picture-findings.ts';
import { plainLetters } from '../src/printed/plain-text.ts';

/** Kinds of documents with readable fields. */
const allKinds = [
  'td3',
  'td1',
  'td2',
  'mrva',
  'mrvb',
  'mx-ine',
  'co-yellow',
  'co-digital',
  'br-cnh',
  'us-licence',
  'uto-licence',
  'uto-permit',
] as const satisfies readonly DocumentKind[];
const allConditions = [
  'clean',
  'typical',
  'blur',
  'glare',
  'small',
  'dim',
  'tilt',
  'upside',
  'sideways',
  'scan',
  'fingers',
  'hand',
  'shadow',
  'messenger',
  'boards',
  'checked-cloth',
  'striped-cloth',
  'pale',
  'clutter',
  'tiles',
] as const satisfies readonly CaptureCondition[];
const today = '2026-11-20';
/** Generous, because the load of the machine must not affect the figures. */
const patience = 100;

/** The document's value for each member of a decision; absent members are on none of its sides. */
export type ShownMembers = Readonly<Record<string, string | null>>;

/** An inspected document. */
export interface InspectedDocument {
  kind: DocumentKind;
  condition: CaptureCondition;
  seed: number;
  person: Pick<Person, 'firstName' | 'lastName' | 'birthDate'>;
  shown: ShownMembers;
  findings: InspectedFindings;
}

/** Selects the documents to inspect. */
export interface PublishedOptions {
  seeds?: number;
  firstSeed?: number;
  conditions?: readonly CaptureCondition[];
  kinds?: readonly DocumentKind[];
}

/** Inspects documents of every kind under every condition, one after the other. */
export async function* inspectDocuments(
  inspector: Inspector,
  { seeds = 1, firstSeed = 1, conditions = allConditions, kinds = allKinds }: PublishedOptions,
): AsyncGenerator<InspectedDocument> {
  for (let seed = firstSeed; seed < firstSeed + seeds; seed += 1)
    for (const condition of conditions)
      for (const kind of kinds) {
        // Each condition has different people, so that names and numbers vary as much as the light.
        const holder = seed * 100 + allConditions.findIndex((name) => name === condition);
        const specimen = await specimenCase({ kind, seed: holder, condition });
        const documents = specimen.pictures.filter(({ truth }) => truth !== null);
        const pictures = documents.map(({ bytes, context }, at) => ({ mediaId: `m${at}`, bytes, context }));
        const findings = await inspector.inspect({ pictures, today, final: true, patience });
        const { firstName, lastName, birthDate } = specimen.person;
        const person = { firstName, lastName, birthDate };
        yield { kind, condition, seed: holder, person, shown: shownOf(kind, specimen), findings };
      }
}

const alpha2: Readonly<Record<string, string>> = { MEX: 'MX', COL: 'CO', BRA: 'BR', USA: 'US' };

/** Returns the members of a decision as the document shows them in print, zone or bar code. */
function shownOf(kind: DocumentKind, { person, pictures }: SpecimenCase): ShownMembers {
  const printed = Object.assign({}, ...pictures.map(({ truth }) => truth?.card.fields ?? {})) as Record<
    string,
    { text: string; value: string } | undefined
  >;
  const value = (name: string): string | null => printed[name]?.value ?? null;
  const { papers } = person;
  const isLicence = kind === 'br-cnh' || kind === 'us-licence' || kind === 'uto-licence';
  return {
    firstName: person.firstName,
    lastName: person.lastName,
    gender: person.sex === 'X' ? null : person.sex,
    dateOfBirth: person.birthDate,
    nationality: alpha2[person.nationality] ?? null,
    placeOfBirth: value('birthPlace'),
    idNumber: papers?.culture === 'mx' ? papers.curp : person.personalNumber,
    address: printed['address']?.text ?? null,
    // The number in the zone of a digital cédula is the card's serial number, which is never published.
    number: kind === 'co-digital' ? person.personalNumber : person.documentNumber,
    validFrom: value('issueDate'),
    validUntil: kind === 'co-yellow' ? null : person.expiryDate,
    issuedBy: value('authority'),
    'licence.number': isLicence ? person.documentNumber : null,
    'licence.firstIssue': value('firstLicence'),
    'licence.categories': value('licenceCategories')?.replaceAll(/(?<=^[A-E])(?=[A-E]$)/g, ' ') ?? null,
  };
}

/** Returns what a decision publishes about a document, by member; null and absent members are not published. */
export type PublishPolicy = (
  findings: InspectedFindings,
  person: InspectedDocument['person'] | null,
) => Readonly<Record<string, string | null>>;

/** Counts how often one member of a decision was published, and how often correctly. */
export interface PublishedRow {
  member: string;
  /** True when the client sent name and date of birth. */
  declared: boolean;
  /** Documents that show the member, published values, and published values that match the document. */
  shown: number;
  published: number;
  right: number;
  /** For each wrong value: `kind condition seed`, the published value and the one on the document. */
  wrong: string[];
}

/** Counts what is published about documents of every kind under every condition, with and without data from the client. */
export async function measurePublished(
  publish: PublishPolicy,
  options: PublishedOptions & { modelsDir?: string } = {},
): Promise<PublishedRow[]> {
  const { modelsDir = path.resolve(process.cwd(), 'packages/vision/models') } = options;
  const inspector = await createInspector({ modelsDir });
  const rows = new Map<string, PublishedRow>();
  for await (const document of inspectDocuments(inspector, options)) {
    for (const declared of [false, true]) count(rows, { document, declared, publish });
  }
  await inspector.close();
  return [...rows.values()];
}

function count(
  rows: Map<string, PublishedRow>,
  { document, declared, publish }: { document: InspectedDocument; declared: boolean; publish: PublishPolicy },
): void {
  const { kind, condition, seed, person, shown, findings } = document;
  const published = publish(findings, declared ? person : null);
  for (const [member, drawn] of Object.entries(shown)) {
    const value = published[member] ?? null;
    const key = `${member} ${declared}`;
    const row = rows.get(key) ?? { member, declared, shown: 0, published: 0, right: 0, wrong: [] };
    rows.set(key, row);
    row.shown += Number(drawn !== null);
    if (value === null) continue;
    const isRight = isShown(value, drawn);
    row.published += 1;
    row.right += Number(isRight);
    if (!isRight)
      row.wrong.push(`${kind} ${condition} ${seed} ${member}: ${value}, shown ${drawn ?? 'nothing'}`);
  }
}

/** Returns whether a published value matches the one shown. Zones have no accents or lower case, and spell some letters in two ways. */
export function isShown(published: string, shown: string | null): boolean {
  return shown !== null && spellingsOf(shown).has(plainLetters(published));
}

/** Returns the spellings that zones allow for the letters of drawn names. */
function spellingsOf(text: string): ReadonlySet<string> {
  const upper = text.toUpperCase().replaceAll('Æ', 'AE').replaceAll('Œ', 'OE');
  const longer = upper
    .replaceAll('Ä', 'AE')
    .replaceAll('Å', 'AA')
    .replaceAll(/[ÖØ]/g, 'OE')
    .replaceAll('Ü', 'UE');
  return new Set([upper, longer, upper.replaceAll('Ñ', 'NXX')].map(plainLetters));
}

if (process.argv[1]?.endsWith('bench/published.ts')) {
  const [seeds = '1', firstSeed = '1', conditions, kinds] = process.argv.slice(2);
  const inspector = await createInspector({ modelsDir: path.resolve('packages/vision/models') });
  const documents = inspectDocuments(inspector, {
    seeds: Number(seeds),
    firstSeed: Number(firstSeed),
    ...(conditions ? { conditions: conditions.split(',') as CaptureCondition[] } : {}),
    ...(kinds ? { kinds: kinds.split(',') as DocumentKind[] } : {}),
  });
  for await (const document of documents) console.log(JSON.stringify(document));
  await inspector.close();
}
