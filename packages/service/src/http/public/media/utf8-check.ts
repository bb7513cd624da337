import { isUtf8 } from 'node:buffer';

/** Checks UTF-8 that arrives in pieces. */
export interface Utf8Check {
  /** @returns false when the bytes so far cannot begin UTF-8 text; an incomplete character is checked later */
  push(bytes: Buffer): boolean;
  /** There is no incomplete character. */
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

/** Number of trailing bytes that begin a character but do not complete it. */
function unfinishedBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] as number;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}
