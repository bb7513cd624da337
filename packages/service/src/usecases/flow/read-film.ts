import { flowLimits } from '@countersign/contract';

/** One picture of a film. */
export interface FilmFrame {
  /** Milliseconds since the first frame. */
  at: number;
  /** JPEG. */
  bytes: Buffer;
}

/** Maximum pixels of the longest side of a frame, and maximum milliseconds of a film. */
const longestSide = 640;
const longestFilmMs = 120_000;

/**
 * Reads a film: per frame 4 bytes of milliseconds and 4 bytes of length, big-endian, then that many bytes of JPEG.
 * @returns a text with the error, if the bytes are not a film
 * @see spec/contract.md A-186
 */
export function readFilm(bytes: Buffer): FilmFrame[] | string {
  const frames: FilmFrame[] = [];
  for (let offset = 0; offset < bytes.length;) {
    if (bytes.length - offset < 8) return 'film: must not end inside the head of a frame';
    const at = bytes.readUInt32BE(offset);
    const length = bytes.readUInt32BE(offset + 4);
    offset += 8;
    if (length > bytes.length - offset) return 'film: must not end inside a frame';
    const fault = faultOf(frames.at(-1), { at, bytes: bytes.subarray(offset, offset + length) });
    if (fault !== null) return fault;
    frames.push({ at, bytes: bytes.subarray(offset, offset + length) });
    if (frames.length > flowLimits.filmFrames.most) break;
    offset += length;
  }
  const { least, most } = flowLimits.filmFrames;
  return frames.length < least || frames.length > most
    ? `film: must have ${least} to ${most} frames`
    : frames;
}

function faultOf(before: FilmFrame | undefined, { at, bytes }: FilmFrame): string | null {
  if (before === undefined ? at !== 0 : at <= before.at)
    return 'film: must begin at 0 milliseconds and go on in rising times';
  if (at > longestFilmMs) return `film: must not be longer than ${longestFilmMs} milliseconds`;
  const size = jpegSize(bytes);
  if (size === null) return 'film: every frame must be a JPEG picture';
  const longest = Math.max(size.width, size.height);
  return longest > longestSide ? `film: no frame may be larger than ${longestSide} pixels a side` : null;
}

/** The size stated in a JPEG picture; `null` for anything else. */
function jpegSize(bytes: Buffer): { width: number; height: number } | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 < bytes.length;) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] as number;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isFrameHeader(marker))
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    // Scan data, an end or another start before any size.
    if (marker === 0xda || marker === 0xd9 || marker === 0xd8) return null;
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

/** Start of frame: C0 to CF without tables (C4), extensions (C8) and arithmetic conditions (CC). */
const isFrameHeader = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
