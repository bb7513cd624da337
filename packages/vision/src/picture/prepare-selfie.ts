import sharp from 'sharp';
import { openImage, type OpenOptions } from './open-image.ts';

/** Pixels of the longer side at most. @see spec/registries.md 8.1 */
const longestSide = 1280;
/** Pixels; a registry cannot use a picture whose shorter side is below. */
const shortestSide = 250;
const jpegQuality = 90;

/**
 * A selfie as registries want it: upright, sRGB, at most 1280 pixels a side, JPEG of quality 90 without any metadata. Never enlarged.
 * @returns `null` when it cannot be opened, or its shorter side, as it would be sent, is below 250 pixels
 * @throws TookTooLong when it had no end in its time, and it is not known that the picture is the reason
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
