import { cornersOfBox, scaleQuad } from '../picture/points.ts';
import { measureColourSpread } from './colour-spread.ts';
import type { EvidencePicture, Sign } from './evidence-picture.ts';
import { ramp, roundStrength } from './ramp.ts';

const side = 256;

/**
 * `doc.grey_copy`: a colourless front in a picture that has colour. Value: how far the card's colours deviate from the line between black
 * and white, in levels. Entirely grey pictures, backs and pictures without surroundings give no sign. Known false alarms: documents
 * printed only in black, on a coloured surface.
 */
export async function greyCopy({ image, faces, card }: EvidencePicture): Promise<Sign[]> {
  if (card === null || faces.length === 0) return [];
  const raster = await image.raster(side, 3);
  const spread = measureColourSpread(raster, scaleQuad(card.corners, raster.width / image.width));
  if (spread === null || spread.outside === null) return [];
  const strength = roundStrength(colourless(spread.inside, spread) * ramp(spread.outside, 4, 10));
  if (strength < 0.1) return [];
  return [
    {
      code: 'doc.grey_copy',
      strength,
      value: Math.round(spread.inside * 10) / 10,
      region: 'card',
      sentence:
        'The document shows no colour although its surroundings do, as copies from black-and-white printers.',
    },
  ];
}

/**
 * `live.flat`: a colourless face in front of coloured surroundings, or a face whose darkest parts are far from dark. Value: how far the
 * face's colours deviate from the line between black and white, in levels. Known false alarms: thick white make-up.
 */
export async function liveFlat({ image, faces }: EvidencePicture): Promise<Sign[]> {
  const [face] = faces;
  if (!face) return [];
  const raster = await image.raster(side, 3);
  const spread = measureColourSpread(raster, scaleQuad(cornersOfBox(face.box), raster.width / image.width));
  if (spread === null || spread.outside === null) return [];
  // Skin of one tone is closer to a line than cards are, hence the narrower limit.
  const strength = roundStrength(colourless(spread.inside * 1.3, spread) * ramp(spread.outside, 5, 11));
  if (strength < 0.1) return [];
  return [
    {
      code: 'live.flat',
      strength,
      value: Math.round(spread.inside * 10) / 10,
      region: 'face',
      sentence:
        'The face shows hardly any colour although its surroundings do, as printed pictures of faces.',
    },
  ];
}

/** 1 if no colour deviates from the line between black and white, and the line itself is not of a single hue. */
function colourless(spread: number, { tint }: { tint: number }): number {
  return ramp(spread, 3.8, 2) * ramp(tint, 0.45, 0.2);
}
