import { scaleBox } from '../picture/points.ts';
import type { Box, Point, Raster } from '../picture/raster.ts';
import type { EvidencePicture, Sign } from './evidence-picture.ts';
import { ramp, roundStrength } from './ramp.ts';

const side = 256;
/** Reflections wash out colours and differ from their surroundings. */
const washedOut = { darkest: 195, spread: 38 };

/**
 * `live.reflection`: one washed-out patch with straight sides that extends across and beyond the face, like a lamp or window reflected in
 * a display or a glossy print. Value: the patch's share of the rotated rectangle around it, 0–1. Light on a real face follows its shape
 * and ends at its outline. Known false alarms: a white sheet or bandage held in front of the face.
 */
export async function liveReflection({ image, faces }: EvidencePicture): Promise<Sign[]> {
  const [face] = faces;
  if (!face) return [];
  const raster = await image.raster(side, 3);
  const scale = raster.width / image.width;
  const oval = ovalOf(scaleBox(face.box, scale));
  let strongest: { strength: number; fill: number } = { strength: 0, fill: 0 };
  for (const patch of brightPatches(raster)) {
    const judged = judgePatch(patch, oval);
    if (judged.strength > strongest.strength) strongest = judged;
  }
  if (strongest.strength < 0.1) return [];
  return [
    {
      code: 'live.reflection',
      strength: strongest.strength,
      value: Math.round(strongest.fill * 100) / 100,
      region: 'face',
      sentence:
        'A bright patch with straight sides lies over face and background alike, like a reflection in glass.',
    },
  ];
}

interface Oval {
  center: Point;
  radii: Point;
}

/** The face without the surroundings in the corners of its box. */
function ovalOf([x, y, width, height]: Box): Oval {
  return { center: [x + width / 2, y + height / 2], radii: [width * 0.4, height * 0.5] };
}

/** Connected washed-out pixels, in patches of at least 60. */
function brightPatches({ width, height, data }: Raster): Point[][] {
  const open = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < open.length; at += 1, from += 3) {
    const [red, green, blue] = [data[from]!, data[from + 1]!, data[from + 2]!];
    const darkest = Math.min(red, green, blue);
    if (darkest >= washedOut.darkest && Math.max(red, green, blue) - darkest <= washedOut.spread)
      open[at] = 1;
  }
  const patches: Point[][] = [];
  for (let start = 0; start < open.length; start += 1) {
    if (open[start] !== 1) continue;
    const patch = takePatch(open, start, width);
    if (patch.length >= 60) patches.push(patch);
  }
  return patches;
}

function takePatch(open: Uint8Array, start: number, width: number): Point[] {
  const pending = [start];
  open[start] = 0;
  const patch: Point[] = [];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const column = at % width;
    patch.push([column, Math.floor(at / width)]);
    // Neighbours beyond the first and last row are not pixels: `open` has no value there.
    for (const next of [at - width, at + width, column > 0 ? at - 1 : -1, column < width - 1 ? at + 1 : -1]) {
      if (open[next] !== 1) continue;
      open[next] = 0;
      pending.push(next);
    }
  }
  return patch;
}

function judgePatch(patch: readonly Point[], { center, radii }: Oval): { strength: number; fill: number } {
  const onFace = patch.filter(
    ([x, y]) => ((x - center[0]) / radii[0]) ** 2 + ((y - center[1]) / radii[1]) ** 2 <= 1,
  ).length;
  const ovalArea = Math.PI * radii[0] * radii[1];
  const covers = ramp(onFace / ovalArea, 0.04, 0.12) * ramp((patch.length - onFace) / ovalArea, 0.05, 0.15);
  // A white wall is also a single patch, but most of it lies outside the face.
  const notWall = ramp(patch.length / Math.max(1, onFace), 14, 8);
  // Overexposed faces are ovals: nearly as wide as they are long, filling three quarters of a rectangle.
  const { fill, stretch } = rectangleRound(patch);
  const straight = ramp(fill, 0.7, 0.84) * ramp(stretch, 1.4, 2);
  return { strength: roundStrength(covers * notWall * straight), fill };
}

/** The best-filled of twelve rotated rectangles around a patch: the share it fills, and its aspect ratio. */
function rectangleRound(patch: readonly Point[]): { fill: number; stretch: number } {
  let best = { fill: 0, stretch: 1 };
  for (let step = 0; step < 12; step += 1) {
    const [cos, sin] = [Math.cos((step * Math.PI) / 24), Math.sin((step * Math.PI) / 24)];
    let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const [x, y] of patch) {
      const [u, v] = [x * cos + y * sin, y * cos - x * sin];
      left = Math.min(left, u);
      right = Math.max(right, u);
      top = Math.min(top, v);
      bottom = Math.max(bottom, v);
    }
    const [width, height] = [right - left + 1, bottom - top + 1];
    const fill = patch.length / (width * height);
    if (fill > best.fill) best = { fill, stretch: Math.max(width, height) / Math.min(width, height) };
  }
  return best;
}
