import type { CardFinding } from '@countersign/findings';
import { turnCorners } from '../card/card-pose.ts';
import { orientCard } from '../card/orient-card.ts';
import { rectifyCard } from '../card/rectify-card.ts';
import type { Face } from '../faces/find-faces.ts';
import { inverse, project, unitSquareTo } from '../picture/homography.ts';
import type { OpenedImage } from '../picture/open-image.ts';
import { boundsOf, cornersOfBox } from '../picture/points.ts';
import type { Box, Point, Quad, Raster } from '../picture/raster.ts';
import { printPicture, withMargin } from './text-picture.ts';

/** A rectified document, converted to dark print on a white background. */
export interface DocumentPlane {
  /** Grey, at 230 to 300 dpi of the document, with a white margin. */
  print: Raster;
  /** The same document with coloured patterns removed, for when they make `print` illegible. */
  withoutPattern(): DocumentPlane;
  /** Pixels of `print` per millimetre, assuming the given width of the document. */
  pixelsPerMm(widthMm: number): number;
  /** Width of the margin, pixels. */
  margin: number;
  /** Converts a box of `print` to the upright original. */
  toImage(box: Box): Box;
}

/** A possible orientation of a document: its corners, beginning with the one that would be the top left when reading. */
export type Lie = Pick<CardFinding, 'corners' | 'format'>;

/** Pixels of the print per millimetre of the document. Larger documents have larger print, and more pixels take more time. */
const pixelsPerMmOf = { ID1: 12, ID2: 10, ID3: 9 } as const;
/** Longest side, in pixels, of pictures without a known outline. */
const largestWhole = 1800;
const margin = 24;
/** Margin covered around a face, as a share of its width. */
const roundFace = 0.1;
/** Margin covered around a machine-readable zone, as a share of its height. */
const roundZone = 0.25;

/** Areas to exclude from the print of the document, in pixels of the upright original. */
export interface Covered {
  faces: readonly Face[];
  /** Corners of the machine-readable zone; `null` if the picture shows none. */
  zoneCorners?: Quad | null;
}

/**
 * The possible orientations of a document, most likely first: a single one if the direction is known or a portrait shows it; otherwise
 * both directions along the long side, or all four for pictures without an outline. The picture as a whole comes last.
 */
export function liesOf(image: OpenedImage, card: CardFinding | null, faces: readonly Face[]): Lie[] {
  const picture = wholePicture(image);
  if (card === null) return turnsOf(picture, faces, [0, 2, 1, 3]);
  // Edges inside a scan can look like an outline although the whole picture is the document.
  return [...turnsOf(card, faces, [0, 2]), ...turnsOf(picture, faces, [0])];
}

function turnsOf(card: CardFinding, [portrait]: readonly Face[], turns: readonly number[]): Lie[] {
  if (card.rotation !== null) return [card];
  if (portrait) return [orientCard(card, { portraitRoll: portrait.roll })];
  return turns.map((quarters) => ({ ...card, corners: turnCorners(card.corners, quarters) }));
}

function wholePicture(image: OpenedImage): CardFinding {
  return {
    corners: cornersOfBox([0, 0, image.width, image.height]),
    format: null,
    share: 1,
    tilt: 0,
    cut: 0,
    rotation: null,
    confidence: 0,
    source: 'frame',
  };
}

/**
 * Rectifies a document. The zone is covered because it is a separate source: otherwise all its values would be found in the page's text.
 * @throws Error when a larger picture is needed and cannot be decoded in time
 */
export async function layFlat(
  image: OpenedImage,
  lie: Lie,
  { faces, zoneCorners = null }: Covered,
): Promise<DocumentPlane> {
  const wholeScale = Math.min(largestWhole, Math.max(image.width, image.height, 1000)) / 100;
  const scale = lie.format === null ? wholeScale : pixelsPerMmOf[lie.format];
  const flat = await rectifyCard(image, lie, { pixelsPerMm: scale, channels: 3 });
  // Projective maps in both directions, between the original and the card.
  const toUnit = inverse(unitSquareTo(lie.corners));
  const fromUnit = unitSquareTo(lie.corners);
  const flatBounds = (corners: Quad): Box =>
    boundsOf(corners.map((point) => stretch(project(toUnit, point), flat.width, flat.height)));
  const covered = [
    ...faces.map(({ box }) => flatBounds(cornersOfBox(wider(box)))),
    ...(zoneCorners ? [taller(flatBounds(zoneCorners))] : []),
  ];
  const planeOf = (patterned: boolean): DocumentPlane => ({
    print: withMargin(printPicture(flat, { covered, patterned }), margin),
    withoutPattern: () => planeOf(true),
    pixelsPerMm: (widthMm) => flat.width / widthMm,
    margin,
    toImage: ([x, y, width, height]) =>
      boundsOf(
        cornersOfBox([x - margin, y - margin, width, height]).map((point) =>
          project(fromUnit, stretch(point, 1 / flat.width, 1 / flat.height)),
        ),
      ).map((value) => Math.round(value * 10) / 10) as unknown as Box,
  });
  return planeOf(false);
}

function wider([x, y, width, height]: Box): Box {
  const more = roundFace * width;
  return [x - more, y - more, width + 2 * more, height + 2 * more];
}

/** Enlarges the box of a zone, whose corners enclose the capitals tightly. */
function taller([x, y, width, height]: Box): Box {
  const more = roundZone * height;
  return [x - more, y - more, width + 2 * more, height + 2 * more];
}

function stretch([x, y]: Point, across: number, down: number): Point {
  return [x * across, y * down];
}
