import { crc32 } from 'node:zlib';
import { onePixelPng } from './api.ts';

/** Length, type and checksum of a chunk. */
const chunkFrame = 12;

/**
 * A PNG of one pixel and of exactly this many bytes: the rest is in a chunk that no decoder knows, before its end.
 * @param bytes at least 82
 * @param text repeated in that chunk, so that two pictures of a size differ
 */
export function pngOfSize(bytes: number, text = '\0'): Buffer {
  const pixel = Buffer.from(onePixelPng, 'base64');
  const end = pixel.length - chunkFrame;
  const typed = Buffer.concat([Buffer.from('prVt'), Buffer.alloc(bytes - pixel.length - chunkFrame, text)]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(typed.length - 4);
  frame.writeUInt32BE(crc32(typed), 4);
  return Buffer.concat([
    pixel.subarray(0, end),
    frame.subarray(0, 4),
    typed,
    frame.subarray(4),
    pixel.subarray(end),
  ]);
}
