import { zoneAlphabet, classCount } from '../src/mrz/network.ts';
import type { Raster } from '../src/picture/raster.ts';
import { distanceAt } from '../tools/mrz-cells.ts';
import type { Atlas } from '../tools/mrz-cells.ts';
import { createRandom } from '../tools/mrz-random.ts';
import type { Random } from '../tools/mrz-random.ts';

/** Named picture faults, as the specimens have them. */
export const conditions = [
  'clean',
  'typical',
  'blur',
  'glare',
  'small',
  'dim',
  'tilt',
  'upside',
  'sideways',
] as const;
export type Condition = (typeof conditions)[number];

interface Text {
  /** Millimetres from the card's upper left corner to the top of the first character's cell. */
  x: number;
  y: number;
  pitch: number;
  capHeight: number;
  face: number;
  text: string;
}

interface Card {
  width: number;
  height: number;
  texts: Text[];
}

const PITCH = 2.54;

/** A card or page of true size with labels, blurb and the zone; `lines` null draws it without a zone. */
function layOut(lines: readonly string[] | null, random: Random): Card {
  const columns = lines?.[0]?.length ?? 44;
  const [width, height] = columns === 30 ? [85.6, 54] : columns === 36 ? [105, 74] : [125, 88];
  const texts: Text[] = [];
  for (let row = 0; row < 7; row++) {
    const pitch = random.between(1, 1.9);
    const text = Array.from({ length: 6 + random.below(18) }, () =>
      zoneAlphabet.charAt(random.below(36)),
    ).join('');
    texts.push({ x: 36, y: 5 + row * 4.3, pitch, capHeight: pitch * 1.4, face: 2, text });
  }
  const spacing = columns === 30 ? 4.23 : 6.35;
  const bottom = height - (columns === 30 ? 16.5 : 13.5);
  lines?.forEach((text, row) => {
    const x = (width - columns * PITCH) / 2;
    texts.push({ x, y: bottom + row * spacing, pitch: PITCH, capHeight: 2.5, face: random.below(2), text });
  });
  return { width, height, texts };
}

interface View {
  width: number;
  height: number;
  /** Picture to card millimetres: homogeneous 3 × 3. */
  toCard: number[];
  /** Card millimetres per pixel, about. */
  scale: number;
}

function viewOf(card: Card, condition: Condition, random: Random): View {
  const turned = condition === 'sideways';
  const share =
    condition === 'small'
      ? random.between(0.42, 0.5)
      : condition === 'clean'
        ? 0.92
        : random.between(0.72, 0.88);
  const [width, height] = [1600, 1200];
  const across = turned ? card.height : card.width;
  const scale = Math.max(across / (width * share), (turned ? card.width : card.height) / (height * 0.94));
  const steep = condition === 'tilt' ? 0.3 : condition === 'clean' ? 0 : 0.08;
  const angle =
    (condition === 'clean' ? 0 : random.bell() * (condition === 'tilt' ? 0.07 : 0.025)) +
    (condition === 'upside' ? Math.PI : turned ? (Math.PI / 2) * (random.chance(0.5) ? 1 : -1) : 0);
  const [cos, sin] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
  const [gx, gy] = [(steep * random.bell()) / 1.5 / width, (steep * random.bell()) / 1.5 / width];
  const [cx, cy] = [width / 2 + random.bell() * 10, height / 2 + random.bell() * 10];
  // Card = centre + turn(picture − centre) ÷ (1 + g · (picture − centre))
  const w = 1 - gx * cx - gy * cy;
  const [ox, oy] = [card.width / 2, card.height / 2];
  const toCard = [
    cos + ox * gx,
    -sin + ox * gy,
    -cos * cx + sin * cy + ox * w,
    sin + oy * gx,
    cos + oy * gy,
    -sin * cx - cos * cy + oy * w,
    gx,
    gy,
    w,
  ];
  return { width, height, toCard, scale };
}

function inkAt(card: Card, atlas: Atlas, x: number, y: number, scale: number): number {
  for (const part of card.texts) {
    const v = (y - part.y) / part.capHeight;
    if (v < -0.2 || v > 1.2) continue;
    const column = (x - part.x) / part.pitch;
    const index = Math.floor(column);
    const character = part.text[index];
    if (character === undefined) continue;
    const glyph = part.face * classCount + zoneAlphabet.indexOf(character);
    const distance = distanceAt(atlas, glyph, column - index, v);
    const coverage = Math.max(0, Math.min(1, 0.5 + (distance * part.pitch) / scale));
    if (coverage > 0) return coverage;
  }
  return 0;
}

/** Paper: even colour, waves as printed for security, and a dark block where the portrait would be. */
function paperAt(card: Card, x: number, y: number, strength: number): number {
  if (x > 5 && x < 31 && y > 8 && y < card.height - 19)
    return 120 + 30 * Math.sin(x * 0.7) * Math.cos(y * 0.5);
  const waves = Math.sin(y * 5 + 3 * Math.sin(x * 0.5)) + Math.sin(x * 4 + 3 * Math.sin(y * 0.4));
  return 222 + strength * waves;
}

function paint(card: Card, atlas: Atlas, view: View, random: Random): Float32Array {
  const picture = new Float32Array(view.width * view.height);
  const m = view.toCard as [number, number, number, number, number, number, number, number, number];
  const desk = random.between(60, 170);
  const waves = random.between(0, 9);
  const ink = random.between(20, 70);
  for (let py = 0; py < view.height; py++) {
    for (let px = 0; px < view.width; px++) {
      const w = m[6] * px + m[7] * py + m[8];
      const x = (m[0] * px + m[1] * py + m[2]) / w;
      const y = (m[3] * px + m[4] * py + m[5]) / w;
      let value = desk + 12 * Math.sin(px * 0.013) + 8 * Math.sin(py * 0.21 + px * 0.02);
      if (x >= 0 && y >= 0 && x < card.width && y < card.height) {
        const paper = paperAt(card, x, y, waves);
        const coverage = inkAt(card, atlas, x, y, view.scale);
        value = paper + (ink - paper) * coverage;
      }
      picture[py * view.width + px] = value;
    }
  }
  return picture;
}

function boxBlur(picture: Float32Array, width: number, radius: number): void {
  const height = picture.length / width;
  const line = new Float32Array(Math.max(width, height));
  const pass = (start: number, step: number, length: number): void => {
    for (let i = 0; i < length; i++) line[i] = picture[start + i * step] as number;
    for (let i = 0; i < length; i++) {
      let sum = 0;
      for (let k = -radius; k <= radius; k++) sum += line[Math.max(0, Math.min(length - 1, i + k))] as number;
      picture[start + i * step] = sum / (2 * radius + 1);
    }
  };
  for (let y = 0; y < height; y++) pass(y * width, 1, width);
  for (let x = 0; x < width; x++) pass(x, width, height);
}

function expose(picture: Float32Array, view: View, condition: Condition, random: Random): Raster {
  if (condition === 'blur') {
    boxBlur(picture, view.width, 2);
    boxBlur(picture, view.width, 1);
  } else if (condition !== 'clean') boxBlur(picture, view.width, 1);
  const noise = condition === 'clean' ? 1 : condition === 'dim' ? 7 : 4;
  const gain = condition === 'dim' ? 0.35 : 1;
  const [gx, gy] = [random.bell() * 0.12, random.bell() * 0.12];
  const glare = condition === 'glare' ? 150 : 0;
  const [spotX, spotY] = [random.between(0.2, 0.8), random.between(0.4, 0.9)];
  const data = new Uint8Array(picture.length);
  for (let i = 0; i < data.length; i++) {
    const [x, y] = [(i % view.width) / view.width, Math.floor(i / view.width) / view.height];
    const spot = glare * Math.exp(-((x - spotX) ** 2 + (y - spotY) ** 2) / 0.02);
    const light = gain * (1 + gx * (x - 0.5) * 2 + gy * (y - 0.5) * 2);
    data[i] = Math.max(0, Math.min(255, (picture[i] as number) * light + spot + noise * random.bell()));
  }
  return { width: view.width, height: view.height, channels: 1, data };
}

/** A synthetic capture of a card with the given zone, drawn from the glyph atlas; same seed, same picture. */
export function drawScene(
  atlas: Atlas,
  lines: readonly string[] | null,
  options: { condition: Condition; seed: number },
): Raster {
  const random = createRandom(options.seed);
  const card = layOut(lines, random);
  const view = viewOf(card, options.condition, random);
  return expose(paint(card, atlas, view, random), view, options.condition, random);
}
