import { chipSide } from '../faces/face-chip.ts';
import { perceptualHash } from '../picture/picture-likeness.ts';

/** A 64-bit hash of an aligned face, 16 hex digits; similar for two copies of the same picture of a face. */
export function hashFace(chip: Float32Array): string {
  const plane = chipSide * chipSide;
  const data = new Uint8Array(plane);
  for (let at = 0; at < plane; at += 1)
    data[at] = Math.round(0.299 * chip[at]! + 0.587 * chip[plane + at]! + 0.114 * chip[2 * plane + at]!);
  return perceptualHash({ width: chipSide, height: chipSide, channels: 1, data });
}
