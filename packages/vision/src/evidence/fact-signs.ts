import { flatBarsOf } from '../picture/flat-bars.ts';
import type { OpenedImage } from '../picture/open-image.ts';
import type { EvidencePicture, Sign } from './evidence-picture.ts';

/**
 * `live.metadata` and `doc.edited`: the file names a program for editing or generating pictures. Value: 1. Known false alarms: pictures
 * that were only rotated or cropped in such a program. For selfies, signs of a screenshot count as well. Pictures from our own flow have
 * no metadata and give no sign.
 */
export async function fileSigns(picture: EvidencePicture): Promise<Sign[]> {
  const { image, subject, ownCapture } = picture;
  if (ownCapture) return [];
  if (image.facts.editing) {
    return [
      {
        code: subject === 'selfie' ? 'live.metadata' : 'doc.edited',
        strength: 0.6,
        value: 1,
        region: 'image',
        sentence: 'The file says that it was last saved by a program for changing or making pictures.',
      },
    ];
  }
  return subject === 'selfie' ? screenshot(image, 'live.metadata') : [];
}

/**
 * `doc.screenshot`: the file claims to be a screenshot, or it has the size or shape of a screen, no camera data, and the borders that
 * screens show around a picture. Value: 1 for the claim or the size alone, 2 with flat bars along two opposite borders. Known false
 * alarms, for the size alone: pictures cropped to a screen's size by a messenger.
 * @see spec/contract.md A-151
 */
export async function screenshotSign({ image, ownCapture }: EvidencePicture): Promise<Sign[]> {
  return ownCapture ? [] : screenshot(image, 'doc.screenshot');
}

/** The file's claim leaves no doubt; a size has innocent causes, a size together with bars hardly any. */
const strengths = { claimed: 0.9, sizeAndBars: 0.9, shapeAndBars: 0.75, size: 0.5 };
/** Minimum depth of bars, as a share of the picture's side, and minimum space between them. */
const bars = { least: 0.02, between: 0.1 };
/** Length ÷ width from which a picture has the shape of a phone's screen rather than of a camera's sensor. */
const screenShape = 1.95;

async function screenshot(image: OpenedImage, code: 'doc.screenshot' | 'live.metadata'): Promise<Sign[]> {
  const { screenshot: claimed, screenLike, camera } = image.facts;
  const { width, height } = image;
  const shaped = !camera && Math.max(width, height) >= screenShape * Math.min(width, height);
  if (!screenLike && !shaped) return [];
  const framed = await hasBars(image, screenLike);
  const bySize = framed ? strengths.sizeAndBars : strengths.size;
  const strength = claimed ? strengths.claimed : screenLike ? bySize : framed ? strengths.shapeAndBars : 0;
  if (strength === 0) return [];
  return [
    {
      code,
      strength,
      value: framed ? 2 : 1,
      region: 'image',
      sentence: 'The file looks like a screenshot and not like a picture from a camera.',
    },
  ];
}

async function hasBars(image: OpenedImage, clipped: boolean): Promise<boolean> {
  for (const borders of ['level', 'upright'] as const) {
    const [first, second] = await flatBarsOf(image, { borders, clipped });
    if (Math.min(first, second) >= bars.least && first + second <= 1 - bars.between) return true;
  }
  return false;
}
