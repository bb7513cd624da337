import { zoneAlphabet, classCount } from '../src/mrz/network.ts';
import { distanceAt } from '../tools/mrz-cells.ts';
import type { Atlas } from '../tools/mrz-cells.ts';
import type { Random } from '../tools/mrz-random.ts';

/** A grey picture with room for values between and beyond 0 and 255, rows from top to bottom. */
export interface Sheet {
  width: number;
  height: number;
  data: Float32Array;
}

/** How a page looks before a camera or scanner sees it. Lengths in pitches of the zone unless said otherwise. */
export interface PageStyle {
  /** Face of the zone by its number in the atlas. */
  face: number;
  /** Grey of paper and print, 0–255. */
  paper: number;
  ink: number;
  /** Added to each side of every stroke, in pitches. */
  weight: number;
  /** Strength of the printed line pattern, in grey levels. */
  guilloche: number;
  /** Spread of each character's place, in pitches, and growth of the pitch from left to right. */
  jitter: number;
  stretch: number;
  /** The word SPECIMEN across the zone: 0 none, 1 as dark as the print. */
  overprint: number;
  /** Spread of uneven, rough ink, 0–1, and how many worn or dirty spots lie on the zone. */
  roughness: number;
  spots: number;
  /** Strength of surface relief, in grey levels. */
  relief: number;
  /** A light band of this grey behind the zone on an otherwise darker page, or `null`. */
  band: number | null;
}

/** Every page style starts from this. */
export const plainStyle: PageStyle = {
  face: 0,
  paper: 225,
  ink: 45,
  weight: 0,
  guilloche: 4,
  jitter: 0,
  stretch: 0,
  overprint: 0,
  roughness: 0,
  spots: 0,
  relief: 0,
  band: null,
};

const PITCH_MM = 2.54;

/** Pixels per pitch in which pages are drawn. */
export const FINE = 24;

const SCALE = FINE / PITCH_MM;

interface Line {
  /** Left end and top of the capitals, in pixels of the page. */
  x: number;
  y: number;
  pitch: number;
  capHeight: number;
  face: number;
  text: string;
  ink: number;
  weight: number;
}

function drawGlyph(page: Sheet, atlas: Atlas, line: Line, at: { x: number; character: string }): void {
  const glyph = line.face * classCount + zoneAlphabet.indexOf(at.character);
  const [left, right] = [Math.floor(at.x - 0.1 * line.pitch), Math.ceil(at.x + 1.1 * line.pitch)];
  const [top, bottom] = [
    Math.floor(line.y - 0.25 * line.capHeight),
    Math.ceil(line.y + 1.25 * line.capHeight),
  ];
  for (let y = Math.max(0, top); y < Math.min(page.height, bottom); y++) {
    for (let x = Math.max(0, left); x < Math.min(page.width, right); x++) {
      const distance = distanceAt(
        atlas,
        glyph,
        (x + 0.5 - at.x) / line.pitch,
        (y + 0.5 - line.y) / line.capHeight,
      );
      const coverage = Math.max(0, Math.min(1, 0.5 + (distance + line.weight) * line.pitch));
      const i = y * page.width + x;
      page.data[i] = (page.data[i] as number) + (line.ink - (page.data[i] as number)) * coverage;
    }
  }
}

function drawLine(page: Sheet, atlas: Atlas, line: Line, place: (index: number) => number): void {
  Array.from(line.text).forEach((character, index) => {
    if (character === ' ') return;
    drawGlyph(page, atlas, line, { x: line.x + place(index) * line.pitch, character });
  });
}

/** Paper with two families of printed waves and a slow change of tone. */
function layPaper(page: Sheet, style: PageStyle, random: Random): void {
  const waves = Array.from({ length: 3 }, () => {
    const angle = random.between(0, Math.PI);
    const length = random.between(0.25, 1.6) * FINE;
    const [fx, fy] = [(Math.cos(angle) * 6.28) / length, (Math.sin(angle) * 6.28) / length];
    return {
      fx,
      fy,
      bend: random.between(0, 3),
      slow: random.between(0.002, 0.02),
      at: random.between(0, 6),
    };
  });
  const [toneX, toneY] = [random.bell() * 12, random.bell() * 12];
  for (let y = 0; y < page.height; y++) {
    for (let x = 0; x < page.width; x++) {
      let value = style.paper + (toneX * x) / page.width + (toneY * y) / page.height;
      for (const wave of waves) {
        const bent = wave.bend * Math.sin((x + y) * wave.slow);
        const line = Math.sin(x * wave.fx + y * wave.fy + bent + wave.at);
        value -= style.guilloche * Math.max(0, line * 2 - 0.6);
      }
      page.data[y * page.width + x] = value;
    }
  }
}

function fill(
  page: Sheet,
  box: { left: number; top: number; right: number; bottom: number },
  value: number,
): void {
  for (let y = Math.max(0, Math.round(box.top)); y < Math.min(page.height, box.bottom); y++) {
    for (let x = Math.max(0, Math.round(box.left)); x < Math.min(page.width, box.right); x++) {
      const i = y * page.width + x;
      page.data[i] = (page.data[i] as number) * 0.35 + value * 0.65;
    }
  }
}

/** Labels and values beside a portrait, as on any document, in a plain face. */
function printFields(page: Sheet, atlas: Atlas, bottom: number, random: Random): void {
  const portrait = { left: 4 * SCALE, top: 9 * SCALE, right: 0.32 * page.width, bottom: bottom - 3 * SCALE };
  fill(page, portrait, 120);
  fill(page, { ...portrait, top: portrait.top + 4 * SCALE, left: 9 * SCALE, right: 0.26 * page.width }, 170);
  for (let y = 4 * SCALE; y < bottom - 4 * SCALE; y += random.between(3.4, 4.6) * SCALE) {
    const pitch = random.between(1, 1.9) * SCALE;
    const text = Array.from({ length: 6 + random.below(18) }, () =>
      random.chance(0.1) ? ' ' : zoneAlphabet.charAt(random.below(36)),
    ).join('');
    const line = {
      x: 0.36 * page.width,
      y,
      pitch,
      capHeight: pitch * 1.25,
      face: 2,
      text,
      ink: 60,
      weight: 0,
    };
    drawLine(page, atlas, line, (index) => index * 0.95);
  }
}

/** The word SPECIMEN in large letters along a slanting line through the zone. */
function overprint(
  page: Sheet,
  atlas: Atlas,
  at: { middle: number; share: number; ink: number },
  random: Random,
) {
  const word = 'SPECIMEN';
  const pitch = (page.width * random.between(0.7, 0.95)) / word.length;
  const slope = random.between(-0.25, 0.25);
  const strokes: Sheet = { ...page, data: new Float32Array(page.data.length).fill(255) };
  Array.from(word).forEach((character, index) => {
    const x = page.width * 0.03 + index * pitch;
    const y = at.middle - pitch * random.between(0.5, 0.6) + slope * (x - page.width / 2);
    const line = { x: 0, y, pitch, capHeight: pitch * 1.1, face: 2, text: '', ink: 0, weight: 0 };
    drawGlyph(strokes, atlas, line, { x, character });
  });
  for (let i = 0; i < page.data.length; i++) {
    const share = at.share * (1 - (strokes.data[i] as number) / 255);
    page.data[i] = (page.data[i] as number) * (1 - share) + at.ink * share;
  }
}

/** Smooth noise of the given grain in pixels, about −1 to 1. */
function grainOf(
  width: number,
  height: number,
  grain: number,
  random: Random,
): (x: number, y: number) => number {
  const columns = Math.ceil(width / grain) + 2;
  const values = Float32Array.from(
    { length: columns * (Math.ceil(height / grain) + 2) },
    () => random.bell() * 0.7,
  );
  return (x, y) => {
    const [gx, gy] = [x / grain, y / grain];
    const at = Math.floor(gy) * columns + Math.floor(gx);
    const [fx, fy] = [gx - Math.floor(gx), gy - Math.floor(gy)];
    const above = (values[at] as number) * (1 - fx) + (values[at + 1] as number) * fx;
    const below = (values[at + columns] as number) * (1 - fx) + (values[at + columns + 1] as number) * fx;
    return above * (1 - fy) + below * fy;
  };
}

/** Rough ink, worn and dirty spots, relief of laminate or embossing. */
function weather(page: Sheet, style: PageStyle, zone: { top: number; bottom: number }, random: Random): void {
  const rough = grainOf(page.width, page.height, FINE / 5, random);
  const relief = grainOf(page.width, page.height, FINE / 3, random);
  for (let y = 0; y < page.height; y++) {
    for (let x = 0; x < page.width; x++) {
      const i = y * page.width + x;
      const value = page.data[i] as number;
      const inked = Math.max(0, (style.paper - value) / Math.max(1, style.paper - style.ink));
      page.data[i] =
        value +
        inked * style.roughness * (style.paper - style.ink) * Math.max(0, rough(x, y)) +
        style.relief * relief(x, y);
    }
  }
  for (let spot = 0; spot < style.spots; spot++) {
    const [cx, cy] = [random.next() * page.width, random.between(zone.top, zone.bottom)];
    const radius = random.between(0.15, 0.4) * FINE;
    const tone = random.chance(0.5) ? style.paper : style.ink + 40;
    for (let y = Math.max(0, Math.floor(cy - radius)); y < Math.min(page.height, cy + radius); y++) {
      for (let x = Math.max(0, Math.floor(cx - radius)); x < Math.min(page.width, cx + radius); x++) {
        const near = Math.max(0, 1 - ((x - cx) ** 2 + (y - cy) ** 2) / radius ** 2);
        const i = y * page.width + x;
        page.data[i] = (page.data[i] as number) + (tone - (page.data[i] as number)) * near * 0.8;
      }
    }
  }
}

/** A whole card or page in true proportions, drawn at `FINE` pixels a pitch; without `lines` it has no zone. */
export function drawPage(
  atlas: Atlas,
  lines: readonly string[] | null,
  style: PageStyle,
  random: Random,
): Sheet {
  const columns = lines?.[0]?.length ?? 30;
  const [widthMm, heightMm] = columns === 30 ? [85.6, 54] : columns === 36 ? [105, 74] : [125, 88];
  const [width, height] = [Math.round(widthMm * SCALE), Math.round(heightMm * SCALE)];
  const page: Sheet = { width, height, data: new Float32Array(width * height) };
  layPaper(page, style, random);
  const count = lines?.length ?? 0;
  const capHeight = (atlas.capHeights[style.face] as number) * FINE;
  const spacing = Math.max((count === 3 ? 4.23 : 6.35) * SCALE, 1.5 * capHeight);
  const bottom = height - (count === 0 ? 2 : 4.2) * SCALE - Math.max(0, count - 1) * spacing - capHeight;
  printFields(page, atlas, bottom, random);
  if (style.band !== null)
    fill(page, { left: 0, top: bottom - 3 * SCALE, right: width, bottom: height }, style.band);
  lines?.forEach((text, row) => {
    const x = (width - columns * FINE) / 2 + random.bell() * 0.1 * FINE;
    const line = {
      x,
      y: bottom + row * spacing,
      pitch: FINE,
      capHeight,
      face: style.face,
      text,
      ink: style.ink,
      weight: style.weight,
    };
    const half = columns / 2;
    drawLine(
      page,
      atlas,
      line,
      (index) =>
        index +
        (style.stretch * (index - half) * Math.abs(index - half)) / half +
        style.jitter * random.bell(),
    );
  });
  if (style.overprint > 0) {
    const middle = bottom + ((count - 1) * spacing + capHeight) / 2;
    overprint(page, atlas, { middle, share: style.overprint, ink: style.ink }, random);
  }
  weather(page, style, { top: bottom, bottom: height }, random);
  return page;
}
