import { describe, expect, it } from 'vitest';
import { crossEvidence, type CrossEvidenceInput } from '../src/evidence/cross-evidence.ts';
import { ghostsAmong } from '../src/evidence/find-ghost.ts';
import { cardIn, faceIn } from './evidence-scene.ts';

const nothing: CrossEvidenceInput = { selfie: null, portrait: null, otherPortrait: null, pictures: [] };
const selfie = { mediaId: 'm-face', faceHash: 'ffff00000000ffff' };
const portrait = { mediaId: 'm-front', faceHash: 'ffff00000000fffe', distance: 0.05 };

describe('signs of several pictures together', () => {
  it('are none when there is nothing to compare', () => {
    expect(crossEvidence(nothing)).toEqual([]);
    expect(crossEvidence({ ...nothing, selfie, portrait: { ...portrait, distance: null } })).toEqual([]);
  });

  it.each([
    { distance: 0.05, strength: 1 },
    { distance: 0.08, strength: 0.8 },
    { distance: 0.099, strength: 0.61 },
  ])(
    'a selfie at distance $distance that resembles the portrait is a picture of it',
    ({ distance, strength }) => {
      const found = crossEvidence({ ...nothing, selfie, portrait: { ...portrait, distance } });
      expect(found).toMatchObject([
        { code: 'live.portrait_reused', mediaId: 'm-face', region: 'face', value: distance, strength },
      ]);
    },
  );

  it('a selfie at distance 0.10, or one of other appearance, is not', () => {
    expect(crossEvidence({ ...nothing, selfie, portrait: { ...portrait, distance: 0.1 } })).toEqual([]);
    const other = { ...portrait, faceHash: '00ff00ff00ff00ff' };
    expect(crossEvidence({ ...nothing, selfie, portrait: other })).toEqual([]);
  });

  it.each([
    { score: 50, signs: [] },
    { score: 35, signs: [['doc.other_portrait', 'm-2', 0.5]] },
    { score: 23, signs: [['doc.other_portrait', 'm-2', 0.9]] },
    { score: 0, signs: [['doc.other_portrait', 'm-2', 1]] },
  ])('a portrait on another picture that scores $score gives $signs', ({ score, signs }) => {
    const found = crossEvidence({ ...nothing, otherPortrait: { mediaId: 'm-2', score } });
    expect(found.map(({ code, mediaId, strength }) => [code, mediaId, strength])).toEqual(signs);
  });

  it('one file for two things is a sign on each of them, twice for the same thing is none', () => {
    const picture = (mediaId: string, thing: string, sha256: string, perceptualHash: string) => ({
      mediaId,
      thing,
      sha256,
      perceptualHash,
    });
    const pictures = [
      picture('m-1', 'document-front', 'aa', '0000000000000000'),
      picture('m-2', 'document-front', 'aa', '0000000000000000'),
      picture('m-3', 'document-back', 'aa', '0000000000000000'),
      picture('m-4', 'face', 'bb', '0000000000000003'),
      picture('m-5', 'face', 'cc', 'ffffffffffffffff'),
    ];
    expect(
      crossEvidence({ ...nothing, pictures }).map(({ mediaId, strength, value }) => [
        mediaId,
        strength,
        value,
      ]),
    ).toEqual([
      ['m-1', 1, 0],
      ['m-2', 1, 0],
      ['m-3', 1, 0],
      ['m-4', 0.7, 2],
    ]);
  });
});

describe('the ghost portrait', () => {
  const portraitFace = faceIn([100, 200, 200, 200]);
  const ghostFace = faceIn([700, 300, 90, 90]);
  const card = cardIn([
    [50, 50],
    [900, 50],
    [900, 600],
    [50, 600],
  ]);

  it('is the smaller face on the card', () => {
    expect(ghostsAmong([portraitFace, ghostFace], portraitFace, card)).toEqual([ghostFace]);
  });

  it.each([
    { what: 'off the card', face: faceIn([920, 300, 90, 90]) },
    { what: 'as large as the portrait', face: faceIn([600, 200, 190, 190]) },
    { what: 'on the portrait', face: faceIn([180, 260, 90, 90]) },
    { what: 'turned otherwise', face: { ...ghostFace, roll: 90 } },
  ])('is no face $what', ({ face }) => {
    expect(ghostsAmong([face], portraitFace, card)).toEqual([]);
  });
});
