import type { EvidencePicture, Sign } from './evidence-picture.ts';
import { roundStrength } from './ramp.ts';

/** Faces below this share of the widest one's width are people or pictures in the background. */
const comparable = 0.5;
/** Less sure finds are too often no faces. */
const sureFrom = 0.6;

/**
 * `live.several_faces`: a second face of at least half the width. Value: its width as a share of the widest one's. Pictures of a
 * person who was to hold a document stay silent. False alarms known: posters right behind the person.
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
