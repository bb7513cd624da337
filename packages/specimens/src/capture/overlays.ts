import { seededRandom } from '../random.ts';
import { mapPoint, type Homography, type Point, type Size } from './homography.ts';
import { noiseTile, type Pixels } from './pixels.ts';

/** A finger over the card, from its root beyond the edge to its tip, in shares of the card's width and height. */
export interface Finger {
  root: Point;
  tip: Point;
  /** Half the finger's width, as a share of the card's width. */
  radius: number;
}

/** A soft shadow on one side of a line. Positions are shares of the picture. */
export interface Shadow {
  /** A point on the edge, and the direction of the dark side in degrees. */
  x: number;
  y: number;
  angle: number;
  /** Share of the light that remains in the shadow, 0–1. */
  light: number;
  /** Width of the edge, as a share of the picture's width. */
  softness: number;
  /** Width of the shadow, as a share of the picture's width; a very large value darkens everything beyond the edge. */
  width: number;
}

const skins = [
  [232, 190, 164],
  [214, 164, 132],
  [176, 126, 94],
  [122, 82, 60],
] as const;

/** Draws fingers that hold a card, and the shadow they cast on it. Modifies the picture. */
export function drawFingers(
  picture: Pixels,
  fingers: readonly Finger[],
  { homography, card, seed }: { homography: Homography; card: Size; seed: number },
): void {
  const random = seededRandom(seed, 'fingers');
  const skin = random.pick(skins);
  const texture = noiseTile(seed, 'skin');
  const place = ([x, y]: Point): Point => mapPoint(homography, [x * card.width, y * card.height]);
  for (const finger of fingers) {
    const [root, tip] = [place(finger.root), place(finger.tip)];
    const [a, b] = [place([0, 0]), place([1, 0])];
    const radius = finger.radius * Math.hypot(b[0] - a[0], b[1] - a[1]);
    drawFinger(picture, { root, tip, radius, skin, texture });
  }
}

interface PlacedFinger {
  root: Point;
  tip: Point;
  /** In pixels. */
  radius: number;
  skin: readonly [number, number, number];
  texture: Float32Array;
}

function drawFinger(picture: Pixels, finger: PlacedFinger): void {
  const { root, tip, radius } = finger;
  const reach = radius * 1.7;
  const { width, height } = picture;
  const left = Math.max(0, Math.floor(Math.min(root[0], tip[0]) - reach));
  const right = Math.min(width - 1, Math.ceil(Math.max(root[0], tip[0]) + reach));
  const top = Math.max(0, Math.floor(Math.min(root[1], tip[1]) - reach));
  const bottom = Math.min(height - 1, Math.ceil(Math.max(root[1], tip[1]) + reach));
  for (let y = top; y <= bottom; y += 1)
    for (let x = left; x <= right; x += 1) paintFinger(picture, (y * width + x) * 3, { ...finger, x, y });
}

function paintFinger(
  { data }: Pixels,
  at: number,
  { root, tip, radius, skin, texture, x, y }: PlacedFinger & { x: number; y: number },
): void {
  const [dx, dy] = [tip[0] - root[0], tip[1] - root[1]];
  const length = Math.hypot(dx, dy);
  const along = Math.max(0, Math.min(1, ((x - root[0]) * dx + (y - root[1]) * dy) / length ** 2));
  // A finger narrows a little towards its tip.
  const wide = radius * (1.08 - 0.16 * along);
  const far = Math.hypot(x - root[0] - dx * along, y - root[1] - dy * along) / wide;
  const cover = Math.max(0, Math.min(1, (1 - far) * wide));
  if (cover < 1 && far < 1.55)
    for (let channel = at; channel < at + 3; channel += 1)
      data[channel] = data[channel]! * (0.6 + 0.4 * Math.min(1, Math.max(0, (far - 1) / 0.55)));
  if (cover <= 0) return;
  const nail = nailShare({ x, y, tip, towards: [dx / length, dy / length], wide });
  const grain = texture[((y & 511) << 9) | (x & 511)] ?? 0;
  const crease = along > 0.3 && along < 0.34 ? 0.9 : 1;
  const level = (0.62 + 0.42 * Math.sqrt(Math.max(0, 1 - far * far))) * crease + grain * 0.02;
  const tints = [1 + nail * 0.06, 1 - nail * 0.02, 1 + nail * 0.04] as const;
  for (let channel = 0; channel < 3; channel += 1) {
    const value = Math.min(255, skin[channel]! * level * tints[channel]! * (1 + nail * 0.12));
    data[at + channel] = data[at + channel]! * (1 - cover) + value * cover;
  }
}

/** Returns 1 on the nail and 0 off it. */
function nailShare({
  x,
  y,
  tip,
  towards,
  wide,
}: {
  x: number;
  y: number;
  tip: Point;
  towards: Point;
  wide: number;
}): number {
  const along = (x - tip[0]) * towards[0] + (y - tip[1]) * towards[1] - wide * 0.12;
  const across = (y - tip[1]) * towards[0] - (x - tip[0]) * towards[1];
  return (along / (wide * 0.72)) ** 2 + (across / (wide * 0.62)) ** 2 < 1 ? 1 : 0;
}

/** Darkens the parts of a picture that lie in shadows. Modifies the picture. */
export function drawShadows(picture: Pixels, shadows: readonly Shadow[]): void {
  const { width, height, data } = picture;
  for (const { x, y, angle, light, softness, width: thick } of shadows) {
    const [nx, ny] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
    let at = 0;
    for (let row = 0; row < height; row += 1) {
      for (let column = 0; column < width; column += 1) {
        const deep = ((column - x * width) * nx + (row - y * height) * ny) / width;
        const edge = Math.min(deep, thick - deep) / softness;
        const dark = 1 / (1 + Math.exp(-4 * edge));
        const factor = 1 - (1 - light) * dark;
        for (let channel = 0; channel < 3; channel += 1) {
          data[at] = data[at]! * factor;
          at += 1;
        }
      }
    }
  }
}
