/**
 * An id as bytes, looked up in place because decoding it takes longer than finding it. ASCII is kept as in the file; any other UTF-16
 * unit becomes a marker and two bytes, so that different texts have different bytes.
 */
export interface IdBytes {
  bytes: Uint8Array;
  start: number;
  end: number;
}

const notAscii = 0x80;
const mark = 0xff;
const bytesOfUnit = 3;

/** Buffer of `idBytesOf`. */
const scratch: IdBytes = { bytes: new Uint8Array(1024), start: 0, end: 0 };

/** Encodes an id; valid until the next call. */
export function idBytesOf(id: string): IdBytes {
  if (id.length * bytesOfUnit > scratch.bytes.length) scratch.bytes = new Uint8Array(id.length * bytesOfUnit);
  const { bytes } = scratch;
  let end = 0;
  for (let at = 0; at < id.length; at += 1) {
    const unit = id.charCodeAt(at);
    if (unit >= notAscii) {
      bytes[end] = mark;
      bytes[end + 1] = unit >>> 8;
      end += 2;
    }
    bytes[end] = unit & 0xff;
    end += 1;
  }
  scratch.end = end;
  return scratch;
}
