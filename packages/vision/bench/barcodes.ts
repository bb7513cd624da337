/**
 * Counts how many drawn bar codes are read correctly by kind and condition, how many are read where there is none, and the cost.
 * Everything is drawn: these are regression figures, not accuracy on real documents.
 * Usage: node tools/run-ts.mjs packages/vision/bench/barcodes.ts [SEEDS] [FIRST_SEED]
 */
import {
  drawBarcode,
  drawCard,
  inventPerson,
  simulateCapture,
  type CaptureCondition,
} from '@countersign/specimens';
import sharp from 'sharp';
import type { BarcodesFound } from '../src/barcode/read-barcodes.ts';
import { readBarcodes } from '../src/barcode/read-barcodes.ts';
import { loadBarcodeReader } from '../src/barcode/zxing-reader.ts';
import type { OpenedImage } from '../src/picture/open-image.ts';
import {
  licenceBack,
  openPicture,
  photographCode,
  sealedFront,
  yellowCardBack,
} from '../test/barcode-scene.ts';

/** A row of the table. */
export interface BarcodeRow {
  name: string;
  pictures: number;
  /** Codes read correctly; for pictures without a code, those on which one was read anyway. */
  hits: number;
  rate: number;
  /** 95 % confidence limits of the rate (Wilson). */
  low: number;
  high: number;
  /** CPU milliseconds per picture, without decoding. */
  cpuP50: number;
  cpuP95: number;
}

interface Measure {
  name: string;
  picture: (seed: number) => Promise<OpenedImage>;
  hit: (found: BarcodesFound, seed: number) => boolean;
}

const anyConditions: readonly CaptureCondition[] = [
  'typical',
  'glare',
  'small',
  'dim',
  'tilt',
  'upside',
  'sideways',
];

const numberIs =
  (expected: (seed: number) => string): Measure['hit'] =>
  (found, seed) =>
    found.readings[0]?.fields?.number?.value === expected(seed);

const licence = numberIs((seed) => `T${64_000_000 + seed}`);
const yellowCard = numberIs((seed) => String(1_000_000_000 + seed * 7919));

const anyCondition = (seed: number): CaptureCondition =>
  anyConditions[seed % anyConditions.length] ?? 'typical';

const measures: readonly Measure[] = [
  {
    name: 'AAMVA licence, typical',
    picture: (seed) => photographCode(licenceBack(seed), 'typical', seed),
    hit: licence,
  },
  {
    name: 'AAMVA licence, other conditions',
    picture: (seed) => photographCode(licenceBack(seed), anyCondition(seed), seed),
    hit: licence,
  },
  {
    name: 'AAMVA licence, blurred',
    picture: (seed) => photographCode(licenceBack(seed), 'blur', seed),
    hit: licence,
  },
  {
    name: 'Colombian size, typical',
    picture: (seed) => photographCode(yellowCardBack(seed), 'typical', seed),
    hit: yellowCard,
  },
  {
    name: 'Colombian size, blurred',
    picture: (seed) => photographCode(yellowCardBack(seed), 'blur', seed),
    hit: yellowCard,
  },
  {
    name: 'Colombian size, 960 px picture',
    picture: async (seed) => shrunk(yellowCardBack(seed), seed),
    hit: yellowCard,
  },
  {
    name: 'QR code of a licence, any condition',
    picture: (seed) => photographCode(sealedFront(seed), anyCondition(seed), seed),
    hit: (found) => found.readings[0]?.kind === 'br-cnh-qr',
  },
  {
    name: 'QR code, turned and blurred',
    picture: turnedQr,
    hit: (found) => found.readings[0]?.length === 40,
  },
  { name: 'no code: cards', picture: plainCard, hit: (found) => found.readings.length > 0 },
  { name: 'no code: noise and lines', picture: lineNoise, hit: (found) => found.readings.length > 0 },
];

async function shrunk(code: ReturnType<typeof yellowCardBack>, seed: number): Promise<OpenedImage> {
  const image = await photographCode(code, 'typical', seed);
  const { width, height, channels, data } = await image.raster(960, 3);
  return openPicture(
    await sharp(data, { raw: { width, height, channels } }).jpeg({ quality: 82 }).toBuffer(),
  );
}

/** Draws a small QR code on a coloured background, at a random angle. */
async function turnedQr(seed: number): Promise<OpenedImage> {
  const bytes = Buffer.from(`https://example.invalid/${seed}`.padEnd(40, 'x'));
  const { svgPath, columns } = await drawBarcode({ format: 'QRCode', bytes, errorLevel: seed % 4 });
  const side = columns + 8;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 ${side} ${side}" width="${side * 5}" height="${side * 5}">` +
    `<rect x="-4" y="-4" width="${side}" height="${side}" fill="#f3ead6"/><path d="${svgPath}" fill="#1c2a44"/></svg>`;
  const code = await sharp(Buffer.from(svg))
    .rotate((seed * 37) % 360, { background: '#8a7f6d' })
    .blur(1 + (seed % 5) * 0.4)
    .png()
    .toBuffer();
  const picture = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#8a7f6d' } })
    .composite([{ input: code, left: 200 + ((seed * 61) % 900), top: 150 + ((seed * 47) % 600) }])
    .jpeg({ quality: 70 })
    .toBuffer();
  return openPicture(picture);
}

async function plainCard(seed: number): Promise<OpenedImage> {
  const kind = (['td3', 'td1-front', 'td1-back', 'td2'] as const)[seed % 4] ?? 'td3';
  const card = await drawCard({ kind, person: inventPerson(seed), portraitSeed: seed });
  const { jpeg } = await simulateCapture(card.png, { condition: anyCondition(seed), seed });
  return openPicture(jpeg);
}

/** Draws noisy bars of random width, in which linear codes without a check digit could be read. */
async function lineNoise(seed: number): Promise<OpenedImage> {
  let state = seed * 2654435761;
  const next = (): number => (state = Math.imul(state ^ (state >>> 13), 1540483477) + 12345) >>> 8;
  const bars = Array.from(
    { length: 220 },
    (_, i) =>
      `<rect x="${i * 7 + (next() % 4)}" y="${next() % 200}" width="${1 + (next() % 5)}" height="${400 + (next() % 500)}"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1100"><rect width="100%" height="100%" fill="#ddd"/>${bars.join('')}</svg>`;
  return openPicture(
    await sharp(Buffer.from(svg))
      .jpeg({ quality: 60 + (seed % 30) })
      .toBuffer(),
  );
}

async function measure({ name, picture, hit }: Measure, seeds: readonly number[]): Promise<BarcodeRow> {
  const costs: number[] = [];
  let hits = 0;
  for (const seed of seeds) {
    const image = await picture(seed);
    await image.raster(1920, 1);
    const started = process.cpuUsage();
    const found = await readBarcodes(image);
    const { user, system } = process.cpuUsage(started);
    costs.push((user + system) / 1000);
    hits += Number(hit(found, seed));
  }
  costs.sort((a, b) => a - b);
  const quantile = (share: number): number => Math.round(costs[Math.floor(share * (costs.length - 1))] ?? 0);
  return {
    name,
    pictures: seeds.length,
    hits,
    ...limits(hits, seeds.length),
    cpuP50: quantile(0.5),
    cpuP95: quantile(0.95),
  };
}

function limits(hits: number, count: number): { rate: number; low: number; high: number } {
  const z = 1.96;
  const rate = hits / count;
  const middle = (rate + (z * z) / (2 * count)) / (1 + (z * z) / count);
  const reach =
    (z * Math.sqrt((rate * (1 - rate)) / count + (z * z) / (4 * count * count))) / (1 + (z * z) / count);
  const rounded = (share: number): number => Math.round(Math.min(1, Math.max(0, share)) * 10_000) / 10_000;
  return { rate: rounded(rate), low: rounded(middle - reach), high: rounded(middle + reach) };
}

/** Measures every kind of picture with `seeds` seeds. */
export async function measureBarcodes({
  seeds = 40,
  firstSeed = 1,
}: { seeds?: number; firstSeed?: number } = {}): Promise<BarcodeRow[]> {
  await loadBarcodeReader();
  // Warm-up: the first pictures of a process include compilation.
  for (const seed of [1, 2]) await readBarcodes(await photographCode(licenceBack(seed), 'typical', seed));
  const rows: BarcodeRow[] = [];
  for (const kind of measures)
    rows.push(
      await measure(
        kind,
        Array.from({ length: seeds }, (_, i) => firstSeed + i),
      ),
    );
  return rows;
}

if (process.argv[1]?.endsWith('bench/barcodes.ts'))
  for (const row of await measureBarcodes({
    seeds: Number(process.argv[2] ?? 40),
    firstSeed: Number(process.argv[3] ?? 1),
  }))
    console.log(JSON.stringify(row));
