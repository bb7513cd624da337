import { describe, expect, it } from 'vitest';
import { defaultFaceLimits, faceFlags, isComparable, isWeakFace } from './face-size.ts';

const plain = { width: 200, yaw: 0, pitch: 0, eyeOpening: 0.3, cutShare: 0 };
const selfie = { isSelfie: true, several: false };

describe('size and pose gates', () => {
  it.each([
    { width: 160, asSelfie: [], asPortrait: [] },
    { width: 159, asSelfie: ['face.small'], asPortrait: [] },
    { width: 80, asSelfie: ['face.small'], asPortrait: [] },
    { width: 79, asSelfie: ['face.small'], asPortrait: ['face.small'] },
  ])('flags a face $width px wide', ({ width, asSelfie, asPortrait }) => {
    expect(faceFlags({ ...plain, width }, selfie)).toEqual(asSelfie);
    expect(faceFlags({ ...plain, width }, { isSelfie: false, several: false })).toEqual(asPortrait);
  });

  it('names everything unusual about a face', () => {
    const face = { width: 200, yaw: -21, pitch: 3, eyeOpening: 0.14, cutShare: 0.03 };
    expect(faceFlags(face, { isSelfie: true, several: true })).toEqual([
      'face.several',
      'face.cut',
      'face.turned',
      'face.eyes',
    ]);
  });

  it('moves with the limits of the policy', () => {
    expect(faceFlags({ ...plain, yaw: 25 }, selfie, { ...defaultFaceLimits, turned: 30 })).toEqual([]);
    expect(isWeakFace({ width: 100 }, null, { ...defaultFaceLimits, strong: 120 })).toBe(true);
  });

  it('marks scores of small and of blurred faces weak', () => {
    expect(isWeakFace({ width: 79 }, 50)).toBe(true);
    expect(isWeakFace({ width: 80 }, 50)).toBe(false);
    expect(isWeakFace({ width: 80 }, 9.9)).toBe(true);
    expect(isWeakFace({ width: 80 }, null)).toBe(false);
  });

  it('never compares faces narrower than 60 px, whatever the policy is', () => {
    expect(isComparable({ width: 59.9 }, { ...defaultFaceLimits, compared: 20 })).toBe(false);
    expect(isComparable({ width: 60 })).toBe(true);
    expect(isComparable({ width: 90 }, { ...defaultFaceLimits, compared: 100 })).toBe(false);
  });
});
