/**
 * Compares the print of specimens with their zone or bar code: how much is found under each condition, which values of honest documents
 * are contradicted, and which forged zones are detected.
 * Usage: node tools/run-ts.mjs packages/vision/bench/agreement.ts [SEEDS] [FIRST_SEED] [CONDITION,…] [TESSERACT]
 * Specimens are drawn: these are regression figures, not accuracy.
 */
import path from 'node:path';
import { specimenCase, zoneForgeries } from '@countersign/specimens';
import type { CaptureCondition, DocumentKind, SpecimenCase, ZoneForgery } from '@countersign/specimens';
import { agreementOf, planAgain, type Compared } from '../src/agreement/agreement-of.ts';
import { claimsOf, type Claim, type ClaimedField } from '../src/agreement/claims.ts';
import { readBarcodes } from '../src/barcode/read-barcodes.ts';
import type { BarcodeReading } from '../src/barcode/barcode-reading.ts';
import { findCard } from '../src/card/find-card.ts';
import type { CardFinding } from '@countersign/findings';
import { orientCard } from '../src/card/orient-card.ts';
import type { Face } from '../src/faces/find-faces.ts';
import { likelyKind } from '../src/inspection/document-class.ts';
import { readMrz } from '../src/mrz/read-mrz.ts';
import type { MrzReading } from '../src/mrz/reading.ts';
import { openImage, type OpenedImage } from '../src/picture/open-image.ts';
import { openTextEngine } from '../src/printed/open-text-engine.ts';
import { readPage, type ReadPage } from '../src/printed/read-printed.ts';
import type { TextEngine } from '../src/printed/text-engine.ts';
import { cpuNow } from './cpu-now.ts';
import { portraitOf } from './portrait-of.ts';

/** Returns the consequence of a comparison under the service's policy; null when there is none. */
export type AgreementPolicy = (compared: Compared) => 'declined' | 'resubmission' | null;

/** Figures for one condition, for honest documents or for one forgery. */
export interface AgreementRow {
  condition: CaptureCondition;
  /** Null when zone and print belong to the same person. */
  forgery: ZoneForgery | null;
  documents: number;
  /** Documents without a readable zone or code, and those on which the engine failed; the other figures exclude both. */
  unread: number;
  failed: number;
  /** Values that the zone or code claims and the page shows, and those found. For a forgery, also the forged values. */
  claims: number;
  found: number;
  contradicted: number;
  /** Documents that are declined, and documents that are not approved. */
  declined: number;
  stopped: number;
  /** Processor time of each reading of print with its comparison, in milliseconds. */
  cpuMs: number[];
  /** Values that were not found: counts by `kind field state`. */
  others: Record<string, number>;
}

const kinds = [
  'td3',
  'td1',
  'td2',
  'mrva',
  'mrvb',
  'mx-ine',
  'co-yellow',
  'co-digital',
  'us-licence',
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
] as const satisfies readonly CaptureCondition[];
const today = '2026-11-20';
/** Directory of the built-in models, including the network for all Latin letters with which the service reads names. */
export const modelsDir = path.resolve('packages/vision/models');

/** Fields that the zone or code holds and the front does not show. */
const notPrinted: Readonly<Partial<Record<DocumentKind, ClaimedField>>> = {
  'mx-ine': 'number',
  'co-yellow': 'birthDate',
  'co-digital': 'number',
};

const cardFormats = { TD1: 'ID1', TD2: 'ID2', TD3: 'ID3', MRVA: 'ID3', MRVB: 'ID2', FRID: 'ID2' } as const;

interface Side {
  image: OpenedImage;
  faces: Face[];
  card: CardFinding | null;
  zone: MrzReading | null;
}

/** Reads the zones on the sides of a specimen, and its bar code. */
async function readMachineText({
  pictures,
}: SpecimenCase): Promise<{ sides: Side[]; barcode: BarcodeReading | null }> {
  const sides: Side[] = [];
  let barcode: BarcodeReading | null = null;
  for (const { bytes, truth, context } of pictures) {
    if (truth === null) continue;
    const image = await openImage(bytes);
    if (image.refusal !== null) throw new Error(`specimen refused: ${image.refusal}`);
    const faces = portraitOf(truth.capture.portrait);
    const [portrait] = faces;
    const outlined = await findCard(image, { faces });
    const zone = await readMrz(image, { today, ...(portrait ? { portraitRoll: portrait.roll } : {}) });
    const card =
      outlined && zone
        ? orientCard(outlined, { zone: zone.corners, format: cardFormats[zone.format] })
        : outlined;
    if (zone === null && context === 'document-back') {
      const { readings } = await readBarcodes(image, { card });
      barcode = readings.find(({ fields }) => fields !== null) ?? null;
    }
    sides.push({ image, faces, card, zone });
  }
  return { sides, barcode };
}

/** Compares print with zone and code. Returns null when neither was read. */
export async function compare(
  engine: TextEngine,
  specimen: SpecimenCase,
): Promise<{ claims: Claim[]; compared: Compared; page: ReadPage | null; cpuMs: number } | null> {
  const { sides, barcode } = await readMachineText(specimen);
  const mrz = sides.map(({ zone }) => zone).find((zone) => zone !== null) ?? null;
  const claims = claimsOf({ mrz, barcode });
  const front = sides.find(({ faces }) => faces.length > 0);
  if (front === undefined || claims.length === 0) return null;
  const { image, card, faces, zone } = front;
  const started = cpuNow();
  const page = await readPage(engine, {
    image,
    card,
    faces,
    zoneCorners: zone?.corners ?? null,
    hints: { kind: likelyKind({ mrz, barcode }), today },
    planAgain: planAgain(claims, today),
  });
  const compared = agreementOf(page ? [page] : [], claims, today);
  return { claims, compared, page, cpuMs: cpuNow() - started };
}

function count(
  row: AgreementRow,
  kind: DocumentKind,
  { compared, judge }: { compared: Compared; judge: AgreementPolicy },
): void {
  row.documents += 1;
  const verdict = judge(compared);
  row.declined += Number(verdict === 'declined');
  row.stopped += Number(verdict !== null);
  for (const [field, { state }] of Object.entries(compared.agreement)) {
    row.contradicted += Number(state === 'contradicts');
    if (field === notPrinted[kind]) continue;
    row.claims += 1;
    row.found += Number(state === 'found');
    const name = `${kind} ${field} ${state}`;
    if (state !== 'found') row.others[name] = (row.others[name] ?? 0) + 1;
  }
}

/** Reads honest specimens under every condition, and forged ones in typical photographs. */
export async function measureAgreement(
  judge: AgreementPolicy,
  {
    seeds = 4,
    firstSeed = 1,
    conditions = allConditions,
    nativeCommand,
  }: {
    seeds?: number;
    firstSeed?: number;
    conditions?: readonly CaptureCondition[];
    nativeCommand?: string | null;
  } = {},
): Promise<AgreementRow[]> {
  const engine = await openTextEngine({
    modelsDir,
    ...(nativeCommand === undefined ? {} : { nativeCommand }),
  });
  const plan = [
    ...conditions.map((condition) => ({ condition, forgery: null })),
    ...zoneForgeries.map((forgery) => ({ condition: 'typical' as const, forgery })),
  ];
  const rows: AgreementRow[] = [];
  for (const { condition, forgery } of plan) {
    const row: AgreementRow = {
      condition, forgery, documents: 0, unread: 0, failed: 0, claims: 0, found: 0, contradicted: 0, declined: 0, stopped: 0, cpuMs: [], others: {},
    }; // prettier-ignore
    for (const kind of kinds) {
      for (let seed = firstSeed; seed < firstSeed + seeds; seed += 1) {
        const forged = forgery === null ? {} : { forgedZone: forgery };
        const specimen = await specimenCase({ seed, kind, condition, ...forged });
        const result = await compare(engine, specimen).catch(() => 'failed' as const);
        if (result === 'failed') row.failed += 1;
        else if (result === null) row.unread += 1;
        else {
          row.cpuMs.push(result.cpuMs);
          count(row, kind, { compared: result.compared, judge });
        }
      }
    }
    rows.push(row);
  }
  await engine.close();
  return rows;
}

if (process.argv[1]?.endsWith('bench/agreement.ts')) {
  const [seeds = '4', firstSeed = '1', conditions, command] = process.argv.slice(2);
  const rows = await measureAgreement(() => null, {
    seeds: Number(seeds),
    firstSeed: Number(firstSeed),
    ...(conditions ? { conditions: conditions.split(',') as CaptureCondition[] } : {}),
    ...(command ? { nativeCommand: command } : {}),
  });
  for (const row of rows) console.log(JSON.stringify(row));
}
