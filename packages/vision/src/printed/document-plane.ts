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

/** A document laid flat and made into print on white. */
export interface DocumentPlane {
  /** Grey, 230 to 300 dpi of the document, with a white margin. */
  print: Raster;
  /** The same without coloured patterns, where `print` cannot be read for them. */
  withoutPattern(): DocumentPlane;
  /** Pixels of `print` for a millimetre, if the document has the width given. */
  pixelsPerMm(widthMm: number): number;
  /** Width of the margin, pixels. */
  margin: number;
  /** Where a box of `print` lies in the upright original. */
  toImage(box: Box): Box;
}

/** How a document may lie: its corners, the first one the top left as it would read. */
export type Lie = Pick<CardFinding, 'corners' | 'format'>;

/** Pixels of the print for a millimetre of the document. Larger documents have larger print, and time grows with the pixels. */
const pixelsPerMmOf = { ID1: 12, ID2: 10, ID3: 9 } as const;
/** Longest side in pixels of pictures whose outline is not known. */
const largestWhole = 1800;
const margin = 24;
/** A face is covered with this much round it, as a share of its width. */
const roundFace = 0.1;
/** As {@link roundFace}, for a machine-readable zone: as a share of its height. */
const roundZone = 0.25;

/** What is no print of the document, in pixels of the upright original. */
export interface Covered {
  faces: readonly Face[];
  /** Corners of the machine-readable zone; `null` where the picture shows none. */
  zoneCorners?: Quad | null;
}

/**
 * The ways in which a document may lie, the likeliest first: one when its direction is known or a portrait shows it, else both ways
 * along its long side, for pictures without an outline all four. Last the picture as a whole.
 */
export function liesOf(image: OpenedImage, card: CardFinding | null, faces: readonly Face[]): Lie[] {
  const picture = wholePicture(image);
  if (card === null) return turnsOf(picture, faces, [0, 2, 1, 3]);
  // Edges inside a scan can look like an outline; then the whole picture is the document.
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
 * Lays a document flat. The zone is covered: it is a source of its own, and in the text of the page every value of it would be found.
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
  // Projective both ways: from the original to the card and back.
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

/** The corners of a zone enclose its capitals closely. */
function taller([x, y, width, height]: Box): Box {
  const more = roundZone * height;
  return [x - more, y - more, width + 2 * more, height + 2 * more];
}

function stretch([x, y]: Point, across: number, down: number): Point {
  return [x * across, y * down];
}
