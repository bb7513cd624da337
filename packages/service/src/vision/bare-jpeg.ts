/** Validates prepared selfies from the picture process. */
/** Width and height in pixels, as registries require. @see spec/registries.md 8.1 */
const sides = { least: 250, most: 1_280 };

const [start, end, frame, scan] = [0xd8, 0xd9, 0xc0, 0xda];
/** Segments before the scan: quantisation and Huffman tables, and restart intervals. Comments and profiles are not among them. */
const tables: ReadonlySet<number> = new Set([0xdb, 0xc4, 0xdd]);
/** Length of a frame with three components of eight bits. */
const frameBytes = 17;

/**
 * Whether bytes are a JPEG that contains only one picture of the size registries require: tables, one frame, one scan and the end,
 * without comment, profile, thumbnail or trailing data. The picture content is not examined: nothing is decoded here.
 */
export function isBareJpeg(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length < 4 || file[0] !== 0xff || file[1] !== start) return false;
  let frames = 0;
  for (let at = 2; at + 4 <= file.length;) {
    const [lead, marker = 0, length] = [file[at], file[at + 1], file.readUInt16BE(at + 2)];
    const next = at + 2 + length;
    if (lead !== 0xff || length < 2 || next > file.length) return false;
    if (marker === scan) return frames === 1 && isWholeScan(file, next);
    if (marker === frame) {
      frames += 1;
      if (!isFrame(file.subarray(at + 2, next))) return false;
    } else if (!tables.has(marker)) return false;
    at = next;
  }
  return false;
}

/** @param frame starts with its length */
function isFrame(bytes: Buffer): boolean {
  if (bytes.length !== frameBytes || bytes[2] !== 8 || bytes[7] !== 3) return false;
  return [bytes.readUInt16BE(3), bytes.readUInt16BE(5)].every(
    (side) => side >= sides.least && side <= sides.most,
  );
}

/** Coded data up to the end of the file, in which FF is followed by 0 or is part of a restart marker. */
function isWholeScan(file: Buffer, from: number): boolean {
  const last = file.length - 2;
  for (let at = file.indexOf(0xff, from); at >= 0 && at < last; at = file.indexOf(0xff, at + 2)) {
    const next = file[at + 1] ?? end;
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return false;
  }
  return last >= from && file[last] === 0xff && file[last + 1] === end;
}
