/**
 * Draws the glyph atlas that training uses, once: `node tools/run-ts.mjs packages/vision/tools/mrz-atlas.ts`.
 * With `DIRECTORY FAMILY[:bold]…` it draws an atlas of other faces there, to measure on faces never trained on.
 * Needs the Debian packages `fonts-ocr-b` 0.3, `fonts-dejavu-core`, `fonts-noto-mono` and `fonts-courier-prime`; their
 * licences are in mrz-atlas-NOTICE.md. The result is committed, so training never meets a font renderer.
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { zoneAlphabet } from '../src/mrz/network.ts';
import { ATLAS } from './mrz-atlas-layout.ts';

/** Pixels per pitch when drawing; the distance field is sampled down from this. */
const SCALE = 160;

interface Ink {
  width: number;
  height: number;
  /** 1 where there is ink. */
  on: Uint8Array;
}

async function draw(text: string, face: string, fontSize: number): Promise<Ink> {
  const [family, weight = 'normal'] = face.split(':');
  const [width, height] = [Math.round(SCALE * 3), Math.round(SCALE * 4)];
  const escaped = text.replace('<', '&lt;');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="white"/><text x="${SCALE}" y="${SCALE * 2.5}" font-family="${family}" font-weight="${weight}" font-size="${fontSize}">${escaped}</text></svg>`;
  const grey = await sharp(Buffer.from(svg)).greyscale().raw().toBuffer();
  return { width, height, on: Uint8Array.from(grey, (value) => (value < 128 ? 1 : 0)) };
}

function bounds(ink: Ink) {
  const box = { left: ink.width, right: 0, top: ink.height, bottom: 0 };
  for (let i = 0; i < ink.on.length; i++) {
    if (!ink.on[i]) continue;
    const [x, y] = [i % ink.width, Math.floor(i / ink.width)];
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x + 1);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y + 1);
  }
  return box;
}

/** Distance to the nearest pixel of the other kind in pixels, positive inside the ink, searched up to `reach`. */
function signedDistance(ink: Ink, x: number, y: number, reach: number): number {
  const at = (px: number, py: number) =>
    px >= 0 && py >= 0 && px < ink.width && py < ink.height ? (ink.on[py * ink.width + px] ?? 0) : 0;
  const inside = at(Math.floor(x), Math.floor(y));
  let best = reach * reach;
  for (let py = Math.floor(y - reach); py <= y + reach; py++) {
    for (let px = Math.floor(x - reach); px <= x + reach; px++) {
      if (at(px, py) === inside) continue;
      const [dx, dy] = [px + 0.5 - x, py + 0.5 - y];
      best = Math.min(best, dx * dx + dy * dy);
    }
  }
  return inside ? Math.sqrt(best) : -Math.sqrt(best);
}

async function drawFace(family: string): Promise<{ glyphs: Uint8Array[]; capHeight: number }> {
  const probe = bounds(await draw('H', family, 200));
  const pair = bounds(await draw('HH', family, 200));
  const fontSize = (200 * SCALE) / (pair.right - probe.right);
  const cap = bounds(await draw('H', family, fontSize));
  const capHeight = cap.bottom - cap.top;
  const glyphs: Uint8Array[] = [];
  for (const character of zoneAlphabet) {
    const ink = await draw(character, family, fontSize);
    const cell = new Uint8Array(ATLAS.width * ATLAS.height);
    for (let i = 0; i < cell.length; i++) {
      const u = ATLAS.left + (((i % ATLAS.width) + 0.5) / ATLAS.width) * (ATLAS.right - ATLAS.left);
      const v = ATLAS.top + ((Math.floor(i / ATLAS.width) + 0.5) / ATLAS.height) * (ATLAS.bottom - ATLAS.top);
      const d = signedDistance(ink, SCALE + u * SCALE, cap.top + v * capHeight, ATLAS.reach * SCALE);
      cell[i] = Math.max(0, Math.min(255, Math.round(128 + (d / (ATLAS.reach * SCALE)) * 127)));
    }
    glyphs.push(cell);
  }
  return { glyphs, capHeight: capHeight / SCALE };
}

const [directory = path.resolve('packages/vision/tools'), ...others] = process.argv.slice(2);
const faces = [];
const parts: Uint8Array[] = [];
for (const family of others.length > 0 ? others : ATLAS.faces.map((face) => face.family)) {
  const { glyphs, capHeight } = await drawFace(family);
  parts.push(...glyphs);
  faces.push({ family, capHeightPerPitch: Number(capHeight.toFixed(4)) });
}
const bytes = Buffer.concat(parts);
writeFileSync(path.join(directory, 'mrz-atlas.bin'), bytes);
const manifest = {
  made: 'node tools/run-ts.mjs packages/vision/tools/mrz-atlas.ts',
  content: 'signed distance to the glyph outline, one byte a sample, faces × characters × rows × columns',
  alphabet: zoneAlphabet,
  layout: ATLAS,
  faces,
  licences:
    'See mrz-atlas-NOTICE.md: public domain (OCR B), Bitstream Vera licence (DejaVu), SIL Open Font License 1.1 (Noto, Courier Prime).',
  sha256: createHash('sha256').update(bytes).digest('hex'),
};
writeFileSync(path.join(directory, 'mrz-atlas.json'), `${JSON.stringify(manifest, null, 2)}\n`);
console.log(JSON.stringify({ bytes: bytes.length, faces, sha256: manifest.sha256 }));
