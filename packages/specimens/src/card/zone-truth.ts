import type { Box } from './card-layout.ts';

/** Millimetres from one character of a zone to the next. */
export const zonePitch = 2.54;

/** A zone as printed on a card: lengths in millimetres. */
export interface PlacedZone {
  format: string;
  lines: string[];
  left: number;
  baseLines: readonly number[];
}

/** A drawn zone as tests compare with it: boxes in pixels of the card picture. */
export interface ZoneTruth {
  format: string;
  lines: string[];
  /** False: a check digit was printed wrong. */
  valid: boolean;
  box: Box;
  lineBoxes: Box[];
}

/**
 * Where a zone and its lines are.
 * @param scale from millimetres to pixels of the card picture
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
