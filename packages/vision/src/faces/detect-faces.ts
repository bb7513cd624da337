import type { InferenceSession } from 'onnxruntime-node';
import { type NetworkOutput, runNetwork } from '../model-slots/run-network.ts';
import type { OpenedImage } from '../picture/open-image.ts';
import type { Point } from '../picture/raster.ts';
import { fromSquare, sampleSquare, type Square } from '../picture/sample-square.ts';

/** A face found by the detector, in pixels of the upright original. */
export interface Detection {
  center: Point;
  /** The longer side of the box; the detector's boxes are nearly square. */
  side: number;
  /** 0–1. */
  confidence: number;
  /** Right eye, left eye, nose, mouth, right ear, left ear; right and left are the person's. */
  keypoints: readonly Point[];
}

const inputSide = 256;
/** Default minimum confidence of a detection. */
export const usualConfidence = 0.4;
const maxOverlap = 0.3;
const rowLength = 16;
const grids = [
  { cells: 16, anchors: 2, scores: 'scores16', boxes: 'boxes16' },
  { cells: 8, anchors: 6, scores: 'scores8', boxes: 'boxes8' },
];

/** The whole picture, letterboxed. */
export function wholeSquare(image: OpenedImage): Square {
  return { center: [image.width / 2, image.height / 2], side: Math.max(image.width, image.height), angle: 0 };
}

/** The detector's output for one square of a picture, from which faint faces may be read later. */
export interface Look {
  square: Square;
  output: NetworkOutput;
}

/** Runs the detector on a square of the picture; a rotated square finds faces with the same rotation. */
export async function lookAt(detector: InferenceSession, image: OpenedImage, square: Square): Promise<Look> {
  const input = await sampleSquare(image, square, { size: inputSide, outside: 'black' });
  for (let at = 0; at < input.length; at += 1) input[at] = (input[at] ?? 0) / 127.5 - 1;
  return { square, output: await runNetwork(detector, input, inputSide) };
}

/** Faces in a detector output, most confident first. @param least confidence, 0–1 */
export function detectionsOf({ square, output }: Look, least = usualConfidence): Detection[] {
  const found = grids.flatMap((grid) =>
    decodeGrid(grid, { scores: output(grid.scores), boxes: output(grid.boxes), least }),
  );
  return suppressOverlaps(found).map((detection) => placeDetection(detection, square));
}

/** Detects the faces inside a square of the picture, most confident first. */
export async function detectFaces(
  detector: InferenceSession,
  image: OpenedImage,
  square: Square,
): Promise<Detection[]> {
  return detectionsOf(await lookAt(detector, image, square));
}

/** Rows are ordered by grid row, grid column and anchor; positions are relative to the centre of the anchor's cell. */
function decodeGrid(
  grid: (typeof grids)[number],
  { scores, boxes, least }: { scores: Float32Array; boxes: Float32Array; least: number },
): Detection[] {
  const stride = inputSide / grid.cells;
  const found: Detection[] = [];
  scores.forEach((score, row) => {
    // The network's output precedes the sigmoid.
    const confidence = 1 / (1 + Math.exp(-score));
    if (confidence < least) return;
    const cell = Math.floor(row / grid.anchors);
    const anchor: Point = [
      stride * ((cell % grid.cells) + 0.5),
      stride * (Math.floor(cell / grid.cells) + 0.5),
    ];
    const values = boxes.subarray(row * rowLength, (row + 1) * rowLength);
    const point = (at: number): Point => [(values[at] ?? 0) + anchor[0], (values[at + 1] ?? 0) + anchor[1]];
    found.push({
      center: point(0),
      side: Math.max(values[2] ?? 0, values[3] ?? 0),
      confidence,
      keypoints: [4, 6, 8, 10, 12, 14].map(point),
    });
  });
  return found;
}

/** Merges overlapping faces into one, at their mean position weighted by confidence. */
export function suppressOverlaps(detections: readonly Detection[]): Detection[] {
  let rest = detections.toSorted((a, b) => b.confidence - a.confidence);
  const kept: Detection[] = [];
  for (let best = rest[0]; best !== undefined; best = rest[0]) {
    const winner = best;
    const group = rest.filter((other) => overlap(winner, other) > maxOverlap);
    rest = rest.filter((other) => !group.includes(other));
    kept.push(meanDetection(winner, group));
  }
  return kept;
}

function meanDetection(winner: Detection, group: readonly Detection[]): Detection {
  const total = group.reduce((sum, { confidence }) => sum + confidence, 0);
  const mean = (value: (detection: Detection) => number): number =>
    group.reduce((sum, detection) => sum + value(detection) * detection.confidence, 0) / total;
  return {
    center: [mean(({ center }) => center[0]), mean(({ center }) => center[1])],
    side: mean(({ side }) => side),
    confidence: winner.confidence,
    keypoints: winner.keypoints.map((_, index) => [
      mean(({ keypoints }) => keypoints[index]?.[0] ?? 0),
      mean(({ keypoints }) => keypoints[index]?.[1] ?? 0),
    ]),
  };
}

/** Intersection over union of two squares, 0–1. */
function overlap(a: Detection, b: Detection): number {
  const along = (axis: 0 | 1): number => {
    const end = Math.min(a.center[axis] + a.side / 2, b.center[axis] + b.side / 2);
    return Math.max(0, end - Math.max(a.center[axis] - a.side / 2, b.center[axis] - b.side / 2));
  };
  const shared = along(0) * along(1);
  return shared / (a.side ** 2 + b.side ** 2 - shared);
}

function placeDetection(detection: Detection, square: Square): Detection {
  return {
    center: fromSquare(square, inputSide, detection.center),
    side: (detection.side * square.side) / inputSide,
    confidence: detection.confidence,
    keypoints: detection.keypoints.map((point) => fromSquare(square, inputSide, point)),
  };
}
