import { drawCard, inventPerson, simulateCapture, type CardTruth } from '@countersign/specimens';
import type { CardFinding, Evidence } from '@countersign/findings';
import { pictureEvidence } from '../src/evidence/collect-evidence.ts';
import type { EvidencePicture } from '../src/evidence/evidence-picture.ts';
import type { Face } from '../src/faces/find-faces.ts';
import { openImage } from '../src/picture/open-image.ts';
import type { Box, Point, Quad } from '../src/picture/raster.ts';

/** A face that stands in a box; signs look at nothing else of it. */
export function faceIn(box: Box): Face {
  const upright = { roll: 0, yaw: 0, pitch: 0, eyeOpening: 0.3, cutShare: 0 };
  return { box, width: box[2], confidence: 0.95, ...upright, mesh: { points: [], flag: 1 } };
}

/** Where the detector finds the face of a drawn selfie of 960 × 1280. */
export const selfieFace = faceIn([260, 500, 490, 490]);

/** An outline as the card finder would give it. */
export function cardIn(corners: Quad): CardFinding {
  const seen = { format: null, share: 0.6, tilt: 0, cut: 0, rotation: null } as const;
  return { ...seen, corners, confidence: 1, source: 'outline' };
}

/** Where the face stands on the portrait of an upright capture. */
export function portraitFace(portrait: readonly Point[]): Face {
  const xs = portrait.map(([x]) => x);
  const ys = portrait.map(([, y]) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const side = (right - left) * 0.56;
  return faceIn([(left + right) / 2 - side / 2, top + (bottom - top) * 0.57 - side / 2, side, side]);
}

/** Signs on a picture, strongest first. */
export async function signsOn(
  jpeg: Uint8Array,
  known: Partial<EvidencePicture> & Pick<EvidencePicture, 'subject'>,
): Promise<Evidence[]> {
  const image = await openImage(jpeg);
  if (image.refusal !== null) throw new Error(`refused: ${image.refusal}`);
  const found = await pictureEvidence({
    mediaId: 'm-1',
    image,
    faces: [],
    card: null,
    ownCapture: false,
    ...known,
  });
  return found.toSorted((a, b) => b.strength - a.strength);
}

/** Codes of the signs that count as seen. */
export function seenCodes(evidence: readonly Evidence[]): string[] {
  return evidence.filter(({ strength }) => strength >= 0.5).map(({ code }) => code);
}

/** A passport photographed honestly, and where things lie. */
export interface HonestPassport {
  card: { png: Buffer; truth: CardTruth };
  jpeg: Buffer;
  portrait: readonly Point[];
  faces: Face[];
  outline: CardFinding;
}

/** Draws and photographs the passport of a seed. */
export async function honestPassport(seed: number): Promise<HonestPassport> {
  const card = await drawCard({ kind: 'td3', person: inventPerson(seed), portraitSeed: seed });
  const { jpeg, truth } = await simulateCapture(card.png, { condition: 'typical', seed, truth: card.truth });
  if (truth.portrait === null) throw new Error('a passport has a portrait');
  return {
    card,
    jpeg,
    portrait: truth.portrait,
    faces: [portraitFace(truth.portrait)],
    outline: cardIn(truth.card as unknown as Quad),
  };
}
