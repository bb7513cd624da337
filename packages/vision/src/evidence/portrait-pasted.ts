import { scaleBox } from '../picture/points.ts';
import type { OpenedImage } from '../picture/open-image.ts';
import type { Box } from '../picture/raster.ts';
import { amplitudesOf, compareHistories } from './compression-history.ts';
import { fineSide, type EvidencePicture, type Sign } from './evidence-picture.ts';
import { noiseFloor } from '../picture/noise-floor.ts';
import { ramp, roundStrength } from './ramp.ts';
import { compareSavings } from './second-saving.ts';

/** Noise missing only on a face has innocent causes, so the strength stays below one half. */
const mostByNoise = 0.45;
/** Added if noise is also missing in the portrait's background, which face smoothing cannot explain. */
const moreByBackground = 0.4;
/**
 * Noise around the portrait, in levels. Below `least`, compression has removed it and nothing can be compared; from `clear`, compression
 * does not explain a portrait without noise: in genuine scans and forwarded pictures, whose smooth portraits lose all noise, texture
 * beside them kept up to 0.64.
 */
const noiseAround = { least: 0.5, clear: 0.75 };

/**
 * Log-likelihood ratio (natural logarithm) of the portrait having been saved once rather than twice, if the picture around it was saved
 * twice. At most one in e⁵ genuine pictures reaches the limit of detection; each of 299 drawn pictures that were saved twice was more
 * likely saved twice throughout.
 */
const savedOnce = { from: 3, surely: 6 };

/**
 * `doc.portrait_pasted`: the portrait has a different history from the rest of the picture: it was not saved before with the same steps
 * as its surroundings, or the camera's noise is missing in it. Value: share of the comparable block waves whose history differs, 0–1.
 * Pictures longer than 1920 pixels are examined only for noise; pictures reduced after the change or saved with their previous steps, and
 * portraits exchanged on paper, give no sign. Known false alarms: cameras that smooth faces strongly (noise only).
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
  // A scaled raster no longer has the blocks of the file.
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

/** Confidence that a region has a different history, 0–1, and the share of waves that show it. */
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
    // The last steps of a picture that was not stored as JPEG are unknown: only coarser ones can be detected.
    const { differing, compared } = compareHistories(suspect, around);
    if (compared < 4) return noHistory;
    return { strength: ramp(differing / compared, 0.1, 0.4), share: differing / compared };
  }
  const { inside: likelier, differing, compared } = compareSavings(suspect, around, lumaSteps);
  if (compared === 0) return noHistory;
  return { strength: ramp(-likelier, savedOnce.from, savedOnce.surely), share: differing / compared };
}

/** The areas beside, above and below a portrait, at some distance from its frame. */
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
