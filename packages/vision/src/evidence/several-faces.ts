import type { EvidencePicture, Sign } from './evidence-picture.ts';
import { roundStrength } from './ramp.ts';

/** Faces narrower than this share of the widest one are people or pictures in the background. */
const comparable = 0.5;
/** Detections below this confidence are too often not faces. */
const sureFrom = 0.6;

/**
 * `live.several_faces`: a second face of at least half the width. Value: its width as a share of the widest one's. Pictures in which the
 * person was supposed to hold a document give no sign. Known false alarms: posters directly behind the person.
 */
export function severalFaces({ faces, holdsDocument = false }: EvidencePicture): Sign[] {
  if (holdsDocument) return [];
  const [widest, second] = faces.filter(({ confidence }) => confidence >= sureFrom);
  if (!widest || !second || second.width < comparable * widest.width) return [];
  const share = second.width / widest.width;
  return [
    {
      code: 'live.several_faces',
      strength: roundStrength(share),
      value: Math.round(share * 100) / 100,
      region: 'image',
      sentence: 'A second face of comparable size is in the picture.',
    },
  ];
}
