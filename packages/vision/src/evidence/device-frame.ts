import { scaleQuad } from '../picture/points.ts';
import { findDarkFrame, isSideOf } from './dark-frame.ts';
import type { EvidencePicture, Sign } from './evidence-picture.ts';
import { ramp, roundStrength } from './ramp.ts';

const side = 256;
/** Maximum deviation of brightness, in levels, of an even frame; shadows and dark rooms vary more. */
const even = 4;
/**
 * If a frame's inner edge is this close to a side of the document, in pixels at 256, it is the edge of the document on a dark surface.
 */
const alongDocument = 5;
/** A frame is never proof: sheets of paper lie on dark tables. */
const most = 0.9;

/**
 * `doc.recaptured` and `live.edges`: a dark, even frame with straight inner edges around the picture of a document or a person, like the
 * bezel of a display. Value: share of the picture's edge along which the second longest side runs, 0–1. Gives no sign if the document
 * itself lies on something dark, or if its outline was not found. Known false alarms: documents on a sheet of paper on a black table,
 * selfies in a dark doorway.
 * @see docs/decisions/0038-combine-two-independent-measurements-before-a-sign-of-copying-counts.md
 */
export async function deviceFrame({ image, subject, faces, card }: EvidencePicture): Promise<Sign[]> {
  if (subject === 'document' ? card === null || card.source !== 'outline' : faces.length === 0) return [];
  const raster = await image.raster(side, 3);
  const outline = card && subject === 'document' ? scaleQuad(card.corners, raster.width / image.width) : null;
  const shares = findDarkFrame(raster)
    .filter(({ unevenness }) => unevenness <= even)
    .filter((frame) => outline === null || !isSideOf(outline, frame, alongDocument))
    .map(({ share }) => share)
    .toSorted((a, b) => b - a);
  const [longest = 0, second = 0] = shares;
  const strength = roundStrength(most * ramp(longest, 0.5, 0.75) * ramp(second, 0.3, 0.55));
  if (strength < 0.1) return [];
  return [
    {
      code: subject === 'document' ? 'doc.recaptured' : 'live.edges',
      strength,
      value: Math.round(second * 100) / 100,
      region: 'image',
      sentence:
        'A dark frame with straight edges runs round what the picture shows, like the rim of a display.',
    },
  ];
}
