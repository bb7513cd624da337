import { blackPng, chunk, header, pngOf, zeros } from './png.ts';

/** A logo that is accepted. */
export const smallPng = (width = 32): Buffer => blackPng({ width, height: 16 });

/** A small file whose pixels unpack to 64 MB. */
export const logoBomb = (): Buffer =>
  pngOf(header({ width: 64, height: 64 }), chunk('IDAT', zeros(64_000_000)), chunk('IEND', Buffer.alloc(0)));
