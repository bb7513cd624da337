import { sideLength, sureOutline } from '../card/card-pose.ts';
import type { Face } from '../faces/find-faces.ts';
import { distance } from '../picture/points.ts';
import type { Quad } from '../picture/raster.ts';
import type { CardFinding } from '@countersign/findings';
import type { MrzReading } from '../mrz/reading.ts';

/** Data that determines the scale of a document in its picture. */
export interface DocumentScale {
  card: CardFinding | null;
  /** The zone read in the same picture. */
  mrz: Pick<MrzReading, 'format' | 'corners'> | null;
}

/**
 * Width of the narrowest face of a portrait, in millimetres on the document. ICAO 9303-3 requires portraits of at least 26 × 32 mm, whose
 * faces are 14 mm wide; the narrowest drawn national one is 12, the widest drawn ghost portrait 9.5.
 */
const narrowestMm = 10.5;
/**
 * The same as a share of the document's long side, if only its outline is known: drawn ghost portraits reach 0.08, while portraits start
 * at 0.12, or at 0.1 if both pages of a passport are taken for one document.
 */
const narrowestShare = 0.09;
/** Characters per line of a zone by format; they are 2.54 mm apart (ICAO 9303-3). */
const lineLengths = { TD1: 30, TD2: 36, TD3: 44, MRVA: 44, MRVB: 36, FRID: 36 } as const;
const pitchMm = 2.54;

/**
 * Whether a face on a document is too small to be its portrait, that is, a ghost portrait while the portrait itself is covered or was not
 * found. False if the scale of the document is unknown.
 */
export function isGhostSized({ width }: Pick<Face, 'width'>, { card, mrz }: DocumentScale): boolean {
  // The zone takes precedence over the outline, because it cannot belong to another rectangle.
  if (mrz !== null)
    return width < (narrowestMm * levelLength(mrz.corners)) / (lineLengths[mrz.format] * pitchMm);
  if (card === null || card.confidence < sureOutline) return false;
  return width < narrowestShare * Math.max(sideLength(card.corners, 0), sideLength(card.corners, 1));
}

const levelLength = ([a, b, c, d]: Quad): number => Math.max(distance(a, b), distance(d, c));
