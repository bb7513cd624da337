import { hashDistance } from '../picture/picture-likeness.ts';
import type { Evidence } from '@countersign/findings';
import { ramp, roundStrength } from './ramp.ts';

/** Data kept from the pictures of one attempt for joint examination. */
export interface CrossEvidenceInput {
  /** The face of the selfie; `null` if there is none. */
  selfie: { mediaId: string; faceHash: string } | null;
  /** The face on the document; `null` if there is none. */
  portrait: {
    mediaId: string;
    faceHash: string;
    /** Descriptor distance to the selfie; `null` if not computed. */
    distance: number | null;
  } | null;
  /** The portrait on another picture that is least similar to the portrait; `null` if none was compared. */
  otherPortrait: {
    mediaId: string;
    /** 0–100. */
    score: number;
  } | null;
  /** All opened pictures; `thing` is what each should show. Pictures of the same thing may be equal. */
  pictures: readonly { mediaId: string; thing: string; sha256: string; perceptualHash: string }[];
}

/** Descriptor distances at which two faces are the same picture: different pictures of one person are farther apart. */
const onePicture = { surely: 0.06, hardly: 0.1 };
/** Maximum number of differing bits, of 64, between hashes of the same face crop. */
const closeFaceBits = 14;
const samePictureBits = 3;

/** Signs that only several pictures together can show. */
export function crossEvidence(input: CrossEvidenceInput): Evidence[] {
  return [...reusedPortrait(input), ...differingPortraits(input), ...sameFiles(input)];
}

/**
 * `live.portrait_reused`: the selfie's face is a picture of the portrait, not of the person: descriptor distance below 0.10 and nearly
 * equal hashes of the face crops. Value: the distance. The strongest passive sign.
 */
function reusedPortrait({ selfie, portrait }: CrossEvidenceInput): Evidence[] {
  if (selfie === null || portrait === null || portrait.distance === null) return [];
  const { distance } = portrait;
  if (distance >= onePicture.hardly) return [];
  const bits = differingBits(selfie.faceHash, portrait.faceHash);
  // Two measures with different weaknesses: the descriptor sees the person, the hash sees the picture.
  if (bits > closeFaceBits) return [];
  return [
    {
      code: 'live.portrait_reused',
      strength: roundStrength(0.6 + 0.4 * ramp(distance, onePicture.hardly, onePicture.surely)),
      mediaId: selfie.mediaId,
      region: 'face',
      value: Math.round(distance * 10_000) / 10_000,
      sentence: 'The face of the selfie and the portrait of the document are nearly the same picture.',
    },
  ];
}

/** `doc.other_portrait`: two pictures of the document show portraits of two people. Value: their score, 0–100. */
function differingPortraits({ otherPortrait }: CrossEvidenceInput): Evidence[] {
  if (otherPortrait === null) return [];
  const { mediaId, score } = otherPortrait;
  const strength = roundStrength(ramp(score, 50, 20));
  if (strength < 0.1) return [];
  const sentence = 'Two pictures of the document show portraits of two people.';
  return [{ code: 'doc.other_portrait', strength, mediaId, region: 'portrait', value: score, sentence }];
}

/** `doc.same_file`: two uploads that should show different things are the same file or picture. Value: number of differing bits of 64. */
function sameFiles({ pictures }: CrossEvidenceInput): Evidence[] {
  return pictures.flatMap((picture): Evidence[] => {
    const bits = pictures
      .filter((other) => other.thing !== picture.thing)
      .map((other) =>
        other.sha256 === picture.sha256 ? -1 : differingBits(other.perceptualHash, picture.perceptualHash),
      );
    const fewest = Math.min(...bits, 64);
    if (fewest > samePictureBits) return [];
    return [
      {
        code: 'doc.same_file',
        strength: fewest < 0 ? 1 : 0.7,
        mediaId: picture.mediaId,
        region: 'image',
        value: Math.max(0, fewest),
        sentence: 'The same picture was sent for two different things.',
      },
    ];
  });
}

/** Pictures without a hash are similar to no other. */
function differingBits(a: string, b: string): number {
  return a === '' || b === '' ? 64 : hashDistance(a, b);
}
