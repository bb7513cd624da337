/**
 * Counts, by kind of picture and by sign, how often the strength of the sign is at least 0.5: a detection on copies, a false alarm on
 * honest pictures. Everything is simulated: these are regression figures that prove nothing about real attacks.
 * Usage: node tools/run-ts.mjs packages/vision/bench/evidence.ts [SEEDS] [FIRST_SEED]
 */
import path from 'node:path';
import type { CardFinding, Evidence } from '@countersign/findings';
import { pictureEvidence } from '../src/evidence/collect-evidence.ts';
import type { EvidencePicture } from '../src/evidence/evidence-picture.ts';
import { loadFaceModels } from '../src/faces/face-models.ts';
import { findFaces } from '../src/faces/find-faces.ts';
import { openImage } from '../src/picture/open-image.ts';
import { pictureKinds, type EvidencePictureCase } from './evidence-pictures.ts';

/** Minimum strength of a sign that counts as seen. */
const seenFrom = 0.5;

/** Counts how often one sign, or any sign, was seen on one kind of picture. */
export interface EvidenceRow {
  kind: string;
  /** `any` counts pictures with at least one sign. */
  code: string;
  pictures: number;
  seen: number;
  share: number;
  /** 95 % confidence limits of the share (Wilson). */
  low: number;
  high: number;
  /** Seeds of the honest pictures on which the sign was seen, for inspection. */
  seeds: number[];
}

/** Cost of one kind of picture. */
export interface EvidenceCost {
  kind: string;
  /** CPU milliseconds per picture, without decoding and face detection. */
  cpuMs: number;
}

/** Relative to the repository's root, where commands run. */
const models = loadFaceModels(path.resolve('packages/vision/models'));

/** Returns the card's position as drawn; the outline finder is measured separately. */
function cardOf({ corners }: EvidencePictureCase): CardFinding | null {
  if (corners === null) return null;
  const known = { format: null, share: 0.6, tilt: 0, cut: 0, rotation: null } as const;
  return { ...known, corners, confidence: 1, source: 'outline' };
}

/** Opens a drawn picture, detects its faces and searches for signs. */
export async function signsOf(
  picture: EvidencePictureCase,
): Promise<{ evidence: Evidence[]; cpuMs: number }> {
  const image = await openImage(picture.jpeg);
  if (image.refusal !== null) throw new Error(`refused: ${image.refusal}`);
  const { subject } = picture;
  const faces = await findFaces(await models, image, { subject });
  // Other readers (quality, zone) have computed these rasters before, and they are shared.
  await Promise.all([image.raster(1920, 1), image.raster(1920, 3), image.raster(256, 3)]);
  const input: EvidencePicture = {
    mediaId: `${picture.kind} ${picture.seed}`,
    subject,
    image,
    faces,
    card: cardOf(picture),
    ownCapture: false,
  };
  const before = process.cpuUsage();
  const evidence = await pictureEvidence(input);
  const { user, system } = process.cpuUsage(before);
  return { evidence, cpuMs: (user + system) / 1000 };
}

/** Measures all kinds of pictures, `seedCount` of each (three times as many honest ones), and prints a line of JSON for each row. */
export async function measureEvidence(
  seedCount = 24,
  firstSeed = 1000,
): Promise<{ rows: EvidenceRow[]; costs: EvidenceCost[] }> {
  const rows: EvidenceRow[] = [];
  const costs: EvidenceCost[] = [];
  for (const [kind, make] of Object.entries(pictureKinds)) {
    const pictures = seedCount * (kind.startsWith('honest') ? 3 : 1);
    const seen = new Map<string, number[]>();
    let cpuMs = 0;
    for (let seed = firstSeed; seed < firstSeed + pictures; seed += 1) {
      const result = await signsOf(await make(seed));
      cpuMs += result.cpuMs;
      const codes = result.evidence.filter(({ strength }) => strength >= seenFrom).map(({ code }) => code);
      for (const code of codes.length > 0 ? new Set(['any', ...codes]) : [])
        seen.set(code, [...(seen.get(code) ?? []), seed]);
    }
    for (const code of new Set(['any', ...seen.keys()]))
      rows.push(rowOf({ kind, code, pictures, seeds: seen.get(code) ?? [] }));
    costs.push({ kind, cpuMs: Math.round((cpuMs / pictures) * 10) / 10 });
  }
  return { rows, costs };
}

function rowOf({
  kind,
  code,
  pictures,
  seeds,
}: {
  kind: string;
  code: string;
  pictures: number;
  seeds: number[];
}): EvidenceRow {
  const share = seeds.length / pictures;
  const z = 1.96;
  const middle = (share + (z * z) / (2 * pictures)) / (1 + (z * z) / pictures);
  const reach =
    (z / (1 + (z * z) / pictures)) *
    Math.sqrt((share * (1 - share)) / pictures + (z * z) / (4 * pictures * pictures));
  const rounded = (value: number): number => Math.round(value * 1000) / 1000;
  return {
    kind,
    code,
    pictures,
    seen: seeds.length,
    share: rounded(share),
    low: rounded(Math.max(0, middle - reach)),
    high: rounded(Math.min(1, middle + reach)),
    seeds: kind.startsWith('honest') ? seeds : [],
  };
}

if (process.argv[1]?.endsWith('bench/evidence.ts')) {
  const { rows, costs } = await measureEvidence(
    Number(process.argv[2] ?? 24),
    Number(process.argv[3] ?? 1000),
  );
  for (const row of [...rows, ...costs]) console.log(JSON.stringify(row));
}
