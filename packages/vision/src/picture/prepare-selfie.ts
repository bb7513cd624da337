import sharp from 'sharp';
import { openImage, type OpenOptions } from './open-image.ts';

/** Maximum length of the longer side in pixels. @see spec/registries.md 8.1 */
const longestSide = 1280;
/** Minimum length of the shorter side in pixels; registries cannot use smaller pictures. */
const shortestSide = 250;
const jpegQuality = 90;

/**
 * Prepares a selfie as required by registries: upright, sRGB, at most 1280 pixels a side, JPEG of quality 90 without metadata. Never
 * enlarged.
 * @returns `null` if it cannot be opened, or its shorter side would be below 250 pixels
 * @throws TookTooLong if it exceeded its time limit and it is not known that the picture is the cause
 * @see spec/registries.md 8.1
 */
export async function prepareSelfie(
  bytes: Uint8Array,
  options: OpenOptions = {},
): Promise<Uint8Array | null> {
  const image = await openImage(bytes, options);
  if (image.refusal !== null) return null;
  const { width, height, data } = await image.raster(longestSide, 3);
  if (Math.min(width, height) < shortestSide) return null;
  const jpeg = await sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: jpegQuality })
    .toBuffer();
  return new Uint8Array(jpeg);
}
