import { hashDistance } from '../picture/picture-likeness.ts';
import type { Evidence } from '@countersign/findings';
import { ramp, roundStrength } from './ramp.ts';

/** What was kept of the pictures of one attempt, to be looked at together. */
export interface CrossEvidenceInput {
  /** The face of the selfie; `null` when there is none. */
  selfie: { mediaId: string; faceHash: string } | null;
  /** The face on the document; `null` when there is none. */
  portrait: {
    mediaId: string;
    faceHash: string;
    /** Descriptor distance to the selfie, `null` when not computed. */
    distance: number | null;
  } | null;
  /** The portrait of another picture that is least like the portrait; `null` where none was compared. */
  otherPortrait: {
    mediaId: string;
    /** 0–100. */
    score: number;
  } | null;
  /** Every opened picture; `thing` is what it should show: pictures of one thing may be equal. */
  pictures: readonly { mediaId: string; thing: string; sha256: string; perceptualHash: string }[];
}

/** Descriptor distances at which two pictures of a face are one picture: other pictures of a person lie farther apart. */
const onePicture = { surely: 0.06, hardly: 0.1 };
/** Bits of 64 in which hashes of one face crop may differ. */
const closeFaceBits = 14;
const samePictureBits = 3;

/** Signs that only several pictures together show. */
export function crossEvidence(input: CrossEvidenceInput): Evidence[] {
  return [...reusedPortrait(input), ...differingPortraits(input), ...sameFiles(input)];
}

/**
 * `live.portrait_reused`: the selfie's face is a picture of the portrait, not of the person: descriptor distance below 0.10 and face
 * crops of nearly the same hash. Value: the distance. The strongest passive sign.
 */
function reusedPortrait({ selfie, portrait }: CrossEvidenceInput): Evidence[] {
  if (selfie === null || portrait === null || portrait.distance === null) return [];
  const { distance } = portrait;
  if (distance >= onePicture.hardly) return [];
  const bits = differingBits(selfie.faceHash, portrait.faceHash);
  // Two measures that fail differently: the descriptor sees the person, the hash the picture.
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

/** `doc.same_file`: two uploads that should show different things are one file or one picture. Value: differing bits of 64. */
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

/** Pictures without a hash are like no other. */
function differingBits(a: string, b: string): number {
  return a === '' || b === '' ? 64 : hashDistance(a, b);
}
