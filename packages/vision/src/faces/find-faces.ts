import type { OpenedImage } from '../picture/open-image.ts';
import type { Box } from '../picture/raster.ts';
import type { Square } from '../picture/sample-square.ts';
import { TookTooLong } from '../picture/took-too-long.ts';
import {
  type Detection,
  detectionsOf,
  type Look,
  lookAt,
  suppressOverlaps,
  usualConfidence,
  wholeSquare,
} from './detect-faces.ts';
import { meshExtent, type FaceMesh } from './face-mesh.ts';
import type { FaceModels } from './face-models.ts';
import { eyeOpening, facePose } from './face-pose.ts';
import { confirmDetection, isThere, type SeenFace } from './look-nearer.ts';

/** A face found in a picture. */
export interface Face {
  /** x, y, width, height in pixels of the upright original, a square around the mesh; may reach outside the picture. */
  box: Box;
  /** Pixels of the upright original. */
  width: number;
  /** 0–1. */
  confidence: number;
  /** Degrees; positive to the person's left and up. */
  roll: number;
  yaw: number;
  pitch: number;
  /** Height ÷ width of the eyes, for the less open one. */
  eyeOpening: number;
  /** Share of the mesh outside the picture, 0–1. */
  cutShare: number;
  mesh: FaceMesh;
}

/** Options of a face search. */
export interface FaceSearch {
  /**
   * `selfie`: one close face. `document`: a small portrait, in a picture that may be sideways or upside down. `back`: like `document`,
   * but only the first steps are run, because most backs have no face. `any`: unknown; like `document`, and faces as wide as the picture
   * are searched for even if a smaller one was found. Of several, the one in the middle is preferred.
   */
  subject: 'selfie' | 'document' | 'back' | 'any';
  /** Whether the portrait was found on another side of the document, so that a back needs only one pass. */
  isKnown?: boolean;
  /** Returns true if no further attempt may start; checked before each one. */
  outOfTime?: () => boolean;
}

/** Maximum number of detections re-examined in each step of the search, most confident first; bounds the time that a pattern can cost. */
const mostExamined = 4;
/** A face that reaches either of these limits ends the search, and precedes less certain ones however wide they are. */
const sure = [
  { confidence: 0.6, flag: 0.9 },
  { confidence: 0.4, flag: 0.999999 },
];
/** If nothing was found, detections down to this confidence are passed to the mesh network. */
const faintest = 0.2;
/** Share of the picture from which the widest certain face makes a pass from farther away unnecessary. */
const comfortableShare = 0.25;
/** Share of its width that a face in the very corner loses if the subject of the picture is unknown. */
const cornerDiscount = 0.4;
/** Narrower faces, in pixels, are ignored. */
const minWidth = 16;

/** One step of a search. */
interface SearchStep {
  squares: Square[];
  /** Minimum confidence of a detection. */
  least: number;
  /** Whether the step is unnecessary given the faces found so far. */
  isNeedless: (found: readonly Face[]) => boolean;
}

/**
 * Finds the faces in a picture: certain ones first, by width (`any`: by prominence), then doubtful ones. If the first pass finds none for
 * certain, very large, sideways, upside-down, small and faint ones are searched for.
 * @throws TookTooLong if time ran out before an attempt, which might have found a better face
 */
export async function findFaces(models: FaceModels, image: OpenedImage, search: FaceSearch): Promise<Face[]> {
  let found: Face[] = [];
  const examined: Detection[] = [];
  // The last step reuses the squares of the first ones to find fainter faces.
  const looks = new Map<Square, Look>();
  const isCursory = search.subject === 'back' && (search.isKnown ?? false);
  const steps = searchSteps(image, search).slice(0, isCursory ? 1 : undefined);
  for (const { squares, least, isNeedless } of steps) {
    if (isNeedless(found)) continue;
    if (search.outOfTime?.()) throw new TookTooLong('the search for faces');
    const seen: Detection[] = [];
    for (const square of squares) {
      const look = looks.get(square) ?? (await lookAt(models.detector, image, square));
      looks.set(square, look);
      seen.push(...detectionsOf(look, least));
    }
    const fresh = suppressOverlaps(seen)
      .filter((face) => face.side >= minWidth && !examined.some((earlier) => isThere(face, earlier)))
      .slice(0, isCursory ? 1 : mostExamined);
    examined.push(...fresh);
    for (const detection of fresh) {
      const known = found.find(isSure);
      const angle = known === undefined ? null : (known.roll * Math.PI) / 180;
      const confirmed = await confirmDetection(models, image, detection, angle);
      if (confirmed !== null) found.push(describeSeen(image, confirmed));
    }
    found = mergeFaces(found);
  }
  // Next to a certain face, a doubtful one in a selfie is a pattern; on documents it may be a ghost portrait.
  if (search.subject === 'selfie' && hasSureFace(found)) found = found.filter(isSure);
  const rank = search.subject === 'any' ? prominenceIn(image) : ({ width }: Face): number => width;
  return found.toSorted((a, b) => Number(isSure(b)) - Number(isSure(a)) || rank(b) - rank(a));
}

/** How likely a face is the subject of the picture: its width, reduced if it is near a corner or cut off by the frame. */
function prominenceIn({ width, height }: OpenedImage): (face: Face) => number {
  return ({ box: [x, y, side], cutShare }) => {
    const aside =
      Math.hypot(x + side / 2 - width / 2, y + side / 2 - height / 2) / Math.hypot(width / 2, height / 2);
    return side * (1 - cornerDiscount * Math.min(1, aside)) * (1 - cutShare);
  };
}

/** Whether it is a face beyond reasonable doubt. */
export function isSure({ confidence, mesh }: Face): boolean {
  return sure.some((least) => confidence >= least.confidence && mesh.flag >= least.flag);
}

/**
 * The whole picture, then from farther away, in quarter turns, in overlapping tiles of about half and a third of its size, and finally
 * all of it again with a lower confidence.
 */
function searchSteps(image: OpenedImage, { subject }: FaceSearch): SearchStep[] {
  const whole = wholeSquare(image);
  // A face that fills the picture is detected only with some space around it.
  const farther = { ...whole, side: whole.side * 1.6 };
  const turned = [1, 3, 2].map((quarters) => ({ ...whole, angle: (quarters * Math.PI) / 2 }));
  const usual = { least: usualConfidence, isNeedless: hasSureFace };
  const isComfortable = (found: readonly Face[]): boolean => hasComfortableFace(image, found);
  const known = subject === 'document' || subject === 'back';
  return [
    { ...usual, squares: [whole] },
    { ...usual, squares: [farther], isNeedless: known ? hasSureFace : isComfortable },
    { ...usual, squares: turned },
    ...(subject === 'back' ? [] : [{ ...usual, squares: tiles(image, 0.6) }]),
    ...(subject === 'document' || subject === 'any' ? [{ ...usual, squares: tiles(image, 0.35) }] : []),
    ...(subject === 'back'
      ? []
      : [
          {
            squares: [whole, farther],
            least: faintest,
            isNeedless: (found: readonly Face[]): boolean => found.length > 0,
          },
        ]),
  ];
}

function hasSureFace(found: readonly Face[]): boolean {
  return found.some(isSure);
}

function hasComfortableFace(image: OpenedImage, found: readonly Face[]): boolean {
  const widest = Math.max(0, ...found.filter(isSure).map(({ width }) => width));
  return widest >= comfortableShare * Math.max(image.width, image.height);
}

/** Squares with a share of the longest side that cover the picture and overlap by about a third. */
function tiles(image: OpenedImage, share: number): Square[] {
  const side = share * Math.max(image.width, image.height);
  const centers = (length: number): number[] => {
    const count = Math.max(1, Math.ceil((length - side * 0.33) / (side * 0.67)));
    const step = count > 1 ? (length - side) / (count - 1) : 0;
    return Array.from({ length: count }, (_, index) => (count > 1 ? side / 2 + index * step : length / 2));
  };
  return centers(image.height).flatMap((y) =>
    centers(image.width).map((x): Square => ({ center: [x, y], side, angle: 0 })),
  );
}

function describeSeen(image: OpenedImage, { detection, mesh }: SeenFace): Face {
  const { center, side } = meshExtent(mesh);
  const outside = mesh.points.filter(([x, y]) => x < 0 || y < 0 || x > image.width || y > image.height);
  const { right, left } = eyeOpening(mesh);
  return {
    box: [center[0] - side / 2, center[1] - side / 2, side, side],
    width: side,
    confidence: detection.confidence,
    ...facePose(mesh),
    eyeOpening: Math.min(right, left),
    cutShare: outside.length / mesh.points.length,
    mesh,
  };
}

/** Merges faces found twice, keeping the more confident one. */
function mergeFaces(faces: readonly Face[]): Face[] {
  const kept: Face[] = [];
  for (const face of faces.toSorted((a, b) => b.confidence - a.confidence)) {
    if (!kept.some((other) => isSameFace(face, other))) kept.push(face);
  }
  return kept;
}

function isSameFace(a: Face, b: Face): boolean {
  const nose = 1;
  const [ax = 0, ay = 0] = a.mesh.points[nose] ?? [];
  const [bx = 0, by = 0] = b.mesh.points[nose] ?? [];
  return Math.hypot(ax - bx, ay - by) < 0.4 * Math.max(a.width, b.width);
}
