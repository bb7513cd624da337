import type { CardFinding } from '@countersign/findings';
import type { Face } from '../faces/find-faces.ts';
import { distance } from '../picture/points.ts';
import type { Point } from '../picture/raster.ts';

/** A ghost portrait is a small second print of the portrait: widths as shares of the portrait's. */
const width = { from: 0.15, to: 0.8 };
const mostTurn = 20;

/**
 * The ghost portrait among a document's faces: smaller than the portrait, turned like it, on the card and not on the portrait itself.
 * @returns `null` when there is none
 */
export function findGhost(faces: readonly Face[], portrait: Face, card: CardFinding | null): Face | null {
  const found = faces.filter((face) => {
    const share = face.width / portrait.width;
    const turn = Math.abs(((face.roll - portrait.roll + 540) % 360) - 180);
    const apart = distance(middleOf(face), middleOf(portrait));
    return (
      face !== portrait &&
      share >= width.from &&
      share <= width.to &&
      turn <= mostTurn &&
      apart > 0.8 * portrait.width &&
      (card === null || isOnCard(card, middleOf(face)))
    );
  });
  return found.toSorted((a, b) => b.width - a.width)[0] ?? null;
}

function middleOf({ box }: Face): Point {
  return [box[0] + box[2] / 2, box[1] + box[3] / 2];
}

function isOnCard({ corners }: CardFinding, [x, y]: Point): boolean {
  const sides = corners.map((from, index) => {
    const to = corners[(index + 1) % 4] ?? from;
    return (to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]);
  });
  return sides.every((side) => side >= 0) || sides.every((side) => side <= 0);
}
