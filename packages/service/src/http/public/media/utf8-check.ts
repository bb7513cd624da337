import { isUtf8 } from 'node:buffer';

/** Checks UTF-8 that comes in pieces. */
export interface Utf8Check {
  /** @returns false when the bytes so far cannot be the beginning of UTF-8 text; an unfinished character is looked at later */
  push(bytes: Buffer): boolean;
  /** No character is unfinished. */
  isComplete(): boolean;
}

export function createUtf8Check(): Utf8Check {
  let rest = Buffer.alloc(0);
  return {
    push(bytes) {
      const all = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
      const whole = all.length - unfinishedBytes(all);
      rest = Buffer.from(all.subarray(whole));
      return isUtf8(all.subarray(0, whole));
    },
    isComplete: () => rest.length === 0,
  };
}

/** Bytes at the end that begin a character and do not end it. */
function unfinishedBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] as number;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}
