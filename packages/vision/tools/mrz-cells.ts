import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { zoneAlphabet, cellShape, classCount } from '../src/mrz/network.ts';
import { ATLAS } from './mrz-atlas-layout.ts';
import type { Random } from './mrz-random.ts';

/** The glyph atlas in memory: signed distances in pitches, positive inside the ink. */
export interface Atlas {
  sha256: string;
  distances: Float32Array;
  /** Capital height of each face in pitches. */
  capHeights: number[];
}

/** Reads the atlas and refuses one that is not the committed one. Throws when the digests differ. */
export function loadAtlas(directory: string): Atlas {
  const bytes = readFileSync(`${directory}/mrz-atlas.bin`);
  const manifest = JSON.parse(readFileSync(`${directory}/mrz-atlas.json`, 'utf8')) as {
    sha256: string;
    faces: { capHeightPerPitch: number }[];
  };
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (sha256 !== manifest.sha256) throw new Error('mrz-atlas.bin does not match mrz-atlas.json');
  const distances = Float32Array.from(bytes, (value) => ((value - 128) / 127) * ATLAS.reach);
  return { sha256, distances, capHeights: manifest.faces.map((face) => face.capHeightPerPitch) };
}

const GLYPH = ATLAS.width * ATLAS.height;

/** Distance at (u, v) of a glyph, bilinear; far outside the glyph's box it is `-reach`. */
export function distanceAt(atlas: Atlas, glyph: number, u: number, v: number): number {
  const x = ((u - ATLAS.left) / (ATLAS.right - ATLAS.left)) * ATLAS.width - 0.5;
  const y = ((v - ATLAS.top) / (ATLAS.bottom - ATLAS.top)) * ATLAS.height - 0.5;
  if (x < 0 || y < 0 || x >= ATLAS.width - 1 || y >= ATLAS.height - 1) return -ATLAS.reach;
  const [x0, y0] = [Math.floor(x), Math.floor(y)];
  const [fx, fy] = [x - x0, y - y0];
  const at = glyph * GLYPH + y0 * ATLAS.width + x0;
  const d = atlas.distances;
  const above = (d[at] as number) * (1 - fx) + (d[at + 1] as number) * fx;
  const below = (d[at + ATLAS.width] as number) * (1 - fx) + (d[at + ATLAS.width + 1] as number) * fx;
  return above * (1 - fy) + below * fy;
}

/** A small picture in drawing resolution. */
interface Patch {
  width: number;
  height: number;
  data: Float64Array;
}

const FILLER = zoneAlphabet.indexOf('<');

function pickFace(random: Random): number {
  let rest = random.next();
  const found = ATLAS.faces.findIndex((face) => (rest -= face.share) < 0);
  return Math.max(0, found);
}

function pickNeighbour(random: Random): number | null {
  if (random.chance(0.1)) return null;
  return random.chance(0.3) ? FILLER : random.below(classCount);
}

/** A gentle bend of the glyph's outline, so that other cuts of the face are not strange to the network. */
interface Bend {
  across: number;
  acrossPhase: number;
  acrossWave: number;
  down: number;
  downPhase: number;
  downWave: number;
}

function pickBend(random: Random): Bend {
  return {
    across: random.bell() * 0.014,
    acrossPhase: random.between(0, 6.28),
    acrossWave: random.between(2, 6.5),
    down: random.bell() * 0.016,
    downPhase: random.between(0, 6.28),
    downWave: random.between(2, 6.5),
  };
}

/** Margin around the cell in drawing pixels, so that blur and resampling see what lies beyond the border. */
const MARGIN = 3;

/** Draws a character with its neighbours: random place, size, slant, turn, stroke weight and resolution. */
function drawCell(atlas: Atlas, label: number, random: Random): Patch {
  const face = pickFace(random);
  const capHeight = atlas.capHeights[face] as number;
  const pixels = random.chance(0.5) ? random.between(6, 14) : random.between(12, 24);
  const width = Math.round(pixels);
  const height = Math.max(8, Math.round((pixels * cellShape.height) / cellShape.width));
  const patch = { width: width + 2 * MARGIN, height: height + 2 * MARGIN, data: new Float64Array(0) };
  patch.data = new Float64Array(patch.width * patch.height);
  const [shiftX, shiftY] = [random.bell() * 0.06, random.bell() * 0.075];
  const [scaleX, scaleY] = [1 + random.bell() * 0.06, 1.3 * (1 + random.bell() * 0.075)];
  const [shear, turn] = [random.bell() * 0.07, random.bell() * 0.035];
  const weight = random.bell() * 0.028 - random.next() * (ATLAS.faces[face]?.thinned ?? 0);
  const bend = pickBend(random);
  const glyphs = [pickNeighbour(random), label, pickNeighbour(random)];
  const offsets = [random.bell() * 0.03, 0, random.bell() * 0.03];
  const softness = 1 / width;
  for (let y = 0; y < patch.height; y++) {
    for (let x = 0; x < patch.width; x++) {
      const px = (x - MARGIN + 0.5) / width - 0.5;
      const py = (y - MARGIN + 0.5) / height - 0.5;
      const u0 = (px + py * shear) * scaleX + 0.5 + shiftX;
      const v0 = (py + (px * turn) / capHeight) * scaleY + 0.5 + shiftY;
      const u = u0 + bend.across * Math.sin(v0 * bend.acrossWave + bend.acrossPhase);
      const v = v0 + bend.down * Math.sin(u0 * bend.downWave + bend.downPhase);
      let distance: number = -ATLAS.reach;
      for (let k = 0; k < 3; k++) {
        const glyph = glyphs[k] as number | null;
        const local = u - (k - 1) - (offsets[k] as number);
        if (glyph === null || local < ATLAS.left || local > ATLAS.right) continue;
        distance = Math.max(distance, distanceAt(atlas, face * classCount + glyph, local, v));
      }
      patch.data[y * patch.width + x] = Math.max(0, Math.min(1, 0.5 + (distance + weight) / softness));
    }
  }
  return patch;
}

function blurRows(patch: Patch, share: number): void {
  const { width, height, data } = patch;
  for (let y = 0; y < height; y++) {
    let before = data[y * width] as number;
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const here = data[at] as number;
      const after = x + 1 < width ? (data[at + 1] as number) : here;
      data[at] = here * (1 - 2 * share) + (before + after) * share;
      before = here;
    }
  }
}

function blurColumns(patch: Patch, share: number): void {
  const { width, height, data } = patch;
  for (let x = 0; x < width; x++) {
    let before = data[x] as number;
    for (let y = 0; y < height; y++) {
      const at = y * width + x;
      const here = data[at] as number;
      const after = y + 1 < height ? (data[at + width] as number) : here;
      data[at] = here * (1 - 2 * share) + (before + after) * share;
      before = here;
    }
  }
}

/** Lens blur both ways, sometimes much stronger one way as from a moving hand. */
function blur(patch: Patch, random: Random): void {
  if (random.chance(0.25)) return;
  const passes = 1 + random.below(Math.min(5, Math.ceil((patch.width - 2 * MARGIN) / 4) - 1));
  const moving = random.chance(0.15);
  const across = moving ? random.between(0, 0.33) : random.between(0.05, 0.33);
  const down = moving ? random.between(0, 0.33) : across;
  for (let pass = 0; pass < passes; pass++) {
    blurRows(patch, across);
    blurColumns(patch, down);
  }
}

/** Spots of dirt, worn places and scratches: soft discs and bars that add or take ink. */
function wear(patch: Patch, random: Random): void {
  const spots = random.chance(0.22) ? 1 + random.below(3) : 0;
  for (let spot = 0; spot < spots; spot++) {
    const [cx, cy] = [random.next() * patch.width, random.next() * patch.height];
    const radius = random.between(0.04, 0.14) * patch.width;
    const [ax, ay] = random.chance(0.3) ? [0.12, 1] : [1, random.between(0.6, 1.6)];
    const strength = random.chance(0.5) ? -random.between(0.3, 1) : random.between(0.2, 0.8);
    for (let i = 0; i < patch.data.length; i++) {
      const dx = ((i % patch.width) - cx) * ax;
      const dy = (Math.floor(i / patch.width) - cy) * ay;
      const near = Math.max(0, 1 - (dx * dx + dy * dy) / (radius * radius * 2));
      patch.data[i] = Math.max(0, Math.min(1.1, (patch.data[i] as number) + strength * near));
    }
  }
}

/** The edge of something large and grey across the cell: an overprinted word, a stamp, the rim of a portrait. */
function overprint(patch: Patch, random: Random): void {
  if (!random.chance(0.12)) return;
  const angle = random.between(0, 2 * Math.PI);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [from, wide] = [random.bell() * 0.35 * patch.width, random.between(0.3, 1.2) * patch.width];
  const strength = random.between(0.1, 0.45);
  const soft = random.between(0.5, 2);
  for (let i = 0; i < patch.data.length; i++) {
    const x = (i % patch.width) - patch.width / 2;
    const y = Math.floor(i / patch.width) - patch.height / 2;
    const along = x * cos + y * sin - from;
    const inside = Math.min(1, Math.max(0, 0.5 + Math.min(along, wide - along) / soft));
    const ink = patch.data[i] as number;
    patch.data[i] = ink + (1 - Math.min(1, ink)) * strength * inside;
  }
}

/** Paper: light gradient, printed line patterns, embossed edges, gamma and noise. */
function print(patch: Patch, random: Random): void {
  const gain = random.between(0.45, 1.1);
  const gamma = Math.exp(random.bell() * 0.22);
  const [gradientX, gradientY] = [random.bell() * 0.08, random.bell() * 0.08];
  const pattern = random.chance(0.45) ? random.between(0.03, 0.34) : 0;
  const angle = random.between(0, Math.PI);
  const wave = random.between(0.5, 3.5) / patch.width;
  const phase = random.between(0, 7);
  const [cos, sin] = [Math.cos(angle) * wave * 6.28, Math.sin(angle) * wave * 6.28];
  const emboss = random.chance(0.14) ? random.between(-0.5, 0.5) : 0;
  const noise = random.chance(0.7) ? random.between(0, 0.1) : 0;
  let before = 0;
  for (let i = 0; i < patch.data.length; i++) {
    const [x, y] = [i % patch.width, Math.floor(i / patch.width)];
    const ink = patch.data[i] as number;
    let value = gain * Math.pow(Math.max(0, ink), gamma);
    value += (gradientX * x) / patch.width + (gradientY * y) / patch.height + emboss * (ink - before);
    value += pattern * Math.max(0, Math.sin(x * cos + y * sin + phase)) * (1 - 0.5 * ink);
    patch.data[i] = value + noise * random.bell();
    before = ink;
  }
}

/** Samples the patch without its margin to the size of a cell, as the reader does from a photo. */
function resample(patch: Patch, target: Float64Array): void {
  const [stepX, stepY] = [
    (patch.width - 2 * MARGIN) / cellShape.width,
    (patch.height - 2 * MARGIN) / cellShape.height,
  ];
  for (let cy = 0; cy < cellShape.height; cy++) {
    const y = MARGIN + (cy + 0.5) * stepY - 0.5;
    const y0 = Math.floor(y);
    const fy = y - y0;
    for (let cx = 0; cx < cellShape.width; cx++) {
      const x = MARGIN + (cx + 0.5) * stepX - 0.5;
      const x0 = Math.floor(x);
      const fx = x - x0;
      const at = y0 * patch.width + x0;
      const d = patch.data;
      const above = (d[at] as number) * (1 - fx) + (d[at + 1] as number) * fx;
      const below = (d[at + patch.width] as number) * (1 - fx) + (d[at + patch.width + 1] as number) * fx;
      target[cy * cellShape.width + cx] = above * (1 - fy) + below * fy;
    }
  }
}

/**
 * Writes one synthetic training cell and returns its class. Everything about it comes from `random`.
 * Fillers get a larger share than the other classes because zones are full of them.
 */
export function makeCell(atlas: Atlas, random: Random, target: Float64Array): number {
  const label = random.chance(0.05) ? FILLER : random.below(classCount);
  const patch = drawCell(atlas, label, random);
  wear(patch, random);
  overprint(patch, random);
  blur(patch, random);
  print(patch, random);
  resample(patch, target);
  return label;
}
