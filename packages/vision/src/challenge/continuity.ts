import type { Box, Raster } from '../picture/raster.ts';
import type { ContinuitySign } from '@countersign/findings';

/** A frame reduced to what the continuity check needs: small, grey, with the position of its face. */
export interface FrameView {
  /** Milliseconds since the first frame. */
  at: number;
  /** Its longest side is {@link viewSide}. */
  view: Raster;
  /** The face in pixels of the view; `null` if there is none. */
  face: Box | null;
}

export const viewSide = 64;

/**
 * Limits beyond which a sign is reported. Identical: mean difference of grey levels below which two frames are equal. Jump: movement in
 * face widths per second. Timing: milliseconds between frames. Background and light: mean differences of grey levels outside the face.
 */
const limits = {
  identical: 0.35,
  jump: 6,
  timing: { least: 30, most: 6000 },
  background: 26,
  light: 24,
} as const;

/** Signs that the frames were not recorded in one take, frame by frame. */
export function continuitySigns(frames: readonly FrameView[]): ContinuitySign[] {
  return frames.slice(1).flatMap((frame, index) => {
    const before = frames[index];
    return before ? signsBetween(before, frame, index + 1) : [];
  });
}

function signsBetween(before: FrameView, after: FrameView, frame: number): ContinuitySign[] {
  const signs: ContinuitySign[] = [];
  const pause = after.at - before.at;
  const sign = (code: ContinuitySign['code'], value: number): number =>
    signs.push({ code, frame, value: Math.round(value * 100) / 100 });
  if (pause < limits.timing.least || pause > limits.timing.most) sign('frames.timing', pause);
  // A different size means a different recording: nothing else can be compared.
  if (before.view.data.length !== after.view.data.length) {
    sign('frames.background', 255);
    return signs;
  }
  const whole = meanDifference(before, after, () => true);
  if (whole.apart < limits.identical) sign('frames.identical', whole.apart);
  const beside = meanDifference(
    before,
    after,
    (x, y) => !covers(before.face, x, y) && !covers(after.face, x, y),
  );
  // A change of light shifts all levels and would also count as a different background.
  if (Math.abs(beside.shift) > limits.light) sign('frames.light', beside.shift);
  else if (beside.apart > limits.background) sign('frames.background', beside.apart);
  const moved = faceWidthsMoved(before.face, after.face) / (Math.max(pause, 1) / 1000);
  if (moved > limits.jump) sign('frames.jump', moved);
  return signs;
}

/** Mean absolute difference of grey levels, and the increase in brightness in the later frame. */
function meanDifference(
  { view: a }: FrameView,
  { view: b }: FrameView,
  counts: (x: number, y: number) => boolean,
): { apart: number; shift: number } {
  let [apart, shift, count] = [0, 0, 0];
  for (let y = 0; y < a.height; y += 1) {
    for (let x = 0; x < a.width; x += 1) {
      if (!counts(x, y)) continue;
      const difference = (b.data[y * a.width + x] ?? 0) - (a.data[y * a.width + x] ?? 0);
      apart += Math.abs(difference);
      shift += difference;
      count += 1;
    }
  }
  return count === 0 ? { apart: 0, shift: 0 } : { apart: apart / count, shift: shift / count };
}

/** Head, hair and shoulders move with the face: excludes an area of twice its width, down to the lower edge. */
function covers(face: Box | null, x: number, y: number): boolean {
  if (face === null) return false;
  const [left, top, width, height] = face;
  return x > left - width * 0.5 && x < left + width * 1.5 && y > top - height * 0.6;
}

function faceWidthsMoved(a: Box | null, b: Box | null): number {
  if (a === null || b === null) return 0;
  const apart = Math.hypot(a[0] + a[2] / 2 - b[0] - b[2] / 2, a[1] + a[3] / 2 - b[1] - b[3] / 2);
  return apart / Math.max(a[2], b[2]);
}
