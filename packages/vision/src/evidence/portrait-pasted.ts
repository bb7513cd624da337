import { scaleBox } from '../picture/points.ts';
import type { OpenedImage } from '../picture/open-image.ts';
import type { Box } from '../picture/raster.ts';
import { amplitudesOf, compareHistories } from './compression-history.ts';
import { fineSide, type EvidencePicture, type Sign } from './evidence-picture.ts';
import { noiseFloor } from '../picture/noise-floor.ts';
import { ramp, roundStrength } from './ramp.ts';
import { compareSavings } from './second-saving.ts';

/** Noise that is missing on a face alone has innocent causes and stays below a half. */
const mostByNoise = 0.45;
/** What is added where it is missing on the portrait's background as well, which no smoothing of faces explains. */
const moreByBackground = 0.4;
/**
 * Noise around the portrait, levels, below which compression has taken it away and nothing can be compared; and from which a portrait
 * without any is no matter of compression: on genuine scans and forwarded pictures, whose smooth portraits lose all of it, texture
 * beside them left up to 0.64.
 */
const noiseAround = { least: 0.5, clear: 0.75 };

/**
 * How much likelier the portrait is if it was saved once and not twice, natural logarithm, where the picture around it was saved twice.
 * Of genuine pictures at most one in e⁵ reaches what counts as seen; of 299 drawn ones that were saved twice, each was likelier saved
 * twice all over.
 */
const savedOnce = { from: 3, surely: 6 };

/**
 * `doc.portrait_pasted`: the portrait went through other hands than the rest of the picture: it was not saved before with the steps that
 * all around it was saved with, or the camera's noise is missing in it. Value: share of the comparable block waves whose history
 * differs, 0–1. Pictures longer than 1920 pixels are looked at for noise only; pictures reduced after the change, or saved with the steps
 * they had, and portraits exchanged on paper stay silent. False alarms known: cameras that smooth faces strongly (noise only).
 */
export async function portraitPasted({ image, faces }: EvidencePicture): Promise<Sign[]> {
  const [face] = faces;
  if (!face) return [];
  const raster = await image.raster(fineSide, 1);
  const scale = raster.width / image.width;
  const [x, y, width, height] = scaleBox(face.box, scale);
  if (width < 64) return [];
  const inside: Box = [x - 0.05 * width, y - 0.15 * height, 1.1 * width, 1.3 * height];
  const rest = surroundings([x, y, width, height]);
  // A scaled raster has no blocks of the file any more.
  const history = scale === 1 ? await compareHistory(image, inside, rest) : noHistory;
  const usual = noiseFloor(raster, rest);
  const onFace = missingNoise(noiseFloor(raster, [inside]), usual);
  const onBackground = missingNoise(noiseFloor(raster, besideHead([x, y, width, height])), usual);
  const onWhole = usual !== null && usual >= noiseAround.clear ? Math.min(onFace, onBackground) : 0;
  const strength = roundStrength(history.strength + mostByNoise * onFace + moreByBackground * onWhole);
  if (strength < 0.1) return [];
  return [
    {
      code: 'doc.portrait_pasted',
      strength,
      value: Math.round(history.share * 100) / 100,
      region: 'portrait',
      sentence:
        'The portrait was saved or scaled differently from the rest of the picture, as pasted portraits are.',
    },
  ];
}

/** How sure it is that a region has another history, 0–1, and the share of waves that show it. */
interface History {
  strength: number;
  share: number;
}

const noHistory: History = { strength: 0, share: 0 };

async function compareHistory(image: OpenedImage, inside: Box, rest: readonly Box[]): Promise<History> {
  const raster = await image.raster(fineSide, 3);
  const [suspect, around] = [amplitudesOf(raster, [inside]), amplitudesOf(raster, rest)];
  const { lumaSteps } = image.facts;
  if (lumaSteps === null) {
    // Nothing shows the last steps of a picture that was not kept as JPEG: only what is coarser than they are.
    const { differing, compared } = compareHistories(suspect, around);
    if (compared < 4) return noHistory;
    return { strength: ramp(differing / compared, 0.1, 0.4), share: differing / compared };
  }
  const { inside: likelier, differing, compared } = compareSavings(suspect, around, lumaSteps);
  if (compared === 0) return noHistory;
  return { strength: ramp(-likelier, savedOnce.from, savedOnce.surely), share: differing / compared };
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

/** The portrait's background left and right of the head: a face is at most two thirds as wide as its portrait. */
function besideHead([x, y, width, height]: Box): Box[] {
  const strip = { y: y - 0.4 * height, width: 0.18 * width, height: 1.6 * height };
  return [x - 0.22 * width, x + 1.04 * width].map((left): Box => [left, strip.y, strip.width, strip.height]);
}

function missingNoise(inside: number | null, usual: number | null): number {
  if (inside === null || usual === null || usual < noiseAround.least) return 0;
  return ramp(inside / usual, 0.6, 0.3);
}
