/**
 * Where on a document a zone can be. By ICAO 9303 it lies in the lowest 23.2 mm, along the side that the portrait stands on (of
 * ID-1 cards always a long one), and is nearly as long as that side. Groups of strips elsewhere on a document whose outline is
 * known are its other print, and reading one costs as much as reading a zone.
 *
 * The outline rejects only what lies within it: what reaches beyond shows that the outline is that of something else.
 * @see ICAO Doc 9303, parts 4 to 6, for the place and the size of zones
 */

import { placeOnCard, topAngle } from '../card/orient-card.ts';
import { sideLength, turnCorners } from '../card/card-pose.ts';
import { midpoint } from '../picture/points.ts';
import type { Point, Quad } from '../picture/raster.ts';
import type { CardFinding } from '@countersign/findings';
import type { StripGroup } from './groups.ts';

/** The outline of the document on a picture. */
export interface ZoneOutline {
  /** Pixels; of an upright one the first corner is the top left as the document reads. */
  corners: Quad;
  format: CardFinding['format'];
  /** The portrait shows which way up the document is. */
  isUpright: boolean;
}

/** An outline less sure than this, 0–1, may be that of something else. */
const sureOutline = 0.7;

/**
 * The outline as far as it shows where a zone can be: a sure one that is shaped as a card, or has a portrait of the right size on it;
 * sheets of paper are shaped as larger documents are.
 * @returns `null` when it shows nothing
 */
export function zoneOutlineOf(card: CardFinding | null): ZoneOutline | null {
  if (card === null || card.confidence < sureOutline || card.format === null) return null;
  const isUpright = card.rotation !== null;
  return isUpright || card.format === 'ID1'
    ? { corners: card.corners, format: card.format, isUpright }
    : null;
}

/** Beyond the outline by so much, as a share of its side: the outline is that of something else. */
const beyond = 0.02;
/** Shortest that the strips of a zone are, as a share of the document's side: glare and pale print tear them. */
const shortest = 0.45;
/** Farthest that the middle of a zone's lines lies from the edge, as a share; on ID-1 cards the upper two of three. */
const farthest = { ID1: 0.33, ID2: 0.3, ID3: 0.3 } as const;
/** Distance of two lines on ID-1 cards, 6.35 mm, as a share of the card's height, and by how much it may seem to be off; of one and of two. */
const lineGap = { share: 6.35 / 53.98, off: 0.18 };
/** A course as far from an axis as this, as a cosine, is not found along that axis: strips are less steep. */
const steep = 0.5;

/** The outline as it reads, its top the side along which a zone runs. */
const alongZone = ({ corners, format, isUpright }: ZoneOutline): { corners: Quad; isUpright: boolean } =>
  format !== 'ID1' || sideLength(corners, 0) >= sideLength(corners, 1)
    ? { corners, isUpright }
    : { corners: turnCorners(corners, 1), isUpright: false };

/** Whether a zone of the document can run along the rows (else the columns) of the picture. */
export function mayRunAlong(axis: 'rows' | 'columns', outline: ZoneOutline | null): boolean {
  if (outline === null) return true;
  const angle = (topAngle(alongZone(outline).corners) * Math.PI) / 180;
  return Math.abs(axis === 'rows' ? Math.cos(angle) : Math.sin(angle)) >= steep;
}

/**
 * Whether strips may be those of the document's zone, by their place alone.
 * @param toPicture from the strips' pixels to those of the outline
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
  // A place that is no number shows nothing either.
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

/** Whether lines may follow each other so, or with one between them that was not seen. */
const isLineGap = (gap: number): boolean =>
  [1, 2].some((lines) => Math.abs(Math.abs(gap) / (lines * lineGap.share) - 1) <= lineGap.off);
