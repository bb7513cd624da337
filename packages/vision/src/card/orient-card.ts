import { inverse, project, unitSquareTo } from '../picture/homography.ts';
import type { Point, Quad } from '../picture/raster.ts';
import type { CardFinding } from '@countersign/findings';
import { sideLength, turnCorners } from './card-pose.ts';

/** Evidence for the orientation of a document. Boxes and corners are in pixels of the upright original. */
export interface OrientationHints {
  /** Clockwise rotation of the portrait in degrees; sufficient on its own. */
  portraitRoll?: number | null;
  /** Corners of the machine-readable zone, which runs along the lower edge, in order around it. */
  zone?: Quad | null;
  /** Clockwise rotation of the lines of print in degrees, if they were read the right way up. */
  textAngle?: number | null;
  /** The format if known from zone or print: shapes alone do not distinguish ID2 from ID3. */
  format?: CardFinding['format'];
}

/** Orders the card's corners for upright reading, as far as the hints allow; without hints the card is returned unchanged. */
export function orientCard(card: CardFinding, hints: OrientationHints): CardFinding {
  const known = hints.format ? { ...card, format: hints.format } : card;
  const angle = hints.portraitRoll ?? hints.textAngle;
  if (angle !== null && angle !== undefined) return turned(known, quartersTowards(card.corners, angle));
  if (hints.zone) return turned(known, quartersOverZone(card.corners, hints.zone));
  return known;
}

/** Clockwise angle in degrees at which the top side of a card runs in the picture. */
export function topAngle([from, to]: Quad): number {
  return (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;
}

/** Position of a point of the picture on the card: (0, 0) is the top left, (1, 1) the bottom right. */
export function placeOnCard(corners: Quad, point: Point): Point {
  return project(inverse(unitSquareTo(corners)), point);
}

function turned(card: CardFinding, quarters: number): CardFinding {
  const corners = turnCorners(card.corners, quarters);
  const clockwise = Math.round(topAngle(corners) / 90) * 90;
  return { ...card, corners, rotation: ((((360 - clockwise) % 360) + 360) % 360) as CardFinding['rotation'] };
}

function quartersTowards(corners: Quad, angle: number): number {
  const off = (quarters: number): number => {
    const turn = topAngle(turnCorners(corners, quarters)) - angle;
    // Angles wrap around; their cosine does not.
    return -Math.cos((turn * Math.PI) / 180);
  };
  return [0, 1, 2, 3].reduce((best, next) => (off(next) < off(best) ? next : best));
}

/** Of the two orders whose top side is parallel to the zone, the one with the zone in the lower half. */
function quartersOverZone(corners: Quad, zone: Quad): number {
  const longest =
    sideLength(zone, 0) + sideLength(zone, 2) >= sideLength(zone, 1) + sideLength(zone, 3) ? 0 : 1;
  const along = topAngle(turnCorners(zone, longest));
  const middle: Point = [
    zone.reduce((sum, [x]) => sum + x / 4, 0),
    zone.reduce((sum, [, y]) => sum + y / 4, 0),
  ];
  const first = quartersTowards(corners, along);
  return placeOnCard(turnCorners(corners, first), middle)[1] >= 0.5 ? first : (first + 2) % 4;
}
