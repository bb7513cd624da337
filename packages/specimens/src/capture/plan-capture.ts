import type { Box } from '../card/card-layout.ts';
import type { CardTruth } from '../card/draw-card.ts';
import { seededRandom } from '../random.ts';
import type { CaptureCondition, CaptureSettings } from './capture-settings.ts';
import { drawSettings } from './conditions.ts';
import type { Finger } from './overlays.ts';
import { mapBox, projectPlane, type Homography, type Point, type Pose, type Size } from './homography.ts';

/** Options for photographing a card. */
export interface CaptureOptions {
  condition: CaptureCondition;
  seed: number;
  /** Long and short side of the frame in pixels (default 1600 × 1200). */
  frame?: Size;
  /** What the card shows; its boxes come back in picture pixels. */
  truth?: Pick<CardTruth, 'mrz' | 'portraitBox' | 'ghostBox' | 'code' | 'fields'>;
}

/** What the photograph shows. Quadrangles run clockwise from the corner that is top left on the card. */
export interface CaptureTruth extends Size {
  condition: CaptureCondition;
  seed: number;
  settings: CaptureSettings;
  /** Maps card pixels to picture pixels. */
  homography: Homography;
  card: Point[];
  mrz: Point[] | null;
  mrzLines: Point[][];
  portrait: Point[] | null;
  ghost: Point[] | null;
  code: Point[] | null;
  /** Fingers over the card. */
  fingers: Point[][];
  fields: Record<string, Point[]>;
}

/** Decides the pose of a card of size `card` before the camera. Draws nothing. */
export function planCapture(card: Size, options: CaptureOptions): CaptureTruth {
  const { condition, seed, truth } = options;
  const random = seededRandom(seed, `capture-${condition}`);
  const settings = drawSettings(condition, random);
  const frame = settings.scanned ? scanFrame(card, settings) : frameOf(options, settings);
  const offset: Point = [random.between(-1, 1), random.between(-1, 1)];
  const homography = settings.scanned
    ? layFlat(card, frame, settings)
    : placeCard(card, frame, { settings, offset });
  const place = (box: Box): Point[] =>
    mapBox(homography, box).map(([x, y]): Point => [Math.round(x * 10) / 10, Math.round(y * 10) / 10]);
  const fields = Object.entries(truth?.fields ?? {}).map(
    ([name, field]) => [name, place(field.box)] as const,
  );
  return {
    ...frame,
    condition,
    seed,
    settings,
    homography,
    card: place([0, 0, card.width, card.height]),
    mrz: truth?.mrz ? place(truth.mrz.box) : null,
    mrzLines: (truth?.mrz?.lineBoxes ?? []).map(place),
    portrait: truth?.portraitBox ? place(truth.portraitBox) : null,
    ghost: truth?.ghostBox ? place(truth.ghostBox) : null,
    code: truth?.code ? place(truth.code.box) : null,
    fingers: (settings.fingers ?? []).map((finger) => place(fingerBox(finger, card))),
    fields: Object.fromEntries(fields),
  };
}

/** Returns the axis-aligned box around a finger, in card pixels. */
function fingerBox({ root, tip, radius }: Finger, card: Size): Box {
  const reach = radius * card.width;
  const [left, right] = range([root[0] * card.width, tip[0] * card.width]);
  const [top, bottom] = range([root[1] * card.height, tip[1] * card.height]);
  return [left - reach, top - reach, right - left + 2 * reach, bottom - top + 2 * reach];
}

/** Returns the frame of a scan, which has the document's own shape. */
function scanFrame(card: Size, { frameLong = 1400 }: CaptureSettings): Size {
  const scale = frameLong / Math.max(card.width, card.height);
  return { width: Math.round(card.width * scale), height: Math.round(card.height * scale) };
}

/** Places the card in the middle of the frame, rotated but not tilted. */
function layFlat(card: Size, frame: Size, { fill, roll }: CaptureSettings): Homography {
  const scale = (fill * frame.width) / card.width;
  const [cos, sin] = [Math.cos((roll * Math.PI) / 180) * scale, Math.sin((roll * Math.PI) / 180) * scale];
  const shift = (across: number, down: number, middle: number): number =>
    middle - (across * card.width + down * card.height) / 2;
  return [cos, -sin, shift(cos, -sin, frame.width / 2), sin, cos, shift(sin, cos, frame.height / 2), 0, 0, 1];
}

/** Returns the same view with the frame moved. */
function pushed(h: Homography, { width, height }: Size, { x, y }: { x: number; y: number }): Homography {
  const [dx, dy] = [x * width, y * height];
  const row = (from: 0 | 3, by: number): [number, number, number] => [
    h[from] + by * h[6],
    h[from + 1]! + by * h[7],
    h[from + 2]! + by * h[8],
  ];
  return [...row(0, dx), ...row(3, dy), h[6], h[7], h[8]];
}

function frameOf(
  { frame = { width: 1600, height: 1200 } }: CaptureOptions,
  { upright, frameLong }: CaptureSettings,
): Size {
  const long = frameLong ?? Math.max(frame.width, frame.height);
  const short = frameLong === undefined ? Math.min(frame.width, frame.height) : Math.round(frameLong * 0.75);
  return upright ? { width: short, height: long } : { width: long, height: short };
}

/** Finds the distance at which the card fills the wanted share of the frame, and moves it slightly off the middle. */
function placeCard(
  card: Size,
  frame: Size,
  { settings, offset }: { settings: CaptureSettings; offset: Point },
): Homography {
  const { pitch, yaw, roll, fill } = settings;
  let pose: Pose = { pitch, yaw, roll, distance: 1.4, centre: [frame.width / 2, frame.height / 2] };
  for (let round = 0; round < 6; round += 1) {
    const corners = mapBox(projectPlane(card, frame, pose), [0, 0, card.width, card.height]);
    const [left, right] = range(corners.map(([x]) => x));
    const [top, bottom] = range(corners.map(([, y]) => y));
    const taken = Math.max((right - left) / frame.width, (bottom - top) / frame.height);
    const spareX = Math.max(0, frame.width * 0.98 - (right - left)) / 2;
    const spareY = Math.max(0, frame.height * 0.98 - (bottom - top)) / 2;
    pose = {
      ...pose,
      distance: pose.distance * (taken / fill),
      centre: [
        pose.centre[0] + frame.width / 2 + offset[0] * spareX * 0.6 - (left + right) / 2,
        pose.centre[1] + frame.height / 2 + offset[1] * spareY * 0.6 - (top + bottom) / 2,
      ],
    };
  }
  const seen = projectPlane(card, frame, pose);
  return settings.push ? pushed(seen, frame, settings.push) : seen;
}

function range(values: number[]): [number, number] {
  return [Math.min(...values), Math.max(...values)];
}
