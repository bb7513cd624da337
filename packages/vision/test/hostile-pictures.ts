import sharp from 'sharp';

/** A file nobody means well with, and what it is. */
export interface HostileFile {
  name: string;
  bytes: Buffer;
}

const plain = (width: number, height: number, background = '#c8141e') =>
  sharp({ create: { width, height, channels: 3, background } });

/** Numbers from a seed, 0 to below 1; the same on every machine. */
export function seededNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function noise(width: number, height: number, seed: number) {
  const random = seededNumbers(seed);
  const data = Buffer.alloc(width * height * 3);
  for (let at = 0; at < data.length; at += 1) data[at] = Math.floor(random() * 256);
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** Files that open, and that strain whoever looks at them. */
export async function strainingFiles(): Promise<HostileFile[]> {
  const jpeg = await noise(640, 480, 1).jpeg({ quality: 60 }).toBuffer();
  const files: [string, Promise<Buffer> | Buffer][] = [
    ['one pixel', plain(1, 1).png().toBuffer()],
    ['one pixel wide', plain(1, 10_000).png().toBuffer()],
    ['one pixel high', plain(10_000, 1).png().toBuffer()],
    ['all black', plain(3000, 2000, '#000000').jpeg().toBuffer()],
    ['all white', plain(3000, 2000, '#ffffff').jpeg().toBuffer()],
    ['all noise', noise(1600, 1200, 2).jpeg({ quality: 90 }).toBuffer()],
    ['small noise', noise(16, 16, 3).png().toBuffer()],
    ['49 megapixels', plain(7000, 7000).jpeg().toBuffer()],
    ['CMYK', plain(900, 600).toColourspace('cmyk').jpeg().toBuffer()],
    ['16 bits a channel', plain(900, 600).toColourspace('rgb16').png().toBuffer()],
    ['a palette', plain(900, 600).png({ palette: true }).toBuffer()],
    ['a progressive JPEG', noise(900, 600, 4).jpeg({ progressive: true }).toBuffer()],
    ['an interlaced PNG', noise(300, 200, 5).png({ progressive: true }).toBuffer()],
    ['transparent', plain(900, 600).ensureAlpha(0).png().toBuffer()],
    ['stripes', stripes(1600, 1200).jpeg({ quality: 80 }).toBuffer()],
    ['turned by its orientation', plain(900, 600).withMetadata({ orientation: 6 }).jpeg().toBuffer()],
    [
      'a picture and an archive',
      Buffer.concat([jpeg, Buffer.from('PK\u0003\u0004'), Buffer.alloc(40_000, 7)]),
    ],
    ['a picture and a script', Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')])],
  ];
  return Promise.all(files.map(async ([name, bytes]) => ({ name, bytes: await bytes })));
}

/** Lines at every pitch: what zones, codes and outlines are made of, and none of them. */
function stripes(width: number, height: number) {
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const dark = Math.floor((x * x) / 900) % 2 === 0 || Math.floor(y / 37) % 3 === 0;
      data.fill(dark ? 20 : 235, (y * width + x) * 3, (y * width + x) * 3 + 3);
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** One file changed at random: bytes flipped, cut, repeated, moved or inserted. The same seed gives the same file. */
export function mutate(original: Buffer, seed: number): Buffer {
  const random = seededNumbers(seed);
  const at = (length: number) => Math.floor(random() * length);
  let bytes: Buffer = Buffer.from(original);
  for (let change = 0; change <= at(3); change += 1) {
    const [from, length] = [at(bytes.length), 1 + at(400)];
    const kind = at(5);
    if (kind === 0) {
      for (let flip = 0; flip < 1 + at(24); flip += 1) bytes[at(bytes.length)] = at(256);
    }
    // The first kilobyte holds what decoders trust.
    if (kind === 1) for (let flip = 0; flip < 6; flip += 1) bytes[at(Math.min(1024, bytes.length))] = at(256);
    if (kind === 2) bytes = bytes.subarray(0, Math.max(1, from));
    if (kind === 3)
      bytes = Buffer.concat([bytes.subarray(0, from), bytes.subarray(Math.min(from + length, bytes.length))]);
    if (kind === 4) {
      const repeated = bytes.subarray(from, from + length);
      bytes = Buffer.concat([bytes.subarray(0, from), repeated, bytes.subarray(from)]);
    }
    if (bytes.length === 0) bytes = Buffer.from([0]);
  }
  return bytes;
}
