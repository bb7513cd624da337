import { describe, expect, it } from 'vitest';
import { face, findings, selfie } from '../../test/identity-case.ts';
import { registrySelfie } from './registry-selfie.ts';

const pictures = [
  { mediaId: 'm-1', context: 'face' },
  { mediaId: 'm-2', context: 'document-front' },
  { mediaId: 'm-3', context: 'face' },
  { mediaId: 'm-4', context: 'face-pre' },
];
const seen = (widths: Record<string, number | null>) => ({
  ...findings,
  pictures: Object.entries(widths).map(([mediaId, width]) => ({
    ...selfie,
    mediaId,
    faces: width === null ? [] : [{ ...face, width }],
  })),
});

describe('the selfie a registry compares', () => {
  it('is the one that was compared with the document, however wide another is (A-333)', () => {
    const widths = seen({ 'm-1': 320, 'm-3': 300, 'm-4': 900 });
    for (const mediaId of ['m-1', 'm-3', 'm-4'])
      expect(registrySelfie(pictures, { ...widths, selfie: mediaId })?.mediaId).toBe(mediaId);
    expect(registrySelfie(pictures, { ...widths, selfie: 'm-9' })?.mediaId).toBe('m-1');
  });

  it('is the face picture with the widest face', () => {
    expect(registrySelfie(pictures, seen({ 'm-1': 320, 'm-2': 500, 'm-3': 300, 'm-4': 900 }))?.mediaId).toBe(
      'm-1',
    );
    expect(registrySelfie(pictures, seen({ 'm-1': null, 'm-2': 500, 'm-3': 80, 'm-4': 900 }))?.mediaId).toBe(
      'm-3',
    );
  });

  it('is the face picture uploaded last where none was inspected or no face was found', () => {
    expect(registrySelfie(pictures, null)?.mediaId).toBe('m-3');
    expect(registrySelfie(pictures, seen({ 'm-1': null, 'm-3': null }))?.mediaId).toBe('m-3');
  });

  it('is a picture taken before only where there is no other, and none without either', () => {
    expect(registrySelfie(pictures.slice(3), null)?.mediaId).toBe('m-4');
    expect(registrySelfie(pictures.slice(1, 2), null)).toBeNull();
  });
});
