import { crc32, deflateSync } from 'node:zlib';
import { flowLanguages, type PortalBrandingChange } from '@countersign/contract';

/** The look of a flow for which nothing was chosen, as a change has it. */
export const ownLook: Omit<PortalBrandingChange, 'logo' | 'version'> = {
  name: null,
  radius: 14,
  textSize: 'normal',
  spacing: 'normal',
  light: null,
  dark: null,
  texts: {},
  draftTexts: [],
  languages: [...flowLanguages],
  defaultLanguage: 'en',
};

export const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** A chunk of a PNG with a right checksum. */
export function chunk(type: string, body: Buffer): Buffer {
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(body.length);
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  frame.writeUInt32BE(crc32(typed), 4);
  return Buffer.concat([frame.subarray(0, 4), typed, frame.subarray(4)]);
}

interface PngForm {
  depth?: number;
  colourType?: number;
  interlace?: number;
  /** Unpacked bytes with the filter of each row; absent: as many zeros as the size makes, for 8 bits of RGBA. */
  rows?: Buffer;
  /** Packed as they are, in place of `rows`. */
  packed?: Buffer;
  /** Between header and pixels, and between pixels and end. */
  before?: Buffer[];
  after?: Buffer[];
}

/** Writes a PNG, also one that does not hold together. */
export function writePng(width: number, height: number, form: PngForm = {}): Buffer {
  const { depth = 8, colourType = 6, interlace = 0, before = [], after = [] } = form;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colourType, 0, 0, interlace], 8);
  const rows = form.rows ?? Buffer.alloc((1 + width * 4) * height);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...before,
    chunk('IDAT', form.packed ?? deflateSync(rows)),
    ...after,
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A logo of one colour, for tests that look at it. */
export function colouredPng(width: number, height: number, colour: readonly number[]): Buffer {
  const row = [0, ...Array.from({ length: width }, () => [...colour, 255]).flat()];
  return writePng(width, height, { rows: Buffer.from(Array.from({ length: height }, () => row).flat()) });
}
