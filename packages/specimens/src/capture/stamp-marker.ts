import sharp from 'sharp';
import { drawBarcode } from '../barcode/draw-barcode.ts';
import { svg } from '../svg.ts';

/**
 * Returns the text of the marker that selects the reading of a test integration, such as `UTO:approvedPerson`.
 * Throws `RangeError` unless the name is 1 to 40 letters, digits and hyphens.
 */
export function markerText(name: string): string {
  if (!/^[A-Za-z0-9-]{1,40}$/.test(name))
    throw new RangeError('a marker names letters, digits and hyphens only');
  return `UTO:${name}`;
}

/** Draws the marker as a small QR code into the lower right corner of a picture. Returns a JPEG of the same size. */
export async function stampMarker(picture: Uint8Array, name: string): Promise<Buffer> {
  const { svgPath, columns } = await drawBarcode({ format: 'QRCode', bytes: Buffer.from(markerText(name)) });
  const { width, height } = await sharp(picture).metadata();
  const quiet = 4;
  const cells = columns + 2 * quiet;
  const cell = Math.max(2, Math.round((Math.min(width, height) * 0.13) / cells));
  const side = cells * cell;
  const stamp = svg`<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${cells} ${cells}"><rect width="${cells}" height="${cells}" fill="white"/><path transform="translate(${quiet} ${quiet})" shape-rendering="crispEdges" d="${svgPath}"/></svg>`;
  return sharp(picture)
    .composite([{ input: Buffer.from(stamp), left: width - side, top: height - side }])
    .jpeg({ quality: 92, chromaSubsampling: '4:2:0' })
    .toBuffer();
}
