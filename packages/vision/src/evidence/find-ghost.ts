import type { CardFinding } from '@countersign/findings';
import type { Face } from '../faces/find-faces.ts';
import { distance } from '../picture/points.ts';
import type { Point } from '../picture/raster.ts';

/** Position and rotation of a face. */
type PlacedFace = Pick<Face, 'box' | 'width' | 'roll'>;

/** A ghost portrait is a small second print of the portrait: its width as a share of the portrait's. */
const width = { from: 0.15, to: 0.8 };
const mostTurn = 20;

/**
 * The faces on a document that may be its ghost portrait: smaller than the portrait, with the same rotation, on the card and outside the
 * portrait.
 */
export function ghostsAmong<Placed extends PlacedFace>(
  faces: readonly Placed[],
  portrait: PlacedFace,
  card: Pick<CardFinding, 'corners'>,
): Placed[] {
  return faces.filter((face) => {
    const share = face.width / portrait.width;
    const turn = Math.abs(((face.roll - portrait.roll + 540) % 360) - 180);
    const apart = distance(middleOf(face), middleOf(portrait));
    return (
      share >= width.from &&
      share <= width.to &&
      turn <= mostTurn &&
      apart > 0.8 * portrait.width &&
      isOnCard(card, middleOf(face))
    );
  });
}

/** The centre of a face, in the unit of its box. */
export function middleOf({ box }: PlacedFace): Point {
  return [box[0] + box[2] / 2, box[1] + box[3] / 2];
}

function isOnCard({ corners }: Pick<CardFinding, 'corners'>, [x, y]: Point): boolean {
  const sides = corners.map((from, index) => {
    const to = corners[(index + 1) % 4] ?? from;
    return (to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]);
  });
  return sides.every((side) => side >= 0) || sides.every((side) => side <= 0);
}
