import { pointBetween } from '../picture/points.ts';
import type { Point, Quad } from '../picture/raster.ts';
import { cardFormats, poseOf } from './card-pose.ts';

interface Frame {
  width: number;
  height: number;
}

/** Relative tolerance within which a shape counts as a complete known one. */
const wholeTolerance = 0.035;
/** A card can end exactly at the border only if its sides are parallel to it, as in scans; in degrees. */
const levelWithin = 1.5;
/** Minimum share that a cut-off card lacks. */
const leastCut = 0.02;
/** Maximum length to which a side is extended beyond the picture, as a multiple of its visible part. */
const farthest = 1.4;

/** Possible shapes of a card: the side along the cut direction ÷ the fully visible side, smallest first. */
const shapes = cardFormats
  .flatMap(({ long, short }) => [long / short, short / long])
  .toSorted((a, b) => a - b);

/**
 * Completes a card of which one side is the border of the picture: the card is whole if its shape is a known one; otherwise it is cut off
 * and is extended to the nearest longer known shape.
 * @param border index of the side on the border, counted from the first corner
 * @returns `null` if no known shape is that long
 */
export function completeCutCard(corners: Quad, border: number, frame: Frame): Quad | null {
  const length = (drawn: Quad): number => {
    const { ratio } = poseOf(drawn, frame);
    return border % 2 === 1 ? ratio : 1 / ratio;
  };
  const seen = length(corners);
  const isLevel = slantOf(corners, border) <= levelWithin;
  const seemsWhole = shapes.some((known) => Math.abs(seen / known - 1) <= wholeTolerance);
  const shape = shapes.find((candidate) => candidate >= seen * (1 + leastCut));
  if (seemsWhole && (isLevel || shape === undefined)) return corners;
  if (shape === undefined) return null;
  let [short, long] = [1, farthest];
  if (length(drawOut(corners, border, long)) < shape) return null;
  // The aspect ratio grows with the length, but not linearly because of perspective; bisection needs no formula.
  for (let step = 0; step < 16; step += 1) {
    const middle = (short + long) / 2;
    if (length(drawOut(corners, border, middle)) < shape) short = middle;
    else long = middle;
  }
  return drawOut(corners, border, long);
}

/** Angle between a side and the opposite one, in degrees. */
function slantOf(corners: Quad, side: number): number {
  const angle = (from: Point, to: Point): number => Math.atan2(to[1] - from[1], to[0] - from[0]);
  const at = (index: number): Point => corners[index % 4] ?? corners[0];
  const turn = angle(at(side), at(side + 1)) - angle(at(side + 3), at(side + 2));
  return (Math.abs(Math.atan2(Math.sin(turn), Math.cos(turn))) * 180) / Math.PI;
}

/** Moves the two corners of a side away from the opposite side. */
function drawOut(corners: Quad, side: number, factor: number): Quad {
  const at = (index: number): Point => corners[(index + 4) % 4] ?? corners[0];
  const drawn = [at(0), at(1), at(2), at(3)];
  drawn[side] = pointBetween(at(side - 1), at(side), factor);
  drawn[(side + 1) % 4] = pointBetween(at(side + 2), at(side + 1), factor);
  return drawn as unknown as Quad;
}
