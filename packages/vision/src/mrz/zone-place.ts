/**
 * Where on a document a zone can be. According to ICAO 9303 it is in the lowest 23.2 mm, along the side at the foot of the portrait (always
 * a long side on ID-1 cards), and nearly as long as that side. If the outline of a document is known, groups of strips elsewhere on it are
 * other print, and reading one costs as much as reading a zone.
 *
 * The outline rejects only groups inside it: a group that extends beyond it shows that the outline belongs to something else.
 * @see ICAO Doc 9303, parts 4 to 6, for the position and the size of zones
 */

import { placeOnCard, topAngle } from '../card/orient-card.ts';
import { sideLength, turnCorners } from '../card/card-pose.ts';
import { midpoint } from '../picture/points.ts';
import type { Point, Quad } from '../picture/raster.ts';
import type { CardFinding } from '@countersign/findings';
import type { StripGroup } from './groups.ts';

/** The outline of the document in a picture. */
export interface ZoneOutline {
  /** In pixels; if the outline is upright, the first corner is the top left in reading direction. */
  corners: Quad;
  format: CardFinding['format'];
  /** True if the portrait shows the orientation of the document. */
  isUpright: boolean;
}

/** An outline with a lower confidence, 0–1, may belong to something else. */
const sureOutline = 0.7;

/**
 * Returns the outline if it shows where a zone can be: it must be reliable and have the shape of a card, or contain a portrait of the right
 * size, because sheets of paper have the same shape as larger documents.
 * @returns `null` if it does not show where a zone can be
 */
export function zoneOutlineOf(card: CardFinding | null): ZoneOutline | null {
  if (card === null || card.confidence < sureOutline || card.format === null) return null;
  const isUpright = card.rotation !== null;
  return isUpright || card.format === 'ID1'
    ? { corners: card.corners, format: card.format, isUpright }
    : null;
}

/** If strips extend beyond the outline by more than this share of its side, it belongs to something else. */
const beyond = 0.02;
/** Minimum length of the strips of a zone, as a share of the document's side; glare and pale print split them. */
const shortest = 0.45;
/** Maximum distance of the middle of a zone's lines from the edge, as a share; on ID-1 cards, of the upper two of three lines. */
const farthest = { ID1: 0.33, ID2: 0.3, ID3: 0.3 } as const;
/** Line spacing on ID-1 cards, 6.35 mm, as a share of the card's height, and the tolerated deviation for one or two spacings. */
const lineGap = { share: 6.35 / 53.98, off: 0.18 };
/** If the cosine of the angle to an axis is below this, lines are too steep to be found along that axis. */
const steep = 0.5;

/** The outline rotated so that its top is a side along which a zone can run. */
const alongZone = ({ corners, format, isUpright }: ZoneOutline): { corners: Quad; isUpright: boolean } =>
  format !== 'ID1' || sideLength(corners, 0) >= sideLength(corners, 1)
    ? { corners, isUpright }
    : { corners: turnCorners(corners, 1), isUpright: false };

/** Whether a zone of the document can run along the rows (or the columns) of the picture. */
export function mayRunAlong(axis: 'rows' | 'columns', outline: ZoneOutline | null): boolean {
  if (outline === null) return true;
  const angle = (topAngle(alongZone(outline).corners) * Math.PI) / 180;
  return Math.abs(axis === 'rows' ? Math.cos(angle) : Math.sin(angle)) >= steep;
}

/**
 * Whether strips may belong to the document's zone, judging only by their position.
 * @param toPicture converts the strips' pixels to those of the outline
 */
export function mayBeZone(
  { strips }: Pick<StripGroup, 'strips'>,
  outline: ZoneOutline | null,
  toPicture: (point: Point) => Point,
): boolean {
  if (outline === null || outline.format === null) return true;
  const { corners, isUpright } = alongZone(outline);
  const place = (point: Point): Point => placeOnCard(corners, toPicture(point));
  const ends = strips.flatMap(({ from, to }) => [place(from), place(to)]);
  // This also accepts NaN, which shows nothing.
  if (!ends.flat().every((share) => share >= -beyond && share <= 1 + beyond)) return true;
  const middles = strips.map(({ from, to }) => place(midpoint(from, to)));
  if (outline.format === 'ID1' && !middles.slice(1).every(([, y], at) => isLineGap(y - middles[at]![1])))
    return false;
  const down = middles.reduce((sum, [, y]) => sum + y / middles.length, 0);
  const fromEdge = isUpright ? 1 - down : Math.min(down, 1 - down);
  const along = ends.map(([x]) => x);
  const length = Math.max(...along) - Math.min(...along);
  return length >= shortest && fromEdge <= farthest[outline.format];
}

/** Whether a gap is possible between consecutive lines, or between lines with an undetected one between them. */
const isLineGap = (gap: number): boolean =>
  [1, 2].some((lines) => Math.abs(Math.abs(gap) / (lines * lineGap.share) - 1) <= lineGap.off);
