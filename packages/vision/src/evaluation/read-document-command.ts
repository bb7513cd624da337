import { readFile } from 'node:fs/promises';
import { agreementOf, type Compared } from '../agreement/agreement-of.ts';
import { claimsOf, type Claim } from '../agreement/claims.ts';
import { loadFaceModels } from '../faces/face-models.ts';
import type { Face } from '../faces/find-faces.ts';
import type { MrzReading } from '../mrz/reading.ts';
import { closeLoaders } from '../picture/open-image.ts';
import { openTextEngine } from '../printed/open-text-engine.ts';
import type { TextEngine } from '../printed/text-engine.ts';
import { classifyDocument } from '../inspection/document-class.ts';
import { conflictsOf, entriesOfReadings, entriesOfZone, mergeEntries } from './document-fields-entry.ts';
import { documentParts, type EvaluationOptions } from './evaluation-options.ts';
import {
  BadInput,
  runEvaluation,
  type EvaluationInput,
  type EvaluationIo,
  type ExitCode,
} from './evaluation-run.ts';
import { readSidePrint, seeSide, shownSide, type SeenBarcode, type SeenSide } from './read-sides.ts';

/**
 * `read-document IMAGE…` (the images are sides of one document), or a list of `{"id", "images"}` on standard input.
 * @returns the exit code: 0 all processed, 2 some inputs invalid
 */
export async function runReadDocument(options: EvaluationOptions, io: EvaluationIo): Promise<ExitCode> {
  closeLoaders();
  const models = await loadFaceModels(io.modelsDir, { slots: options.models });
  const opened: { text?: Promise<TextEngine> } = {};
  const reader = {
    models,
    parts: options.only ?? documentParts,
    today: options.date ?? io.today,
    raw: options.raw,
    openText: () => (opened.text ??= openTextEngine({ modelsDir: io.modelsDir })),
  };
  const exitCode = await runEvaluation({
    io,
    options,
    ofArguments: { images: options.images },
    models: Object.values(models.ids),
    evaluate: async (input, timings) => {
      const seen: SeenSide[] = [];
      for (const bytes of await readImages(input)) seen.push(await seeSide(reader, bytes, timings));
      const claims = claimsOf({ mrz: zoneOf(seen)?.mrz ?? null, barcode: codeOf(seen)?.barcode ?? null });
      const sides: SeenSide[] = [];
      for (const side of seen) sides.push(await readSidePrint(reader, side, { claims, timings }));
      return documentOf(sides, { claims, today: reader.today });
    },
  });
  await (await opened.text)?.close();
  return exitCode;
}

async function readImages({ members }: EvaluationInput): Promise<Uint8Array[]> {
  const { images } = members;
  if (!Array.isArray(images) || images.length === 0) throw new BadInput('images names no image');
  return Promise.all(
    images.map(async (file: unknown) => {
      if (typeof file !== 'string') throw new BadInput('images holds something that is not a file name');
      return readFile(file).catch(() => {
        throw new BadInput(`cannot read ${file}`);
      });
    }),
  );
}

const statusRank = { clean: 0, repaired: 1, inconsistent: 2 };

function zoneOf(sides: readonly SeenSide[]): { mrz: MrzReading; image: number } | undefined {
  const zones = sides.flatMap(({ mrz }, image) => (mrz === null ? [] : [{ mrz, image }]));
  return zones.toSorted((a, b) => statusRank[a.mrz.status] - statusRank[b.mrz.status])[0];
}

const codesOf = (sides: readonly SeenSide[]): { barcode: SeenBarcode; image: number }[] =>
  sides.flatMap(({ barcodes }, image) => barcodes.map((barcode) => ({ barcode, image })));

const codeOf = (sides: readonly SeenSide[]): { barcode: SeenBarcode; image: number } | undefined =>
  codesOf(sides).find(({ barcode }) => barcode.kind !== 'other');

function documentOf(
  sides: readonly SeenSide[],
  { claims, today }: { claims: readonly Claim[]; today: string },
): Record<string, unknown> {
  const zone = zoneOf(sides);
  const portraits = sides.flatMap(({ faces: [face] }, image) => (face ? [{ face, image }] : []));
  const [portrait] = portraits.toSorted((a, b) => b.face.width - a.face.width);
  const known = codeOf(sides);
  const prints = sides.flatMap(({ printed }) => printed ?? []);
  const entries = [
    ...(zone ? entriesOfZone(zone.mrz) : []),
    ...(known?.barcode.fields ? entriesOfReadings(known.barcode.fields, 'barcode') : []),
    ...prints.flatMap(({ fields }) => entriesOfReadings(fields, 'printed')),
  ];
  const classes = prints.toSorted(
    (a, b) => (b.documentClass?.confidence ?? 0) - (a.documentClass?.confidence ?? 0),
  );
  return {
    images: sides.map(imageEntry),
    mrz: zone ? zoneEntry(zone.mrz, zone.image) : null,
    barcode: known ? barcodeEntry(known.barcode, known.image) : null,
    otherBarcodes: codesOf(sides)
      .filter(({ barcode }) => barcode !== known?.barcode)
      .map(({ barcode, image }) => barcodeEntry(barcode, image)),
    portrait: portrait ? portraitEntry(portrait.face, portrait.image) : null,
    fields: mergeEntries(entries),
    class: classifyDocument({
      mrz: zone?.mrz ?? null,
      barcode: known?.barcode ?? null,
      printed: classes[0] ?? null,
    }),
    printed: prints.map(({ template, engine, side }) => ({ template, engine, side })),
    ...comparedPrint(sides, { claims, today }),
    quality: sides.flatMap(({ quality }, image) =>
      quality.map(({ code, region, value }) => ({ code, region, value, image })),
    ),
    conflicts: conflictsOf(entries),
  };
}

/** `null` if no print was read. */
function comparedPrint(
  sides: readonly SeenSide[],
  { claims, today }: { claims: readonly Claim[]; today: string },
): { agreement: Compared['agreement'] | null; legibility: number | null } {
  const pages = sides.flatMap(({ page }) => page ?? []);
  return pages.length > 0 ? agreementOf(pages, claims, today) : { agreement: null, legibility: null };
}

function imageEntry(side: SeenSide): Record<string, unknown> {
  const { image, faces, card } = side;
  if (image.refusal !== null) {
    return { format: null, width: 0, height: 0, rotation: null, side: null, error: image.refusal };
  }
  const { format, width, height } = image;
  const [portrait] = faces;
  const rotation = portrait ? (360 - Math.round(portrait.roll / 90) * 90) % 360 : null;
  const corners = card && card.corners.map(([x, y]) => [round1(x), round1(y)]);
  return { format, width, height, rotation, side: shownSide(side), error: null, card: corners };
}

function zoneEntry(mrz: MrzReading, image: number): Record<string, unknown> {
  const { format, status, lines, raw, checks, repaired, confidence } = mrz;
  return { format, status, lines, raw, checks, repaired, confidence, image };
}

/** `text` is present only with `--raw`, and never for kinds that contain biometric data. */
function barcodeEntry(barcode: SeenBarcode, image: number): Record<string, unknown> {
  const { format, kind, length, fields, corners, text } = barcode;
  const values =
    fields && Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value] as const));
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const box = [left, top, Math.max(...xs) - left, Math.max(...ys) - top].map(round1);
  return { format, kind, length, fields: values, image, box, ...(text === undefined ? {} : { text }) };
}

function portraitEntry({ box, width, roll }: Face, image: number): Record<string, unknown> {
  return { image, box: box.map(round1), width: round1(width), roll: round1(roll) };
}

function round1(value: number): number {
  return Math.round(value * 10) / 10;
}
