import type { Raster } from './raster.ts';

/** Whether the machine is little-endian, as are all but one of those that Node.js is built for. */
const isLowFirst = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;

/**
 * The bytes of an RGB raster as 32-bit words, the first byte in the lowest bits: loading single bytes takes half as long again. Three
 * words are four pixels; up to three pixels at the end are not in them.
 * @returns no words where the raster cannot be read in this way; its pixels then have to be read byte by byte
 */
export function pixelWords({ width, height, data }: Raster): Uint32Array {
  const isAligned = isLowFirst && data.byteOffset % 4 === 0;
  return isAligned
    ? new Uint32Array(data.buffer, data.byteOffset, 3 * ((width * height) >> 2))
    : new Uint32Array(0);
}
