/**
 * Draws onto pictures of a document what was read and where: outline, portrait, bar code, printed fields; the zone's lines below.
 * Usage: node tools/run-ts.mjs packages/vision/tools/draw-reading.ts --out READING.png [--width PX] [--date YYYY-MM-DD] IMAGE…
 * Several images are sides of one document and come one below the other. The result shows everything that was read: for
 * specimens only.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import type { BarcodeReading } from '../src/barcode/barcode-reading.ts';
import { readBarcodes } from '../src/barcode/read-barcodes.ts';
import type { CardFinding, FieldReadings } from '@countersign/findings';
import { findCard } from '../src/card/find-card.ts';
import { classifyDocument } from '../src/inspection/document-class.ts';
import { loadFaceModels } from '../src/faces/face-models.ts';
import { findFaces, type Face } from '../src/faces/find-faces.ts';
import { readMrz } from '../src/mrz/read-mrz.ts';
import type { MrzReading } from '../src/mrz/reading.ts';
import { openImage, type OpenedImage } from '../src/picture/open-image.ts';
import { openTextEngine } from '../src/printed/open-text-engine.ts';
import { readPrinted } from '../src/printed/read-printed.ts';
import type { Box, Point, Quad } from '../src/picture/raster.ts';

interface Shape {
  points: readonly Point[];
  colour: string;
  label: string;
  /** Where the label stands: right of the shape, where it covers no label of the card, or above its top left corner. */
  beside?: boolean;
}

interface SeenSide {
  image: OpenedImage;
  faces: Face[];
  card: CardFinding | null;
  codes: readonly BarcodeReading[];
  zone: MrzReading | null;
}

interface DrawnSide {
  png: Buffer;
  width: number;
  height: number;
}

const colours = { card: '#00c2ff', portrait: '#ffd400', code: '#ff4fd8', field: '#39e27a' } as const;
const paper = '#14212b';
const lineHeight = 22;

async function drawReading(
  images: readonly string[],
  { out, width, today }: { out: string; width: number; today: string },
): Promise<void> {
  const models = await loadFaceModels(path.resolve('packages/vision/models'));
  const engine = await openTextEngine();
  const seen: SeenSide[] = [];
  for (const file of images) {
    const image = await openImage(await readFile(file));
    if (image.refusal !== null) throw new Error(`${file} cannot be opened: ${image.refusal}`);
    const faces = await findFaces(models, image, { subject: 'document' });
    const card = await findCard(image, { faces });
    const { readings: codes } = await readBarcodes(image, { card });
    seen.push({ image, faces, card, codes, zone: await readMrz(image, { today }) });
  }
  // As in an inspection, what zone and code say about the kind of document helps to read its print.
  const known = classifyDocument({
    mrz: seen.flatMap(({ zone }) => zone ?? [])[0] ?? null,
    barcode: seen.flatMap(({ codes }) => codes.filter(({ kind }) => kind !== 'other'))[0] ?? null,
    printed: null,
  });
  const sides: DrawnSide[] = [];
  for (const side of seen) {
    const print = await readPrinted(engine, { ...side, hints: { kind: known?.kind ?? null, today } });
    sides.push(await drawSide(side.image, { ...pointsOut(side, print?.fields ?? {}), width }));
  }
  await engine.close();
  await writeFile(out, await stack(sides, width));
}

/** What to draw on a picture, and what to write below it. */
function pointsOut(
  { faces, card, codes, zone }: SeenSide,
  print: FieldReadings,
): { shapes: Shape[]; lines: string[] } {
  const portraits = faces.slice(0, 1);
  return {
    shapes: [
      ...(card ? [{ points: card.corners, colour: colours.card, label: 'outline' }] : []),
      ...portraits.map(({ box }) => ({ points: quadOf(box), colour: colours.portrait, label: 'portrait' })),
      ...codes.map(({ corners, kind, format }) => ({
        points: corners,
        colour: colours.code,
        label: kind === 'other' ? format : kind,
      })),
      ...fieldShapes(print),
    ],
    lines: [
      ...(zone ? [`${zone.format}, ${zone.status}`, ...zone.lines] : []),
      ...codes.flatMap(({ kind, fields }) => (fields ? [`${kind}:  ${listed(fields)}`] : [])),
      ...(Object.keys(print).length > 0 ? [`print:  ${listed(print)}`] : []),
    ],
  };
}

const quadOf = ([x, y, width, height]: Box): Quad => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
];

/** Fields that stand in one box, as names on some cards do, share its label. */
function fieldShapes(fields: FieldReadings): Shape[] {
  const boxes = new Map<string, { box: Box; names: string[] }>();
  for (const [name, { box }] of Object.entries(fields)) {
    if (box === null) continue;
    const { names } = boxes.get(box.join()) ?? { names: [] };
    boxes.set(box.join(), { box, names: [...names, name] });
  }
  return [...boxes.values()].map(({ box, names }) => ({
    points: quadOf(box),
    colour: colours.field,
    label: names.join(', '),
    beside: names.length === 1,
  }));
}

const listed = (fields: FieldReadings): string =>
  Object.entries(fields)
    .map(([name, { value }]) => `${name} ${value}`)
    .join('  ');

async function drawSide(
  image: OpenedImage,
  { shapes, width, lines }: { shapes: readonly Shape[]; width: number; lines: readonly string[] },
): Promise<DrawnSide> {
  const raster = await image.raster(1920, 3);
  const height = Math.round((width * raster.height) / raster.width);
  const { data } = raster;
  const scale = width / image.width;
  const perLine = Math.floor((width - 24) / 8.5);
  const rows = lines.flatMap((line) => wrapped(line, perLine));
  const caption = rows.length === 0 ? 0 : rows.length * lineHeight + 14;
  // Grain is what takes the room in a PNG.
  const picture = await sharp(data, { raw: { width: raster.width, height: raster.height, channels: 3 } })
    .resize(width, height)
    .median(3)
    .png()
    .toBuffer();
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height + caption}">` +
    `${shapes.map((shape) => drawShape(shape, { scale, width })).join('')}${rows.map((row, index) => drawRow(row, height + (index + 1) * lineHeight)).join('')}</svg>`;
  const png = await sharp({ create: { width, height: height + caption, channels: 3, background: paper } })
    .composite([
      { input: picture, left: 0, top: 0 },
      { input: Buffer.from(svg), left: 0, top: 0 },
    ])
    .png()
    .toBuffer();
  return { png, width, height: height + caption };
}

function wrapped(line: string, most: number): string[] {
  const rows: string[] = [];
  for (const word of line.split('  ')) {
    const last = rows.at(-1);
    if (last !== undefined && last.length + word.length + 2 <= most)
      rows[rows.length - 1] = `${last}  ${word}`;
    else rows.push(word);
  }
  return rows;
}

const drawRow = (text: string, y: number): string =>
  `<text x="12" y="${y}" font-family="DejaVu Sans Mono, monospace" font-size="14" fill="#e8f4fa" xml:space="preserve">${escaped(text)}</text>`;

/** The shape with its label on a ground that keeps it readable. */
function drawShape(
  { points, colour, label, beside = false }: Shape,
  { scale, width }: { scale: number; width: number },
): string {
  const placed = points.map(([x, y]) => [x * scale, y * scale] as const);
  const size = 11;
  const wide = label.length * size * 0.6 + 6;
  const [xs, ys] = [placed.map(([x]) => x), placed.map(([, y]) => y)];
  const left = Math.max(0, Math.min(width - wide, beside ? Math.max(...xs) : Math.min(...xs) - 1));
  const top = Math.max(
    size + 3,
    beside ? (Math.min(...ys) + Math.max(...ys) + size + 3) / 2 : Math.min(...ys) - 1,
  );
  const outline = placed.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  return (
    `<polygon points="${outline}" fill="none" stroke="${colour}" stroke-width="2" stroke-linejoin="round"/>` +
    `<rect x="${left}" y="${top - size - 3}" width="${wide}" height="${size + 3}" fill="${colour}"/>` +
    `<text x="${left + 3}" y="${top - 3}" font-family="DejaVu Sans Mono, monospace" font-size="${size}" fill="#0b1419">${escaped(label)}</text>`
  );
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** One below the other; few colours, so that the picture stays small. */
function stack(sides: readonly DrawnSide[], width: number): Promise<Buffer> {
  const tops = sides.map((_, index) => sides.slice(0, index).reduce((sum, side) => sum + side.height + 8, 0));
  const height = (tops.at(-1) ?? 0) + (sides.at(-1)?.height ?? 0);
  return sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
    .composite(sides.map(({ png }, index) => ({ input: png, left: 0, top: tops[index] ?? 0 })))
    .png({ palette: true, colours: 64, dither: 0, compressionLevel: 9, effort: 10 })
    .toBuffer();
}

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    width: { type: 'string', default: '760' },
    date: { type: 'string', default: '2026-11-20' },
  },
});
if (values.out === undefined || files.length === 0) {
  console.error('usage: draw-reading --out READING.png [--width PX] [--date YYYY-MM-DD] IMAGE…');
  process.exit(1);
}
await drawReading(files, { out: values.out, width: Number(values.width), today: values.date });
