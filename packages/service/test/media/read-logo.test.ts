import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { chunk, colouredPng, writePng } from '../support/brand.ts';
import { readLogo } from '../../src/usecases/integration/read-logo.ts';

const empty = Buffer.alloc(0);
const damaged = 'logo: must be a complete PNG; the file is damaged';

function chunksOf(png: Buffer): string[] {
  const types: string[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    types.push(png.toString('latin1', at + 4, at + 8));
  return types;
}

describe('a logo', () => {
  it('keeps its size and its pixels', async () => {
    const logo = await readLogo(colouredPng(120, 40, [200, 30, 60]));
    expect([logo.width, logo.height, logo.digest.length]).toEqual([120, 40, 64]);
    const data = logo.png.indexOf('IDAT');
    const rows = inflateSync(logo.png.subarray(data + 4));
    expect([rows.length, [...rows.subarray(0, 9)]]).toEqual([
      (1 + 120 * 4) * 40,
      [0, 200, 30, 60, 255, 200, 30, 60, 255],
    ]);
  });

  it('loses everything else: texts, profiles, animations, and what follows it', async () => {
    const script = Buffer.from('<script>alert(1)</script>');
    const file = Buffer.concat([
      writePng(16, 16, {
        before: [chunk('tEXt', script), chunk('iCCP', script), chunk('acTL', Buffer.alloc(8))],
        after: [chunk('fdAT', script), chunk('zTXt', script)],
      }),
      Buffer.from('PK\x03\x04 and an archive'),
      script,
    ]);
    const { png } = await readLogo(file);
    expect(chunksOf(png)).toEqual(['IHDR', 'IDAT', 'IEND']);
    expect(png.includes('script')).toBe(false);
    expect(png.includes('PK')).toBe(false);
  });

  it('keeps a palette and its transparency', async () => {
    const { png } = await readLogo(
      writePng(16, 16, {
        colourType: 3,
        depth: 1,
        rows: Buffer.alloc(16 * 3),
        before: [chunk('PLTE', Buffer.from([1, 2, 3, 4, 5, 6])), chunk('tRNS', Buffer.from([0]))],
      }),
    );
    expect(chunksOf(png)).toEqual(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
  });

  it('may be interlaced', async () => {
    // 16 × 16 in seven passes: 2×2, 2×2, 4×2, 4×4, 8×4, 8×8, 16×8 pixels, each row with its filter.
    const rows = Buffer.alloc(4 * (4 + 4 + 8 + 16 + 32 + 64 + 128) + 2 + 2 + 2 + 4 + 4 + 8 + 8);
    expect((await readLogo(writePng(16, 16, { interlace: 1, rows }))).width).toBe(16);
  });

  it.each([
    [
      'an SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      'an SVG or another text',
    ],
    ['an HTML page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'an SVG or another text'],
    ['a JPEG', Buffer.from('\xff\xd8\xff\xe0', 'latin1'), 'a JPEG'],
    ['a GIF', Buffer.from('GIF89a<script>'), 'a GIF'],
    ['a WebP', Buffer.from('RIFF\x10\0\0\0WEBPVP8 '), 'a WebP'],
    ['a PDF', Buffer.from('%PDF-1.7'), 'another kind of file'],
    ['nothing', empty, 'empty'],
    [
      'a PNG behind a line',
      Buffer.concat([Buffer.from('\n'), colouredPng(16, 16, [0, 0, 0])]),
      'another kind of file',
    ],
  ])('is refused as %s', (_, file, kind) => {
    return expect(readLogo(file)).rejects.toThrow(`logo: must be a PNG; the file is ${kind}`);
  });

  it.each([
    [
      'wider than 1,024 pixels',
      writePng(1_025, 100, { rows: empty }),
      '16 to 1024 pixels wide and 16 to 512 high, not 1025 × 100',
    ],
    ['higher than 512', writePng(100, 513, { rows: empty }), 'not 100 × 513'],
    ['smaller than 16', writePng(15, 16, { rows: empty }), 'not 15 × 16'],
    [
      'a bomb by its header',
      writePng(0xffff_ffff, 0xffff_ffff, { rows: empty }),
      'not 4294967295 × 4294967295',
    ],
    [
      'larger than 128 KiB',
      Buffer.concat([colouredPng(16, 16, [0, 0, 0]), Buffer.alloc(131_072)]),
      'at most 131072 bytes, not',
    ],
  ])('is refused when it is %s', (_, file, message) => {
    return expect(readLogo(file)).rejects.toThrow(message);
  });

  it.each([
    ['pixels that unpack to more than its size', writePng(16, 16, { rows: Buffer.alloc(50_000_000) })],
    ['fewer pixels than its size', writePng(16, 16, { rows: Buffer.alloc(100) })],
    ['no packed pixels', writePng(16, 16, { packed: Buffer.from('no pixels') })],
    ['an unknown filter', writePng(16, 16, { rows: Buffer.alloc(65 * 16, 5) })],
    ['an unknown form of pixels', writePng(16, 16, { colourType: 5 })],
    ['a depth that the form does not have', writePng(16, 16, { colourType: 2, depth: 4 })],
    ['a wrong checksum', flipped(colouredPng(16, 16, [1, 2, 3]), 30)],
    ['no end', colouredPng(16, 16, [1, 2, 3]).subarray(0, -12)],
    ['a chunk that is longer than the file', cutLength(colouredPng(16, 16, [1, 2, 3]))],
    ['two headers', writePng(16, 16, { before: [chunk('IHDR', Buffer.alloc(13))] })],
    ['a palette that is missing', writePng(16, 16, { colourType: 3, rows: Buffer.alloc(17 * 16) })],
    ['a palette of half a colour', writePng(16, 16, { before: [chunk('PLTE', Buffer.alloc(4))] })],
    [
      'transparency of a form that has its own',
      writePng(16, 16, { before: [chunk('tRNS', Buffer.alloc(2))] }),
    ],
  ])('is refused with %s', (_, file) => {
    return expect(readLogo(file)).rejects.toThrow(damaged);
  });

  it('is the same file for each upload, and so is the file it became', async () => {
    const one = await readLogo(colouredPng(32, 32, [9, 9, 9]));
    const repacked = await readLogo(one.png);
    expect([repacked.digest, repacked.png.equals(one.png)]).toEqual([one.digest, true]);
  });
});

function flipped(file: Buffer, at: number): Buffer {
  const changed = Buffer.from(file);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

/** The length of the chunk with pixels reaches beyond the end. */
function cutLength(file: Buffer): Buffer {
  const changed = Buffer.from(file);
  changed.writeUInt32BE(0x7fff_ffff, file.indexOf('IDAT') - 4);
  return changed;
}
