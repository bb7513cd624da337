import type { Face } from '../faces/find-faces.ts';
import type { OpenedImage } from '../picture/open-image.ts';
import { cornersOfBox } from '../picture/points.ts';
import type { Raster } from '../picture/raster.ts';
import type { CardFinding } from '@countersign/findings';
import { nearestFormat, turnCorners } from './card-pose.ts';
import type { EdgePoints } from './edge-points.ts';

/** Relative tolerance for a scan's shape to match a document: scans are cropped by hand. */
const shapeTolerance = 0.05;
/** Width of a portrait's face relative to the long side of its document. */
const portraitWidth = { least: 0.08, most: 0.33 };
/** Number of strong edge points in a tile that count as print. */
const printInTile = 24;
const tileSide = 24;
/** Weight from which an edge point may belong to print. */
const strongEdge = 1.8;
/** How much confidence a document's shape, print, and a portrait give that the picture shows only the document. */
const sureness = { shape: 0.3, print: 0.15, portrait: 0.35 };

/**
 * Treats the whole picture as a card, as in scans cropped to the document: it has the shape of a document and contains print; a portrait
 * of the right size makes it likely.
 * @returns `null` if the shape does not match
 */
export function frameCard(
  image: OpenedImage,
  { points, raster, faces }: { points: EdgePoints; raster: Raster; faces: readonly Face[] },
): CardFinding | null {
  const { width, height } = image;
  const { format, deviation } = nearestFormat(width / height);
  const print = printedShare(points, raster);
  if (deviation > shapeTolerance || print < 0.12) return null;
  const long = Math.max(width, height);
  const hasPortrait = faces.some(
    (face) => face.width >= portraitWidth.least * long && face.width <= portraitWidth.most * long,
  );
  const upright = cornersOfBox([0, 0, width, height]);
  return {
    corners: width >= height ? upright : turnCorners(upright, 1),
    format,
    share: 1,
    tilt: 0,
    cut: 0,
    rotation: null,
    confidence:
      sureness.shape + sureness.print * Math.min(1, print / 0.4) + (hasPortrait ? sureness.portrait : 0),
    source: 'frame',
  };
}

/** Share of the picture's tiles that are as dense with edges as print, 0–1. */
function printedShare({ count, x, y, weight }: EdgePoints, { width, height }: Raster): number {
  const across = Math.ceil(width / tileSide);
  const tiles = new Uint16Array(across * Math.ceil(height / tileSide));
  for (let at = 0; at < count; at += 1) {
    if (weight[at]! < strongEdge) continue;
    tiles[Math.floor(y[at]! / tileSide) * across + Math.floor(x[at]! / tileSide)]! += 1;
  }
  return tiles.reduce((sum, points) => sum + (points >= printInTile ? 1 : 0), 0) / tiles.length;
}
