import type { Face } from '../src/faces/find-faces.ts';

/** Returns the portrait of a drawn capture as the face finder would return it, so that no model is needed. */
export function portraitOf(corners: readonly (readonly [number, number])[] | null): Face[] {
  const [a, b, c] = corners ?? [];
  if (!a || !b || !c) return [];
  const side = 0.75 * Math.hypot(b[0] - a[0], b[1] - a[1]);
  const roll = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;
  const box = [(a[0] + c[0] - side) / 2, (a[1] + c[1] - side) / 2, side, side];
  return [{ box, width: side, roll } as unknown as Face];
}
