import { describe, expect, it } from 'vitest';
import { formOf } from './form.ts';
import { storedFaces, storedFindings } from './stored.ts';

describe('stored findings', () => {
  const form = formOf(storedFindings);
  const picture = {
    mediaId: 'm-1',
    context: 'face',
    refusal: null,
    width: 9,
    height: 9,
    quality: [],
    faces: [],
  };
  /** Findings as written by an earlier release. */
  const earlier = {
    pictures: [picture],
    mrz: null,
    portrait: null,
    comparison: null,
    comparisonReason: 'doc.portrait_none',
    notComputed: [],
    models: ['face@1'],
  };
  const sign = {
    code: 'live.flat',
    strength: 0.5,
    mediaId: 'm-1',
    region: 'face',
    value: 1,
    sentence: 'A sign.',
  };

  it('may lack what an earlier release did not write, but nothing else', () => {
    expect(form.matches(earlier)).toBe(true);
    for (const name of Object.keys(earlier))
      expect([name, form.matches({ ...earlier, [name]: undefined })]).toEqual([name, false]);
    for (const name of Object.keys(picture)) {
      const damaged = { ...earlier, pictures: [{ ...picture, [name]: undefined }] };
      expect([name, form.matches(damaged)]).toEqual([name, false]);
    }
  });

  it('may have members and codes of a later release', () => {
    const later = { ...earlier, further: {}, pictures: [{ ...picture, further: [1] }] };
    expect(form.matches({ ...later, evidence: [{ ...sign, code: 'live.later', further: 1 }] })).toBe(true);
    expect(form.matches({ ...later, evidence: [{ ...sign, code: 'x'.repeat(65) }] })).toBe(false);
  });

  it('keep every other bound', () => {
    expect(form.matches({ ...earlier, evidence: [{ ...sign, strength: 1.1 }] })).toBe(false);
    expect(form.matches({ ...earlier, evidence: [{ ...sign, region: 'nowhere' }] })).toBe(false);
    expect(form.matches({ ...earlier, models: [7] })).toBe(false);
  });
});

describe('stored faces', () => {
  const form = formOf(storedFaces);

  it.each([
    [{ selfie: 'AAAAAA==', portrait: null }, true],
    [{ selfie: 'AAAAAAAAAAA=', portrait: 'AAAA' }, true],
    [{ selfie: null, portrait: null, further: 1 }, true],
    [{ selfie: 'AAAAA', portrait: null }, false],
    [{ selfie: 'no base64!', portrait: null }, false],
    [{ selfie: 'A'.repeat(349_532), portrait: null }, false],
    [{ selfie: null }, false],
  ])('%j', (faces, taken) => {
    expect(form.matches(faces)).toBe(taken);
  });
});
