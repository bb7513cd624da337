import sharp from 'sharp';
import { seededRandom } from '../random.ts';
import type { Point } from './homography.ts';

/**
 * Returns a reflection over the middle of a part of a picture, as SVG in picture pixels, so strong that nothing below it is visible.
 * @param reach half the reflection's height, in heights of the part; `width`: half its width, in widths of the part
 */
export function reflectionOver(
  corners: readonly Point[],
  { reach, width }: { reach: number; width: number },
): string {
  const spanOf = (axis: 0 | 1) => {
    const values = corners.map((corner) => corner[axis]);
    const [least, most] = [Math.min(...values), Math.max(...values)];
    return { middle: (least + most) / 2, length: most - least };
  };
  const [across, down] = [spanOf(0), spanOf(1)];
  return `<ellipse cx="${across.middle}" cy="${down.middle}" rx="${across.length * width}" ry="${down.length * reach}" fill="white"/>`;
}

/** A portrait pasted into a finished picture. */
export interface Paste {
  seed: number;
  /** Corners of the portrait in the picture, clockwise from its top left. */
  portrait: readonly Point[];
  /** `hard`: sharp edges; `feathered`: edges that fade over a few pixels. */
  edge: 'hard' | 'feathered';
}

/**
 * Pastes another face over the portrait of a photographed document, as in a picture editor: the face has its own JPEG history and
 * scale and takes on the local light, and the result is saved again. The same input and seed return the same bytes.
 */
export async function pastePortrait(
  capture: Uint8Array,
  face: Uint8Array,
  { seed, portrait, edge }: Paste,
): Promise<{ jpeg: Buffer; settings: Record<string, number | string> }> {
  const random = seededRandom(seed, `paste-${edge}`);
  const settings = {
    edge,
    /** Pixels of the pasted file per pixel of the picture. */
    scale: random.between(0.45, 2.2),
    historyQuality: random.whole(45, 88),
    finalQuality: random.whole(78, 95),
    feather: edge === 'hard' ? 0 : random.between(1.5, 4),
  };
  const [a, b, , d] = portrait as [Point, Point, Point, Point];
  const width = Math.round(Math.hypot(b[0] - a[0], b[1] - a[1]));
  const height = Math.round(Math.hypot(d[0] - a[0], d[1] - a[1]));
  const angle = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;
  const stored = await sharp(face)
    .resize(Math.round(width * settings.scale), Math.round(height * settings.scale), { fit: 'fill' })
    .jpeg({ quality: settings.historyQuality })
    .toBuffer();
  const gain = random.between(0.86, 1.02);
  const fitted = await sharp(stored)
    .resize(width, height, { fit: 'fill', kernel: random.pick(['cubic', 'linear', 'lanczos3']) })
    .linear(gain, 0)
    .removeAlpha()
    .png()
    .toBuffer();
  const patch = await sharp(fitted)
    .joinChannel(await softMask(width, height, settings.feather), { raw: { width, height, channels: 1 } })
    .rotate(angle, { background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer({ resolveWithObject: true });
  const middle = [0, 1].map((axis) => portrait.reduce((sum, point) => sum + point[axis as 0 | 1], 0) / 4);
  const jpeg = await sharp(capture)
    .composite([
      {
        input: patch.data,
        left: Math.round(middle[0]! - patch.info.width / 2),
        top: Math.round(middle[1]! - patch.info.height / 2),
      },
    ])
    .jpeg({ quality: settings.finalQuality, chromaSubsampling: '4:2:0' })
    .toBuffer();
  return { jpeg, settings };
}

async function softMask(width: number, height: number, feather: number): Promise<Buffer> {
  const inset = Math.ceil(feather);
  const inner = { width: width - 2 * inset, height: height - 2 * inset };
  const white = sharp({ create: { ...inner, channels: 3, background: '#ffffff' } }).extend({
    top: inset,
    bottom: inset,
    left: inset,
    right: inset,
    background: '#000000',
  });
  const drawn = await white.png().toBuffer();
  const softened = feather > 0.3 ? sharp(drawn).blur(feather / 1.5) : sharp(drawn);
  return softened.extractChannel(0).toColourspace('b-w').raw().toBuffer();
}
