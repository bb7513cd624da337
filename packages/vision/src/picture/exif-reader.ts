/** What camera metadata shows about the origin of a picture, except its location. */
export interface ExifFacts {
  /** Whether a manufacturer or model is named. */
  device: boolean;
  /** Whether exposure time, aperture, sensitivity or focal length are present, which means that a lens was used. */
  exposure: boolean;
  /** Names of programs, and the comment with which phones mark screenshots; only for comparison. */
  programs: string[];
}

const none: ExifFacts = { device: false, exposure: false, programs: [] };

/** Maximum number of entries read from a directory, and of bytes from a text. */
const mostEntries = 256;
const mostTextBytes = 256;

const tags = {
  make: 0x010f,
  model: 0x0110,
  exifDirectory: 0x8769,
  /** Exposure time, aperture, sensitivity, focal length. */
  exposure: [0x829a, 0x829d, 0x8827, 0x920a],
  /** Processing software, software, host computer's software, user comment. */
  programs: [0x000b, 0x0131, 0xfde8, 0x9286],
};

/**
 * Reads the first directory and the camera's directory of a TIFF structure. The location is in another directory, which is never opened.
 * For a damaged structure, returns what was read before the damage.
 */
export function readExif(tiff: Uint8Array): ExifFacts {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  if (tiff.length < 8) return none;
  // `II` is little-endian, `MM` big-endian.
  const order = view.getUint16(0);
  if (order !== 0x4949 && order !== 0x4d4d) return none;
  const source = { view, little: order === 0x4949 };
  if (view.getUint16(2, source.little) !== 42) return none;
  const main = readDirectory(source, view.getUint32(4, source.little));
  const camera = main.get(tags.exifDirectory);
  const entries = new Map([...main, ...(camera ? readDirectory(source, camera.value) : [])]);
  const text = (tag: number): string => textOf(source, entries.get(tag));
  return {
    device: text(tags.make).trim() !== '' || text(tags.model).trim() !== '',
    exposure: tags.exposure.some((tag) => entries.has(tag)),
    programs: tags.programs.map(text).filter((program) => program !== ''),
  };
}

interface Source {
  view: DataView;
  little: boolean;
}

interface Entry {
  /** Length of the value in bytes. */
  length: number;
  /** Its first four bytes as a number: an offset if the value is longer. */
  value: number;
  /** Position of those four bytes. */
  place: number;
}

/** Sizes of the field types 1 to 12 in bytes. */
const typeSizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];

function readDirectory({ view, little }: Source, offset: number): Map<number, Entry> {
  const entries = new Map<number, Entry>();
  if (offset + 2 > view.byteLength) return entries;
  const count = Math.min(mostEntries, view.getUint16(offset, little));
  for (let index = 0; index < count; index += 1) {
    const at = offset + 2 + index * 12;
    if (at + 12 > view.byteLength) break;
    const size = typeSizes[view.getUint16(at + 2, little)] ?? 0;
    const length = size * view.getUint32(at + 4, little);
    entries.set(view.getUint16(at, little), {
      length,
      value: view.getUint32(at + 8, little),
      place: at + 8,
    });
  }
  return entries;
}

function textOf({ view }: Source, entry: Entry | undefined): string {
  if (!entry || entry.length === 0) return '';
  const from = entry.length <= 4 ? entry.place : entry.value;
  const to = Math.min(view.byteLength, from + Math.min(entry.length, mostTextBytes));
  if (from >= to) return '';
  const bytes = new Uint8Array(view.buffer, view.byteOffset + from, to - from);
  return String.fromCharCode(...bytes).replaceAll('\0', '');
}
