// Logos: what is taken is a PNG of the stated size that holds nothing but pixels, and reading it again changes nothing. S12
import assert from 'node:assert/strict';
import { InvalidLogo, readLogo } from '../../src/usecases/integration/read-logo.ts';
import { chunk, colouredPng, writePng } from '../support/brand.ts';

export const seeds = [
  colouredPng(16, 16, [1, 2, 3]),
  writePng(16, 16, { interlace: 1, rows: Buffer.alloc(1_054) }),
  writePng(16, 16, {
    colourType: 3,
    depth: 1,
    rows: Buffer.alloc(48),
    before: [chunk('PLTE', Buffer.alloc(6)), chunk('tRNS', Buffer.alloc(1))],
  }),
  writePng(17, 16, {
    colourType: 0,
    depth: 4,
    rows: Buffer.alloc(160),
    after: [chunk('tEXt', Buffer.from('a\0b'))],
  }),
  Buffer.from('<svg onload="x"/>'),
];
export const words = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', '\x89PNG\r\n\x1a\n'];
export const mostBytes = 3_000;

export async function fuzz(input: Buffer): Promise<void> {
  let logo;
  try {
    logo = await readLogo(input);
  } catch (error) {
    assert.ok(error instanceof InvalidLogo);
    assert.match(error.message, /^logo: must [\w ;×,]+$/, 'a fault that quotes its input');
    return;
  }
  const { width, height, png, digest } = logo;
  assert.ok(width >= 16 && width <= 1_024 && height >= 16 && height <= 512);
  const types: string[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    types.push(png.toString('latin1', at + 4, at + 8));
  assert.match(types.join(' '), /^IHDR( PLTE)?( tRNS)? IDAT IEND$/);
  assert.equal((await readLogo(png)).digest, digest, 'a logo that is another one when it is read again');
}
