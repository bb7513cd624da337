/**
 * Compares the ghost portrait, a small second print of the portrait, with the portrait as a picture: light and dark of one with light and
 * dark of the other, at all sizes and positions near the detected face. Opacity, colour and light do not affect the correlation. A forger
 * who pastes another face over the portrait leaves the ghost unchanged.
 *
 * Invariants: both are rectified by the outline, so that tilt does not make them differ; what does not look like a face at close range is
 * not a ghost.
 * Cost: one or two runs of the detector, and comparisons of some 600 pixels; a mesh only if nothing matches.
 */
import type { CardFinding } from '@countersign/findings';
import { type Detection, detectFaces } from '../faces/detect-faces.ts';
import { meshExtent } from '../faces/face-mesh.ts';
import type { FaceModels } from '../faces/face-models.ts';
import type { Face } from '../faces/find-faces.ts';
import { confirmDetection, eyeAngle } from '../faces/look-nearer.ts';
import { inverse, project, unitSquareTo, type Homography } from '../picture/homography.ts';
import type { OpenedImage } from '../picture/open-image.ts';
import { cornersOfBox, mapQuad, midpoint, scaleBox, scaleQuad } from '../picture/points.ts';
import type { Box, Point, Raster } from '../picture/raster.ts';
import type { Square } from '../picture/sample-square.ts';
import { warp } from '../picture/warp.ts';
import type { EvidencePicture, Sign } from './evidence-picture.ts';
import { ghostsAmong, middleOf } from './find-ghost.ts';
import { ramp, roundStrength } from './ramp.ts';

/** Correlation from which two prints show the same picture, and below which they show different ones. */
const onePicture = { hardly: 0.72, not: 0.62 };
/** Faint and small prints never give a full sign. */
const most = 0.8;
/** Ghosts narrower than this, in pixels of the picture, are too coarse. */
const narrowest = 40;
/** Maximum number of detections compared per search. */
const mostCandidates = 3;

/** Half the size of a compared patch, in widths and heights of the face; includes hair and chin. */
const reach = { across: 0.72, down: 0.85 };
/** Side of a patch in pixels at the size reported by the detector. */
const patchSide = 28;
const sizes = [0.82, 0.9, 1, 1.1, 1.21];
/** Levels between which a portrait is printed. */
const portraitLevels = { dark: 40, bright: 220 };
/** Side of the searched patch: the largest size plus a margin of four pixels for errors in position. */
const searchedSide = 42;

type Known = Pick<EvidencePicture, 'image' | 'faces' | 'card'>;
type Placed = Pick<Face, 'box' | 'width' | 'roll'>;

/**
 * `doc.ghost_differs`: the small second portrait shows a different face. Value: the correlation of the two, −1 to 1. Gives no sign
 * without the document's outline or without a second face. Known false alarms: faces printed on a document that are not its holder's.
 */
export async function ghostDiffers(models: FaceModels, { image, faces, card }: Known): Promise<Sign[]> {
  const [portrait] = faces;
  if (portrait === undefined || card === null) return [];
  const seen = await lookForGhosts(models, image, { portrait, card });
  if (seen.length === 0) return [];
  const compare = await comparison(image, { portrait, card });
  const likeness = Math.max(...seen.map(compare));
  if (strengthOf(likeness) < 0.1) return [];
  for (const ghost of seen) {
    const roll = (portrait.roll * Math.PI) / 180;
    const confirmed = await confirmDetection(models, await withContrast(image, ghost), ghost.detection, roll);
    if (confirmed === null) continue;
    const value = Math.max(likeness, compare(placed(meshExtent(confirmed.mesh), ghost.roll)));
    const strength = strengthOf(value);
    if (strength < 0.1) return [];
    return [
      {
        code: 'doc.ghost_differs',
        strength,
        value: Math.round(value * 100) / 100,
        region: 'portrait',
        sentence: 'The small second portrait does not seem to show the face of the portrait.',
      },
    ];
  }
  return [];
}

const strengthOf = (likeness: number): number =>
  roundStrength(most * ramp(likeness, onePicture.hardly, onePicture.not));

const placed = ({ center, side }: { center: Point; side: number }, roll: number): Placed => ({
  box: [center[0] - side / 2, center[1] - side / 2, side, side],
  width: side,
  roll,
});

type Ghost = Placed & { detection: Detection };

/** The most reliable candidates for ghosts: beside the portrait, otherwise above and below it. */
async function lookForGhosts(
  models: FaceModels,
  image: OpenedImage,
  { portrait, card }: { portrait: Face; card: CardFinding },
): Promise<Ghost[]> {
  for (const square of squaresOf(portrait, card)) {
    const faces = (await detectFaces(models.detector, image, square)).map((detection) => ({
      ...placed(detection, (eyeAngle(detection) * 180) / Math.PI),
      detection,
    }));
    const ghosts = ghostsAmong(faces, portrait, card).filter(({ width }) => width >= narrowest);
    if (ghosts.length > 0) return ghosts.slice(0, mostCandidates);
  }
  return [];
}

/** Squares of the card's height at both of its ends, the one without the portrait first. */
function squaresOf(portrait: Face, { corners }: CardFinding): Square[] {
  const angle = (portrait.roll * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const spanOf = (values: number[]): number => Math.max(...values) - Math.min(...values);
  const width = spanOf(corners.map(([x, y]) => x * cos + y * sin));
  const side = Math.min(width, spanOf(corners.map(([x, y]) => y * cos - x * sin)));
  const middle = midpoint(midpoint(corners[0], corners[2]), midpoint(corners[1], corners[3]));
  const [x, y] = middleOf(portrait);
  const away = Math.sign((middle[0] - x) * cos + (middle[1] - y) * sin) * ((width - side) / 2);
  return [away, -away].map((shift) => ({
    center: [middle[0] + cos * shift, middle[1] + sin * shift],
    side,
    angle,
  }));
}

/** Raises the contrast of a faint face to that of a portrait: the mesh network detects few faint faces. */
async function withContrast(image: OpenedImage, { box }: Placed): Promise<OpenedImage> {
  const raster = await image.raster(512, 1);
  const [x, y, width, height] = scaleBox(box, raster.width / image.width).map(Math.floor) as [
    number,
    number,
    number,
    number,
  ];
  const [top, left] = [Math.max(0, y), Math.max(0, x)];
  const rows = Array.from({ length: height }, (_, row) => (top + row) * raster.width + left);
  const values = rows
    .flatMap((start) => [...raster.data.subarray(start, start + width)])
    .toSorted((a, b) => a - b);
  const [dark, bright] = [0.03, 0.97].map((share) => values[Math.floor(share * values.length)] ?? 0) as [
    number,
    number,
  ];
  const gain = (portraitLevels.bright - portraitLevels.dark) / Math.max(1, bright - dark);
  const levels = Uint8ClampedArray.from(
    { length: 256 },
    (_, level) => portraitLevels.dark + (level - dark) * gain,
  );
  const stretched = new Map<string, Raster>();
  return {
    ...image,
    raster: async (side, channels) => {
      const key = `${side} ${channels}`;
      const known = stretched.get(key);
      if (known !== undefined) return known;
      const plain = await image.raster(side, channels);
      const data = new Uint8Array(plain.data.length);
      for (let at = 0; at < data.length; at += 1) data[at] = levels[plain.data[at]!]!;
      stretched.set(key, { ...plain, data });
      return { ...plain, data };
    },
  };
}

/** Correlation of a face in the picture with the portrait, −1 to 1, at the best size and position. */
async function comparison(
  image: OpenedImage,
  { portrait, card }: { portrait: Face; card: CardFinding },
): Promise<(ghost: Placed) => number> {
  const [coarse, fine] = [await image.raster(256, 1), await image.raster(512, 1)];
  const toCard = inverse(unitSquareTo(card.corners));
  const main = onCard(toCard, portrait.box);
  const templates = sizes.map((size) =>
    templateOf(cutPatch(coarse, image, { card, box: main, side: Math.round(patchSide * size) })),
  );
  return (ghost) => {
    const [x, y] = project(toCard, middleOf(ghost));
    const share = ((ghost.width / portrait.width) * searchedSide) / patchSide;
    const [width, height] = [main[2] * share, main[3] * share];
    const box: Box = [x - width / 2, y - height / 2, width, height];
    const patch = cutPatch(fine, image, { card, box, side: searchedSide });
    return Math.max(...templates.map((template) => bestCorrelation(template, patch)));
  };
}

/** Converts a box in the picture to shares of the card. */
function onCard(toCard: Homography, box: Box): Box {
  const points = cornersOfBox(box).map((corner) => project(toCard, corner));
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return [left, top, Math.max(...xs) - left, Math.max(...ys) - top];
}

/** A face with its surroundings, rectified. */
function cutPatch(
  raster: Raster,
  image: OpenedImage,
  { card, box: [x, y, width, height], side }: { card: CardFinding; box: Box; side: number },
): Raster {
  const toPicture = unitSquareTo(scaleQuad(card.corners, raster.width / image.width));
  const around = cornersOfBox([
    x + width / 2 - width * reach.across,
    y + height / 2 - height * reach.down,
    2 * width * reach.across,
    2 * height * reach.down,
  ]);
  const corners = mapQuad(around, (corner) => project(toPicture, corner));
  return warp(raster, unitSquareTo(corners), { width: side, height: side });
}

/** The disc in a patch: the positions of its pixels in the larger searched patch, and their values, normalised to mean 0 and length 1. */
interface Template {
  side: number;
  places: Int32Array;
  values: Float64Array;
}

function templateOf({ width: side, data }: Raster): Template {
  const inDisc = [...data.keys()].filter((at) => {
    const [x, y] = [at % side, Math.floor(at / side)];
    return Math.hypot(x + 0.5 - side / 2, y + 0.5 - side / 2) <= side / 2;
  });
  const mean = inDisc.reduce((sum, at) => sum + data[at]!, 0) / inDisc.length;
  const length = Math.sqrt(inDisc.reduce((sum, at) => sum + (data[at]! - mean) ** 2, 0)) || 1;
  return {
    side,
    places: Int32Array.from(inDisc, (at) => Math.floor(at / side) * searchedSide + (at % side)),
    values: Float64Array.from(inDisc, (at) => (data[at]! - mean) / length),
  };
}

/** The highest correlation of a template with any position in a patch. */
function bestCorrelation({ side, places, values }: Template, { data }: Raster): number {
  let best = -1;
  for (let top = 0; top <= searchedSide - side; top += 1) {
    for (let left = 0; left <= searchedSide - side; left += 1) {
      const start = top * searchedSide + left;
      let [sum, squares, product] = [0, 0, 0];
      for (let at = 0; at < places.length; at += 1) {
        const seen = data[start + places[at]!]!;
        sum += seen;
        squares += seen * seen;
        product += seen * values[at]!;
      }
      const spread = squares - (sum * sum) / places.length;
      if (spread > 0) best = Math.max(best, product / Math.sqrt(spread));
    }
  }
  return best;
}
