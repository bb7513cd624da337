import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { openImage } from '../../picture/open-image.ts';

/** Length of the longer side in pixels. */
const longestSide = 240;
const jpegQuality = 70;

/** A thumbnail as a data URL; `null` if the picture cannot be opened. */
export async function thumbnail(file: string): Promise<string | null> {
  const bytes = await readFile(file).catch(() => null);
  if (bytes === null) return null;
  const image = await openImage(bytes);
  if (image.refusal !== null) return null;
  const { width, height, data } = await image.raster(longestSide, 3);
  const jpeg = await sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: jpegQuality })
    .toBuffer();
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`;
}
