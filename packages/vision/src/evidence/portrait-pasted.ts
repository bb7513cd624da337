import { scaleBox } from '../picture/points.ts';
import type { Box } from '../picture/raster.ts';
import { compareHistories } from './compression-history.ts';
import { fineSide, type EvidencePicture, type Sign } from './evidence-picture.ts';
import { noiseFloor } from './noise-floor.ts';
import { ramp, roundStrength } from './ramp.ts';

/** Noise alone has innocent causes and stays below a half. */
const mostByNoise = 0.45;

/**
 * `doc.portrait_pasted`: the portrait went through other hands than the rest of the picture: it does not fit the ladder that
 * earlier compression left all around it, or the camera's noise is missing in it. Value: share of the comparable block waves
 * whose ladder differs, 0–1. Pictures wider than 1920 pixels are looked at for noise only, pictures reduced after the change and
 * portraits exchanged on paper stay silent. False alarms known: cameras that smooth faces strongly (noise only).
 */
export async function portraitPasted({ image, faces }: EvidencePicture): Promise<Sign[]> {
  const [face] = faces;
  if (!face) return [];
  const raster = await image.raster(fineSide, 1);
  const scale = raster.width / image.width;
  const [x, y, width, height] = scaleBox(face.box, scale);
  if (width < 64) return [];
  const inside: Box = [x - 0.05 * width, y - 0.15 * height, 1.1 * width, 1.3 * height];
  const around = surroundings([x, y, width, height]);
  const { differing, compared } =
    // A scaled raster has no blocks of the file any more.
    scale === 1
      ? compareHistories(await image.raster(fineSide, 3), inside, around)
      : { differing: 0, compared: 0 };
  const byHistory = compared < 4 ? 0 : ramp(differing, 0.1, 0.4);
  const strength = roundStrength(
    byHistory + mostByNoise * missingNoise(noiseFloor(raster, [inside]), noiseFloor(raster, around)),
  );
  if (strength < 0.1) return [];
  return [
    {
      code: 'doc.portrait_pasted',
      strength,
      value: Math.round(differing * 100) / 100,
      region: 'portrait',
      sentence:
        'The portrait was saved or scaled differently from the rest of the picture, as pasted portraits are.',
    },
  ];
}

/** What lies beside, above and below a portrait, at some distance from its frame. */
function surroundings([x, y, width, height]: Box): Box[] {
  return [
    [x - 2.2 * width, y - height, 1.2 * width, 3 * height],
    [x + 2 * width, y - height, 2 * width, 3 * height],
    [x - width, y - 2.2 * height, 3 * width, height],
    [x - width, y + 2.2 * height, 3 * width, height],
  ];
}

/** Noise that compression has already taken away everywhere is no sign. */
function missingNoise(inside: number | null, around: number | null): number {
  if (inside === null || around === null || around < 0.5) return 0;
  return ramp(inside / around, 0.6, 0.3);
}
