import type { Face } from '../faces/find-faces.ts';
import { scaleBox } from '../picture/points.ts';
import type { Point, Quad, Raster } from '../picture/raster.ts';
import { fineSide, type EvidencePicture, type Sign } from './evidence-picture.ts';
import { ramp, roundStrength } from './ramp.ts';
import { leastShare, patchSide, tracePattern, type PatternTrace } from './trace-pattern.ts';

/** Positions of the patches on a face, as shares of its box. */
const faceSpots: readonly Point[] = [
  [0.5, 0.5],
  [0.2, 0.25],
  [0.8, 0.25],
  [0.25, 0.8],
  [0.75, 0.8],
];
/** Narrower faces, in pixels of the raster, are too small for several patches. */
const narrowestFace = 0.85 * patchSide;
const cardColumns = [1 / 8, 3 / 8, 5 / 8, 7 / 8];
const cardRows = [1 / 4, 3 / 4];
/** The grids of displays are aligned with their content; the dots of prints are rotated. In degrees. */
const uprightGrid = 8;

interface Pattern {
  strength: number;
  /** Wavelength in pixels of the original. */
  period: number;
  /** Whether it looks like a display rather than a print. */
  display: boolean;
}

/**
 * `live.pattern`: a fine wave across the whole face. Value: wavelength in pixels. Known false alarms: veils and masks of coarse net over
 * the whole face, pictures enlarged twice by odd factors.
 */
export async function livePattern(picture: EvidencePicture): Promise<Sign[]> {
  const pattern = await patternOnFace(picture);
  if (pattern === null) return [];
  return [
    {
      code: 'live.pattern',
      strength: pattern.strength,
      value: pattern.period,
      region: 'face',
      sentence: 'A fine regular pattern runs through the face, as on pictures taken of a display or a print.',
    },
  ];
}

/**
 * `doc.recaptured` and `doc.printed_copy`: a fine wave across the whole portrait; without a portrait, a grid of two directions across
 * nearly the whole card. Value: wavelength in pixels. Print backgrounds of ruled or waved lines end at the portrait and give no sign.
 * Display and print are distinguished only by angle and colour: about one in five of the simulated ones is named the wrong way. Known
 * false alarms: portraits printed with a coarse dot screen when the document was made, and scans of such prints.
 */
export async function documentPattern(picture: EvidencePicture): Promise<Sign[]> {
  const pattern = (await patternOnFace(picture)) ?? (await patternOnBack(picture));
  if (pattern === null) return [];
  const { strength, period: value } = pattern;
  const region = picture.faces.length > 0 ? 'portrait' : 'card';
  return pattern.display
    ? [
        {
          code: 'doc.recaptured',
          strength,
          value,
          region,
          sentence: 'A fine upright grid runs through the document, as on pictures taken of a display.',
        },
      ]
    : [
        {
          code: 'doc.printed_copy',
          strength,
          value,
          region,
          sentence: 'A fine screen of dots runs through the document, as on printed copies.',
        },
      ];
}

async function patternOnFace({ image, faces }: EvidencePicture): Promise<Pattern | null> {
  const [face] = faces;
  if (!face) return null;
  const raster = await image.raster(fineSide, 3);
  const scale = raster.width / image.width;
  const [x, y, width, height] = scaleBox(face.box, scale);
  if (width < narrowestFace) return null;
  const spots = faceSpots.map(([u, v]): Point => [x + u * width, y + v * height]);
  const trace = tracePattern(raster, spots);
  if (trace === null) return null;
  const pattern = judgeTrace(trace, { scale, roll: face.roll });
  if (pattern === null || !isProcessed(trace, raster, face, scale)) return pattern;
  return null;
}

/** Average over three corners of the picture from which a wave counts as part of the whole file: it must be in two of them. */
const wholeFile = 0.6;

/**
 * A wave that is rigid on the face and equally rigid far from it comes from enlarging or compressing the file. One corner alone proves
 * nothing: a photographed print extends there as well, and a single patch is always rigid.
 */
function isProcessed(
  { light, colour }: { light: PatternTrace; colour: PatternTrace },
  raster: Raster,
  face: Face,
  scale: number,
): boolean {
  const seen = lightScore(light) >= colourScore(colour) ? light : colour;
  const { wave } = seen;
  if (!seen.rigid || wave === null) return false;
  const middle = (face.box[0] + face.box[2] / 2) * scale;
  const far = patchSide / 2 + 4;
  const column = middle > raster.width / 2 ? far : raster.width - far;
  const corners: Point[] = [
    [column, far],
    [column, raster.height - far],
    [raster.width - column, far],
  ];
  const there = tracePattern(raster, corners);
  const same = (trace: PatternTrace | undefined): boolean =>
    trace !== undefined &&
    trace.share >= wholeFile &&
    trace.rigid &&
    trace.wave?.x === wave.x &&
    trace.wave.y === wave.y;
  return same(there?.light) || same(there?.colour);
}

/** Backs have no portrait to examine; background print may cover all of them, so the requirements are high. */
async function patternOnBack({ image, faces, card }: EvidencePicture): Promise<Pattern | null> {
  if (faces.length > 0 || card === null) return null;
  const raster = await image.raster(fineSide, 3);
  const scale = raster.width / image.width;
  const trace = tracePattern(raster, cardSpots(card.corners, scale));
  if (trace === null || trace.light.share < 0.85 || trace.light.crossShare < 0.7) return null;
  const pattern = judgeTrace(trace, { scale, roll: angleOfTop(card.corners) });
  return pattern && { ...pattern, strength: Math.min(0.6, pattern.strength) };
}

function cardSpots([a, b, c, d]: Quad, scale: number): Point[] {
  return cardRows.flatMap((v) =>
    cardColumns.map((u): Point => {
      const at = (axis: 0 | 1): number =>
        ((a[axis] * (1 - u) + b[axis] * u) * (1 - v) + (d[axis] * (1 - u) + c[axis] * u) * v) * scale;
      return [at(0), at(1)];
    }),
  );
}

function angleOfTop([a, b]: Quad): number {
  return (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;
}

function lightScore({ share, crossShare, wave }: PatternTrace): number {
  return ramp(share, leastShare, 1) * (0.5 + 0.5 * crossShare) * ramp(wave?.height ?? 0, 3, 4.6);
}

/** Waves of colour have fewer innocent causes than waves of light. */
function colourScore({ share, crossShare, wave }: PatternTrace): number {
  return ramp(share, leastShare, 1) * (0.6 + 0.4 * crossShare) * ramp(wave?.height ?? 0, 3, 4.2);
}

function judgeTrace(
  { light, colour }: { light: PatternTrace; colour: PatternTrace },
  { scale, roll }: { scale: number; roll: number },
): Pattern | null {
  const [inLight, inColour] = [lightScore(light), colourScore(colour)];
  const { wave } = inLight >= inColour ? light : colour;
  const strength = roundStrength(Math.max(inLight, inColour));
  if (wave === null || strength < 0.1) return null;
  // Waves at right angles belong to one grid.
  const turn = (((Math.atan2(wave.y, wave.x) * 180) / Math.PI - roll) % 90) + 90;
  const askew = Math.min(turn % 90, 90 - (turn % 90));
  return {
    strength,
    period: Math.round(10 / Math.hypot(wave.x, wave.y) / scale) / 10,
    display: askew <= uprightGrid || inColour > inLight,
  };
}
