/**
 * Finds the outline of a document. Two explanations compete: a quadrangle of straight edges within the picture, or the whole picture, as
 * in scans.
 *
 * At 512 pixels: edge points (12 ms), straight lines by voting (6 ms), quadrangles by search (5 ms). Faces found earlier then confirm an
 * outline that has them in the place of a portrait, and weaken one that does not.
 *
 * Invariants: the search uses pixels of the raster, and all results are in pixels of the upright original; corners are clockwise, and the
 * top left one is known only if a portrait was found on the card (`rotation`). `confidence` is the score relative to that of a card with
 * all edges visible, at most 1.
 */

import type { Face } from '../faces/find-faces.ts';
import type { OpenedImage } from '../picture/open-image.ts';
import { scaleQuad } from '../picture/points.ts';
import type { Quad } from '../picture/raster.ts';
import type { CardFinding } from '@countersign/findings';
import { areaOf, cutOf, cardFormatOf, poseOf, sideLength, turnCorners } from './card-pose.ts';
import { findEdgePoints } from './edge-points.ts';
import { frameCard } from './frame-card.ts';
import { orientCard, placeOnCard, topAngle } from './orient-card.ts';
import { searchQuads } from './quad-search.ts';
import { borderLines, findLines } from './straight-lines.ts';

/** What is known about a picture before its outline is searched for. */
export interface CardHints {
  /** Faces in the picture, widest first; a portrait shows the orientation of the document. */
  faces?: readonly Face[];
}

/**
 * Longest side in pixels for the search: fine enough for a card of a fifth of the picture, and one of the sizes that the face search
 * keeps anyway.
 */
const searchSide = 512;
const mostLines = 56;
const mostCandidates = 8;
/** Candidates with a lower score are ignored. */
const leastScore = 0.3;
/** Score of a card with all edges visible. */
const fullScore = 0.8;
/** Width of a portrait's face relative to the long side of its card; beyond the outer limits it is not the portrait of this outline. */
const portraitWidth = { never: 0.07, least: 0.09, most: 0.28, nevermore: 0.33 };
/** Factors for an outline on which a face does not fit, and for one without any of the faces. */
const doubt = { misfit: 0.5, elsewhere: 0.65 };
/** A face at least this wide, relative to the longest side of the picture, makes it a picture of a person. */
const personWidth = 0.24;
/** Outlines below this share of the picture have less confidence: rooms are full of small rectangles. */
const smallShare = { share: 0.12, power: 0.6 };
/** Factor for an outline within a picture that itself has the shape of a document: scans contain portraits and boxes. */
const withinScan = { share: 0.35, left: 0.65 };

/**
 * Finds the outline of the document in a picture by its straight edges; in scans that show only the document, the picture itself is the
 * outline.
 * @returns `null` if nothing in the picture looks like a document
 */
export async function findCard(image: OpenedImage, hints: CardHints = {}): Promise<CardFinding | null> {
  const faces = hints.faces ?? [];
  const raster = await image.raster(searchSide, 3);
  const points = findEdgePoints(raster);
  const lines = findLines(points, { ...raster, most: mostLines });
  const candidates = searchQuads(
    [...lines, ...borderLines(raster.width, raster.height)],
    raster,
    mostCandidates,
  );
  const scale = image.width / raster.width;
  const [best] = candidates
    .map(({ corners, score }) => ({ corners: scaleQuad(corners, scale), score }))
    .map(({ corners, score }) => ({
      corners,
      score: score * sizeFactor(corners, image) * faceFactor(corners, faces, image),
    }))
    .toSorted((a, b) => b.score - a.score);
  const whole = frameCard(image, { points, raster, faces });
  const found = best && best.score >= leastScore ? outlineCard(image, best) : null;
  const outline = found && whole && found.share < withinScan.share ? lessSure(found) : found;
  // In a tie the outline wins, because it is more precise.
  const card = (outline?.confidence ?? 0) >= (whole?.confidence ?? 0) ? outline : whole;
  const portrait = card && faces.find((face) => isPortraitOf(card.corners, face));
  return card && orientCard(card, portrait ? { portraitRoll: portrait.roll } : {});
}

function outlineCard(
  image: OpenedImage,
  { corners: found, score }: { corners: Quad; score: number },
): CardFinding {
  const corners = levelFirst(found, image);
  const { ratio, tilt } = poseOf(corners, image);
  return {
    corners,
    format: cardFormatOf(ratio),
    share: Math.min(1, areaOf(corners) / (image.width * image.height)),
    tilt,
    cut: cutOf(corners, image),
    rotation: null,
    confidence: Math.min(1, score / fullScore),
    source: 'outline',
  };
}

const lessSure = (card: CardFinding): CardFinding => ({
  ...card,
  confidence: card.confidence * withinScan.left,
});

function sizeFactor(corners: Quad, { width, height }: OpenedImage): number {
  return Math.min(1, areaOf(corners) / (width * height * smallShare.share)) ** smallShare.power;
}

/** Faces support an outline on which they can be portraits, and weaken one for which they are too large. */
function faceFactor(corners: Quad, faces: readonly Face[], image: OpenedImage): number {
  if (faces.some((face) => isPortraitOf(corners, face))) return 1.2;
  const [widest] = faces;
  if (!widest) return 1;
  const long = Math.max(sideLength(corners, 0), sideLength(corners, 1));
  // Checked first: a face this large is the person, wherever the outline lies.
  if (widest.width > personWidth * Math.max(image.width, image.height)) return doubt.misfit;
  if (!isOn(corners, widest)) return doubt.elsewhere;
  const { never, nevermore } = portraitWidth;
  return widest.width < never * long || widest.width > nevermore * long ? doubt.misfit : 1;
}

function isPortraitOf(corners: Quad, face: Face): boolean {
  const long = Math.max(sideLength(corners, 0), sideLength(corners, 1));
  const { least, most } = portraitWidth;
  return isOn(corners, face) && face.width >= least * long && face.width <= most * long;
}

function isOn(corners: Quad, { box: [x, y, width, height] }: Face): boolean {
  const [u, v] = placeOnCard(corners, [x + width / 2, y + height / 2]);
  return u > 0 && u < 1 && v > 0 && v < 1;
}

/** The order of corners with a long side on top, choosing the side that is closer to horizontal. */
function levelFirst(corners: Quad, image: OpenedImage): Quad {
  const first = poseOf(corners, image).ratio >= 1 ? 0 : 1;
  const orders = [turnCorners(corners, first), turnCorners(corners, first + 2)] as const;
  return Math.abs(topAngle(orders[0])) <= Math.abs(topAngle(orders[1])) ? orders[0] : orders[1];
}
