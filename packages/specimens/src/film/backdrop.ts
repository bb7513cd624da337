import sharp from 'sharp';
import type { Pixels } from '../capture/pixels.ts';
import { seededRandom } from '../random.ts';
import { css, svg } from '../svg.ts';

const walls = [
  [186, 178, 164],
  [160, 172, 178],
  [198, 188, 170],
  [150, 158, 148],
  [120, 126, 134],
] as const;

/** Draws the room behind a person, larger than the picture by `margin` on every side so that it can move. */
export async function drawBackdrop(
  seed: number,
  { width, height, margin }: { width: number; height: number; margin: number },
): Promise<Pixels> {
  const random = seededRandom(seed, 'backdrop');
  const wall = random.pick(walls);
  const things = Array.from({ length: random.whole(3, 6) }, () => {
    const [w, h] = [random.between(30, 130), random.between(60, 260)];
    const colour = [random.whole(40, 190), random.whole(40, 170), random.whole(40, 160)] as const;
    return svg`<rect x="${random.between(-20, 340)}" y="${random.between(-20, 400)}" width="${w}" height="${h}" rx="4" fill="${css(colour)}"/>`;
  });
  const [outWidth, outHeight] = [width + 2 * margin, height + 2 * margin];
  const picture =
    svg`<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -10 380 500" preserveAspectRatio="none" width="${outWidth}" height="${outHeight}"><linearGradient id="wall" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${css([wall[0] * 1.1, wall[1] * 1.1, wall[2] * 1.1])}"/><stop offset="1" stop-color="${css([wall[0] * 0.72, wall[1] * 0.72, wall[2] * 0.72])}"/></linearGradient>` +
    `<rect x="-10" y="-10" width="380" height="500" fill="url(#wall)"/>${things.join('')}</svg>`;
  const { data, info } = await sharp(Buffer.from(picture))
    .flatten({ background: '#888888' })
    .blur(width / 120)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/** Crops a picture from a backdrop, offset from its middle by whole pixels up to the margin. */
export function cutBackdrop(
  backdrop: Pixels,
  { width, height }: { width: number; height: number },
  [dx, dy]: readonly [number, number],
): Pixels {
  const data = new Uint8Array(width * height * 3);
  const limit = (value: number, most: number): number => Math.max(0, Math.min(most, value));
  const left = limit(Math.round((backdrop.width - width) / 2 - dx), backdrop.width - width);
  const top = limit(Math.round((backdrop.height - height) / 2 - dy), backdrop.height - height);
  for (let y = 0; y < height; y += 1) {
    const from = ((top + y) * backdrop.width + left) * 3;
    data.set(backdrop.data.subarray(from, from + width * 3), y * width * 3);
  }
  return { width, height, data };
}
