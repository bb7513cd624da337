import type { EvidencePicture, Sign } from './evidence-picture.ts';

/**
 * `live.metadata` and `doc.edited`: the file names a program made to change or make pictures. Value: 1. False alarms known: pictures
 * that were only turned or cropped in such a program. On selfies a screen's size without camera data counts as well. Pictures of
 * our own flow carry no metadata; there no sign is given.
 */
export function fileSigns({ image, subject, ownCapture }: EvidencePicture): Sign[] {
  const { editing, screenLike } = image.facts;
  if (ownCapture) return [];
  if (editing) {
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
  return subject === 'selfie' && screenLike ? [screenshot('live.metadata')] : [];
}

/**
 * `doc.screenshot`: the file claims to be a screenshot, or has the size of a screen and no camera data. Value: 1. False alarms known:
 * pictures cropped to a screen's size by a messenger.
 */
export function screenshotSign({ image, ownCapture }: EvidencePicture): Sign[] {
  return image.facts.screenLike && !ownCapture ? [screenshot('doc.screenshot')] : [];
}

function screenshot(code: 'doc.screenshot' | 'live.metadata'): Sign {
  return {
    code,
    strength: 0.5,
    value: 1,
    region: 'image',
    sentence: 'The file looks like a screenshot and not like a picture from a camera.',
  };
}
