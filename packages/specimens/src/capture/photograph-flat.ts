import sharp from 'sharp';
import { seededRandom } from '../random.ts';
import { invert, projectPlane, type Homography, type Pose, type Size } from './homography.ts';
import { noiseTile, type Pixels } from './scene.ts';

/** Properties of a camera that affect its pictures. */
export interface Camera {
  /** Sensor pixels per picture pixel along a side, at least 1; the picture is scaled down after it is taken. */
  oversize: number;
  /** True when each sensor pixel records one colour and takes the others from its neighbours, which turns fine grids into coloured bands. */
  mosaic: boolean;
  /** Standard deviation of the lens blur in sensor pixels. */
  blur: number;
  /** Standard deviation of the noise in levels. */
  noise: number;
  gain: number;
  /** Colour cast, from −1 (blue) to 1 (orange). */
  warmth: number;
  /** JPEG quality 1–100. */
  quality: number;
}

/** Share of a wave's amplitude that the lens and the area of a sensor pixel leave, 0–1. */
export function seenShare(cyclesPerPixel: number, { blur }: Pick<Camera, 'blur'>): number {
  const area = cyclesPerPixel * 0.9 * Math.PI;
  const pixel = area < 1e-6 ? 1 : Math.sin(area) / area;
  return pixel * Math.exp(-2 * (Math.PI * blur * cyclesPerPixel) ** 2);
}

/**
 * Writes the linear light (three numbers, 0–1) at a point of a flat object, given in sensor pixels at the object's centre. It is also
 * called for points outside the object, for which it returns false: the room is visible there.
 */
export type Surface = (u: number, v: number, light: Float32Array) => boolean;

/** A flat object before the camera. */
export interface FlatShot {
  surface: Surface;
  /** Size of the object in sensor pixels. */
  thing: Size;
  /** Size of the finished picture. */
  picture: Size;
  pose: Omit<Pose, 'distance' | 'centre'> & {
    /** Where the object's centre appears, in shares of the picture. */
    centre: readonly [number, number];
  };
  camera: Camera;
  seed: number;
}

const toLight = Float32Array.from({ length: 256 }, (_, level) => (level / 255) ** 2.2);
const toLevel = Uint8Array.from({ length: 4097 }, (_, step) => Math.round(255 * (step / 4096) ** (1 / 2.2)));

/** Converts a level (0–255) to linear light. */
export function lightOf(level: number): number {
  return toLight[level] ?? 0;
}

/** Photographs a flat object before a blurred room. */
export async function photographFlat(shot: FlatShot): Promise<{ jpeg: Buffer; homography: Homography }> {
  const { picture, thing, camera, pose, seed } = shot;
  const sensor: Size = {
    width: Math.round(picture.width * camera.oversize),
    height: Math.round(picture.height * camera.oversize),
  };
  const distance = (1.1 * Math.max(sensor.width, sensor.height)) / thing.width;
  const centre = [pose.centre[0] * sensor.width, pose.centre[1] * sensor.height] as const;
  const homography = projectPlane(thing, sensor, { ...pose, distance, centre });
  const exposed = expose(shot, { sensor, homography, room: await roomBehind(sensor, seed) });
  const seen = camera.mosaic ? fillMosaic(exposed) : exposed;
  addSensorNoise(seen, camera.noise, seed);
  const jpeg = await sharp(seen.data, { raw: { width: sensor.width, height: sensor.height, channels: 3 } })
    .resize(picture.width, picture.height, { fit: 'fill' })
    .jpeg({ quality: camera.quality, chromaSubsampling: '4:2:0' })
    .toBuffer();
  const k = camera.oversize;
  const h = homography;
  return { jpeg, homography: [h[0] / k, h[1] / k, h[2] / k, h[3] / k, h[4] / k, h[5] / k, h[6], h[7], h[8]] };
}

/** Draws the colours of a room far out of focus. */
async function roomBehind(size: Size, seed: number): Promise<Uint8Array> {
  const random = seededRandom(seed, 'room-behind');
  const [columns, rows] = [7, 5];
  const base = [random.between(60, 190), random.between(60, 180), random.between(55, 170)];
  const coarse = Buffer.alloc(columns * rows * 3);
  for (let cell = 0; cell < columns * rows; cell += 1) {
    const light = random.between(-45, 45);
    base.forEach((level, channel) => {
      const value = level + light + random.between(-14, 14);
      coarse[cell * 3 + channel] = Math.max(8, Math.min(245, Math.round(value)));
    });
  }
  return sharp(coarse, { raw: { width: columns, height: rows, channels: 3 } })
    .resize(size.width, size.height, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer();
}

function expose(
  { surface, camera }: FlatShot,
  { sensor, homography, room }: { sensor: Size; homography: Homography; room: Uint8Array },
): Pixels {
  const back = invert(homography);
  const data = new Uint8Array(sensor.width * sensor.height * 3);
  const light = new Float32Array(3);
  const gains = [1 + camera.warmth * 0.12, 1, 1 - camera.warmth * 0.16].map((tint) => tint * camera.gain);
  let at = 0;
  for (let y = 0; y < sensor.height; y += 1) {
    for (let x = 0; x < sensor.width; x += 1) {
      const w = back[6] * x + back[7] * y + back[8];
      const u = (back[0] * x + back[1] * y + back[2]) / w;
      const v = (back[3] * x + back[4] * y + back[5]) / w;
      const hit = surface(u, v, light);
      for (let channel = 0; channel < 3; channel += 1) {
        const value = (hit ? light[channel]! : toLight[room[at]!]!) * gains[channel]!;
        data[at] = toLevel[value >= 1 ? 4096 : value <= 0 ? 0 : Math.round(value * 4096)]!;
        at += 1;
      }
    }
  }
  return { ...sensor, data };
}

/** Keeps one colour per pixel (red, green / green, blue) and interpolates the others as the mean of the nearest pixels. */
function fillMosaic(picture: Pixels): Pixels {
  const { width, height } = picture;
  const full = new Uint8Array(picture.data.length);
  for (let y = 0, to = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      for (let channel = 0; channel < 3; channel += 1, to += 1)
        full[to] = mosaicValue(picture, { x, y, channel });
    }
  }
  return { width, height, data: full };
}

/** Returns the colour that a sensor pixel records. */
function colourAt(x: number, y: number): number {
  return (x & 1) + (y & 1);
}

function mosaicValue(
  { width, height, data }: Pixels,
  { x, y, channel }: { x: number; y: number; channel: number },
): number {
  if (colourAt(x, y) === channel) return data[(y * width + x) * 3 + channel]!;
  let [sum, count] = [0, 0];
  for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny += 1) {
    for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx += 1) {
      if (colourAt(nx, ny) !== channel) continue;
      sum += data[(ny * width + nx) * 3 + channel]!;
      count += 1;
    }
  }
  return sum / Math.max(1, count);
}

/** Adds noise to brightness and colour. Modifies the pixels. */
function addSensorNoise({ width, height, data }: Pixels, deviation: number, seed: number): void {
  const light = noiseTile(seed, 'flat-light');
  const colour = noiseTile(seed, 'flat-colour');
  let at = 0;
  for (let y = 0; y < height; y += 1) {
    const row = (y & 511) << 9;
    const shift = (y >> 9) * 197;
    for (let x = 0; x < width; x += 1) {
      const column = (x + shift + (x >> 9) * 131) & 511;
      const grey = light[row + column]! * deviation;
      for (let channel = 0; channel < 3; channel += 1) {
        const level =
          data[at]! + grey + colour[row + ((column + channel * 170) & 511)]! * deviation * 0.5 + 0.5;
        data[at] = level < 0 ? 0 : level > 255 ? 255 : level;
        at += 1;
      }
    }
  }
}
