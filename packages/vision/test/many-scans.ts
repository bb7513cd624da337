import sharp from 'sharp';

/** Part of a JPEG from a marker to the next. */
interface Segment {
  marker: number;
  bytes: Buffer;
}

const [startOfScan, tables, end] = [0xda, 0xc4, 0xd9];

function segmentsOf(file: Buffer): Segment[] {
  const segments: Segment[] = [];
  for (let at = 2; at < file.length && file[at + 1] !== end;) {
    const marker = file[at + 1] ?? 0;
    let to = at + 2 + file.readUInt16BE(at + 2);
    if (marker === startOfScan) {
      to = file.indexOf(0xff, to);
      while (file[to + 1] === 0) to = file.indexOf(0xff, to + 2);
    }
    segments.push({ marker, bytes: file.subarray(at, to) });
    at = to;
  }
  return segments;
}

/** Offset of the first coefficient of a scan of one component. */
const firstCoefficient = 7;

/**
 * A valid progressive JPEG, all one colour, that sends every coefficient by itself and bit plane by bit plane: few bytes, and the
 * decoder walks all blocks of the picture for each scan.
 * @param planes bit planes per coefficient, 1 to 13: 189 scans each
 */
export async function jpegOfManyScans(
  size: { width: number; height: number },
  planes: number,
): Promise<Buffer> {
  const plain = sharp({ create: { ...size, channels: 3, background: '#8090a0' } });
  const segments = segmentsOf(await plain.jpeg({ progressive: true }).toBuffer());
  const first = segments.findIndex(({ marker }) => marker === startOfScan);
  const out = [Buffer.from([0xff, 0xd8]), ...segments.slice(0, first + 1).map(({ bytes }) => bytes)];
  for (const component of [1, 2, 3]) {
    const at = segments.findIndex(
      ({ marker, bytes }, index) =>
        index > first &&
        marker === startOfScan &&
        bytes[4] === 1 &&
        bytes[5] === component &&
        bytes[firstCoefficient] !== 0,
    );
    const [coding, scan] = [segments[at - 1], segments[at]];
    if (coding?.marker !== tables || !scan) throw new Error('a progressive JPEG codes each component apart');
    for (let coefficient = 1; coefficient <= 63; coefficient += 1) {
      for (let plane = planes - 1; plane >= 0; plane -= 1) {
        const one = Buffer.from(scan.bytes);
        const bits = plane === planes - 1 ? plane : ((plane + 1) << 4) | plane;
        one.set([coefficient, coefficient, bits], firstCoefficient);
        out.push(coding.bytes, one);
      }
    }
  }
  return Buffer.concat([...out, Buffer.from([0xff, end])]);
}
