import { drawBarcode, drawCard, inventPerson, simulateCapture, specimenCase } from '@countersign/specimens';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { readBarcodes } from '../src/barcode/read-barcodes.ts';
import type { Raster } from '../src/picture/raster.ts';
import {
  drawCodeCard,
  licenceBack,
  openPicture,
  photographCode,
  sealedFront,
  yellowCardBack,
} from './barcode-scene.ts';
import { rowsByDay } from './by-night.ts';

describe('a driving licence’s back', () => {
  it.each(
    rowsByDay(['typical', 'blur', 'tilt', 'upside', 'sideways', 'dim'] as const, (taken) =>
      ['blur', 'sideways'].includes(taken),
    ),
  )('reads when taken %s', async (condition) => {
    const { readings } = await readBarcodes(await photographCode(licenceBack(3), condition, 3));
    expect(readings).toHaveLength(1);
    expect(readings[0]).toMatchObject({
      format: 'PDF417',
      kind: 'aamva',
      version: '08',
      unofficial: false,
      fields: {
        number: { value: 'T64000003' },
        lastName: { value: 'SPECIMEN' },
        birthDate: { value: '1990-03-15' },
      },
    });
    expect(readings[0]).not.toHaveProperty('text');
  });

  it('shows where its code is, the first corner being top left as it reads', async () => {
    const image = await openPicture(await drawCodeCard(licenceBack(1)));
    const { readings } = await readBarcodes(image);
    const box = [
      [90, 75],
      [1185, 75],
      [1185, 315],
      [90, 315],
    ];
    for (const [at, corner] of (readings[0]?.corners ?? []).entries()) {
      expect(Math.abs(corner[0] - (box[at]?.[0] ?? 0))).toBeLessThan(25);
      expect(Math.abs(corner[1] - (box[at]?.[1] ?? 0))).toBeLessThan(25);
    }
    expect(readings).toHaveLength(1);
  });

  it('reads as a scan without any margin, inverted, and mirrored', async () => {
    const scan = await drawCodeCard(licenceBack(2));
    const cut = await sharp(scan).extract({ left: 80, top: 65, width: 1120, height: 260 }).png().toBuffer();
    const inverted = await sharp(scan).negate({ alpha: false }).png().toBuffer();
    const mirrored = await sharp(scan).flop().png().toBuffer();
    for (const picture of [cut, inverted, mirrored]) {
      const { readings } = await readBarcodes(await openPicture(picture));
      expect(readings.map(({ fields }) => fields?.number?.value)).toEqual(['T64000002']);
    }
  });

  it('gives its text only when requested', async () => {
    const image = await openPicture(await drawCodeCard(licenceBack(1)));
    const { readings } = await readBarcodes(image, { raw: true });
    expect(readings[0]?.text).toContain('ANSI 999999080102DL');
  });
});

describe('a yellow Colombian card', () => {
  it('reads, and no output holds a byte of its fingerprint templates', async () => {
    const written: string[] = [];
    const keep = (chunk: unknown): boolean => {
      written.push(String(chunk));
      return true;
    };
    const spies = [process.stdout, process.stderr].map((stream) =>
      vi.spyOn(stream, 'write').mockImplementation(keep),
    );
    const image = await photographCode(yellowCardBack(5, Buffer.from('CANARY')), 'typical', 5);
    const found = await readBarcodes(image, { raw: true });
    for (const spy of spies) spy.mockRestore();
    expect(found.readings[0]).toMatchObject({
      kind: 'co-cedula-pdf417',
      length: 531,
      unofficial: true,
      fields: { personalNumber: { value: '1000039595' }, lastName: { value: 'NUÑEZ GARCIA' } },
    });
    expect(found.readings[0]).not.toHaveProperty('text');
    for (const output of [JSON.stringify(found), ...written])
      expect(output).not.toMatch(/CANARY|ANARYC|Q0FOQVJZ|43414e415259/i);
  });

  it('reads after another one did', async () => {
    for (const seed of [6, 7]) {
      const { readings } = await readBarcodes(await photographCode(yellowCardBack(seed), 'typical', seed));
      expect(readings[0]?.fields?.number?.value).toBe(String(1_000_000_000 + seed * 7919));
    }
  });
});

describe('other codes', () => {
  it('of a Brazilian licence are located and not read', async () => {
    const { readings } = await readBarcodes(await photographCode(sealedFront(2), 'typical', 2));
    expect(readings).toHaveLength(1);
    expect(readings[0]).toMatchObject({ format: 'QRCode', kind: 'br-cnh-qr', length: 620, fields: null });
  });

  it.each([
    ['QRCode', 30],
    ['DataMatrix', 30],
    ['Aztec', 30],
    ['Code128', 50],
  ] as const)('of format %s have a place and a length', async (format, width) => {
    const bytes = Buffer.from('UTO-0123456');
    const { columns, rows } = await drawBarcode({ format, bytes });
    const card = await drawCodeCard({ format, bytes, box: [20, 8, width, (width / columns) * rows] });
    const { readings } = await readBarcodes(await openPicture(card));
    expect(readings).toHaveLength(1);
    expect(readings[0]).toMatchObject({ format, kind: 'other', length: 11, fields: null });
  });

  it('are searched for only in the formats requested', async () => {
    const image = await openPicture(await drawCodeCard(licenceBack(1)));
    const { readings } = await readBarcodes(image, { formats: ['QRCode'] });
    expect(readings).toEqual([]);
  });
});

describe('a picture without a code', () => {
  it('gives none, for cards with machine-readable zones as for noise', async () => {
    const card = await drawCard({ kind: 'td1-back', person: inventPerson(4), portraitSeed: 4 });
    const { jpeg } = await simulateCapture(card.png, { condition: 'typical', seed: 4 });
    const noise = await sharp({
      create: {
        width: 1200,
        height: 900,
        channels: 3,
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
        background: '#888',
      },
    })
      .png()
      .toBuffer();
    for (const picture of [jpeg, noise])
      expect((await readBarcodes(await openPicture(picture))).readings).toEqual([]);
  });
});

describe('time that is up', () => {
  it('ends the tries, and what was located is reported', async () => {
    const image = await openPicture(await drawCodeCard(licenceBack(1)));
    const found = await readBarcodes(image, { outOfTime: () => true });
    expect(found.readings).toEqual([]);
    expect(found.located.map(({ format }) => format)).toEqual(['PDF417']);
  });

  it('is not checked after the first try on pictures of one pixel', async () => {
    const pixel: Raster = { width: 1, height: 1, channels: 1, data: Uint8Array.of(0) };
    const image = await openPicture(
      await sharp(pixel.data, { raw: { width: 1, height: 1, channels: 1 } })
        .png()
        .toBuffer(),
    );
    expect(await readBarcodes(image)).toEqual({ readings: [], located: [] });
  });
});

describe('print that resembles the guards of a code', () => {
  it('is not located as a code: its place has no height', async () => {
    const { pictures } = await specimenCase({ seed: 6, kind: 'td1', condition: 'typical' });
    const back = pictures.find(({ context }) => context === 'document-back');
    if (back === undefined) throw new Error('a card has two sides');
    expect(await readBarcodes(await openPicture(back.bytes))).toEqual({ readings: [], located: [] });
  });
});
