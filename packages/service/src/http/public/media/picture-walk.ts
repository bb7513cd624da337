import type { RecognisedFormat } from './picture-format.ts';

/** Follows the structure of a streamed picture file, from block to block, to the end of the picture. */
export interface PictureWalk {
  push(bytes: Buffer): void;
  /** Width times height of a JPEG's first frame, or `null`. */
  readonly pixels: number | null;
  /** Bytes so far after the end; 0 when no end was found. */
  readonly trailingBytes: number;
}

/** What is at the current place; `nothing`: past the end, or the file cannot be followed. */
type Place = 'jpeg-marker' | 'jpeg-scan' | 'behind-jpeg' | 'box' | 'png-chunk' | 'webp-size' | 'nothing';

interface Walk {
  place: Place;
  /** Bytes to skip before that place. */
  skip: number;
  /** Bytes required to evaluate the place, and those already available. */
  needed: number;
  head: Buffer;
  known: number;
  /** The last byte of coded data was FF. */
  afterFF: boolean;
  /** Bytes before the current place. */
  position: number;
  /** Bytes up to the end of the picture, or `null` if not found yet. */
  end: number | null;
  total: number;
  pixels: number | null;
  /** Decoders ignore a frame header after a scan. */
  scanned: boolean;
}

const longestHead = 16;

/** @see spec/contract.md A-118 */
export function createPictureWalk(format: RecognisedFormat): PictureWalk {
  const walk: Walk = {
    place: 'nothing',
    skip: 0,
    needed: 0,
    head: Buffer.alloc(longestHead),
    known: 0,
    afterFF: false,
    position: 0,
    end: null,
    total: 0,
    pixels: null,
    scanned: false,
  };
  if (format === 'jpeg') goTo(walk, 'jpeg-marker', 2);
  if (format === 'png') goTo(walk, 'png-chunk', 8);
  if (format === 'webp') goTo(walk, 'webp-size', 4);
  return {
    push: (bytes) => pass(walk, bytes),
    get pixels() {
      return walk.pixels;
    },
    get trailingBytes() {
      return walk.end === null ? 0 : Math.max(0, walk.total - walk.end);
    },
  };
}

/** Bytes needed to recognise what is at a place. */
const heads: Record<Place, number> = {
  'jpeg-marker': 2,
  'jpeg-scan': 0,
  'behind-jpeg': 8,
  box: 8,
  'png-chunk': 8,
  'webp-size': 4,
  nothing: 0,
};

/** Continues at a place `skip` bytes ahead. */
function goTo(walk: Walk, place: Place, skip: number): void {
  walk.place = place;
  walk.skip = skip;
  walk.needed = heads[place];
  walk.known = 0;
}

function pass(walk: Walk, bytes: Buffer): void {
  walk.total += bytes.length;
  let at = 0;
  while (at < bytes.length && walk.place !== 'nothing') {
    if (walk.skip > 0) {
      const passed = Math.min(walk.skip, bytes.length - at);
      walk.skip -= passed;
      walk.position += passed;
      at += passed;
      if (walk.place === 'box' && walk.skip === 0) walk.end = walk.position;
    } else if (walk.place === 'jpeg-scan') {
      const stop = endOfScan(walk, bytes, at);
      walk.position += stop - at;
      at = stop;
    } else {
      walk.head[walk.known++] = bytes[at++] as number;
      walk.position += 1;
      if (walk.known === walk.needed) judge(walk);
    }
  }
}

/** The head of the place is available: determines what it is and where to continue. */
function judge(walk: Walk): void {
  if (walk.place === 'jpeg-marker') judgeMarker(walk);
  else if (walk.place === 'behind-jpeg') judgeBehind(walk);
  else if (walk.place === 'box') judgeBox(walk);
  else if (walk.place === 'png-chunk') judgeChunk(walk);
  else {
    walk.end = 8 + walk.head.readUInt32LE(0);
    goTo(walk, 'nothing', 0);
  }
}

/** Frame headers C0 to CF, except the three with another meaning. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
const hasNoLength = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

/** Thumbnails and profiles are in segments with a length, so their own markers are skipped. */
function judgeMarker(walk: Walk): void {
  const { head } = walk;
  const marker = head[1] as number;
  if (head[0] !== 0xff) goTo(walk, 'nothing', 0);
  else if (marker === 0xff) {
    // Fill byte: the next one is the marker, or another fill byte.
    walk.known = 1;
  } else if (marker === 0xd9) {
    walk.end = walk.position;
    goTo(walk, 'behind-jpeg', 0);
  } else if (hasNoLength(marker)) goTo(walk, 'jpeg-marker', 0);
  else if (walk.known < 4) walk.needed = 4;
  else if (isFrame(marker) && !walk.scanned && walk.known < 9) walk.needed = 9;
  else {
    if (isFrame(marker) && !walk.scanned) walk.pixels ??= head.readUInt16BE(5) * head.readUInt16BE(7);
    if (marker === 0xda) walk.scanned = true;
    const rest = Math.max(2, head.readUInt16BE(2)) + 2 - walk.known;
    if (rest < 0) goTo(walk, 'nothing', 0);
    else goTo(walk, marker === 0xda ? 'jpeg-scan' : 'jpeg-marker', rest);
    walk.afterFF = false;
  }
}

/** Distance within which the next FF is searched byte by byte. */
const near = 16;

/**
 * Coded data ends at FF followed by a byte that is neither 0, nor a restart, nor another FF.
 * @returns the position after that byte, with the marker evaluated, or the end of the bytes
 */
function endOfScan(walk: Walk, bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length) {
    if (!walk.afterFF) {
      const found = nextFF(bytes, at);
      if (found < 0) return bytes.length;
      walk.afterFF = true;
      at = found + 1;
      continue;
    }
    const byte = bytes[at++] as number;
    if (byte === 0xff) continue;
    walk.afterFF = false;
    if (byte === 0 || (byte >= 0xd0 && byte <= 0xd7)) continue;
    goTo(walk, 'jpeg-marker', 0);
    walk.head[0] = 0xff;
    walk.head[1] = byte;
    walk.known = 2;
    // The marker is evaluated at the position where it ends.
    walk.position += at - from;
    judge(walk);
    walk.position -= at - from;
    return at;
  }
  return at;
}

/** A search of the whole chunk costs more than a few steps, and hostile data may be nothing but FF and 0. */
function nextFF(bytes: Buffer, from: number): number {
  const close = Math.min(bytes.length, from + near);
  for (let at = from; at < close; at += 1) if (bytes[at] === 0xff) return at;
  return bytes.indexOf(0xff, close);
}

/** Cameras append further pictures or a film directly after a JPEG; they belong to it. */
function judgeBehind(walk: Walk): void {
  const { head } = walk;
  const again = Buffer.from(head.subarray(0, walk.known));
  walk.position -= again.length;
  walk.total -= again.length;
  if (again[0] === 0xff && again[1] === 0xd8 && again[2] === 0xff) goTo(walk, 'jpeg-marker', 0);
  else if (again.toString('latin1', 4, 8) === 'ftyp') goTo(walk, 'box', 0);
  else goTo(walk, 'nothing', 0);
  pass(walk, again);
}

const filmBoxes = new Set([
  'ftyp',
  'free',
  'skip',
  'wide',
  'mdat',
  'moov',
  'moof',
  'mfra',
  'meta',
  'sidx',
  'styp',
  'udta',
  'uuid',
]);

/** Boxes of a film. A box that the file ends in does not count: its size could hide anything. */
function judgeBox(walk: Walk): void {
  const { head } = walk;
  const short = head.readUInt32BE(0);
  if (short === 1 && walk.known < 16) {
    walk.needed = 16;
    return;
  }
  const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short;
  const isBox = filmBoxes.has(head.toString('latin1', 4, 8)) && size >= walk.known;
  goTo(walk, isBox ? 'box' : 'nothing', isBox ? size - walk.known : 0);
  if (isBox && walk.skip === 0) walk.end = walk.position;
}

function judgeChunk(walk: Walk): void {
  const length = walk.head.readUInt32BE(0);
  const isLast = walk.head.toString('latin1', 4, 8) === 'IEND';
  if (isLast) walk.end = walk.position + length + 4;
  goTo(walk, isLast ? 'nothing' : 'png-chunk', length + 4);
}
