import type { Box } from './card-layout.ts';

/** Distance between the characters of a zone, in millimetres. */
export const zonePitch = 2.54;

/** A zone as printed on a card; lengths in millimetres. */
export interface PlacedZone {
  format: string;
  lines: string[];
  left: number;
  baseLines: readonly number[];
}

/** A drawn zone as the reference for tests; boxes are in pixels of the card picture. */
export interface ZoneTruth {
  format: string;
  lines: string[];
  /** False when a wrong check digit was printed. */
  valid: boolean;
  box: Box;
  lineBoxes: Box[];
}

/**
 * Returns the boxes of a zone and its lines.
 * @param scale converts a box from millimetres to pixels of the card picture
 */
export function zoneTruth(
  { format, lines, left, baseLines }: PlacedZone,
  { valid, scale }: { valid: boolean; scale: (box: Box) => Box },
): ZoneTruth {
  const capital = 2.75;
  const boxes = lines.map((line, index): Box => [
    left,
    (baseLines[index] ?? 0) - capital,
    line.length * zonePitch,
    capital + 0.1,
  ]);
  const top = (baseLines[0] ?? 0) - capital;
  const whole: Box = [left, top, (lines[0]?.length ?? 0) * zonePitch, (baseLines.at(-1) ?? 0) + 0.1 - top];
  return { format, lines, valid, box: scale(whole), lineBoxes: boxes.map(scale) };
}
