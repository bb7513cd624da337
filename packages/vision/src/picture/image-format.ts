/** Supported picture types. @see spec/contract.md A-37 */
export type ImageFormat = 'jpeg' | 'png' | 'webp';

/** Detects the type from the first bytes; `null` for anything else. */
export function sniffImageFormat(bytes: Uint8Array): ImageFormat | null {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpeg';
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  if (ascii(bytes, 0) === 'RIFF' && ascii(bytes, 8) === 'WEBP') return 'webp';
  return null;
}

/** Whether a PNG has an animation control chunk before its first pixels. */
export function isAnimatedPng(png: Uint8Array): boolean {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  for (let at = 8; at + 8 <= png.length; at += view.getUint32(at) + 12) {
    const chunk = ascii(png, at + 4);
    if (chunk === 'acTL') return true;
    if (chunk === 'IDAT') return false;
  }
  return false;
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((value, index) => bytes[index] === value);
}

function ascii(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}
