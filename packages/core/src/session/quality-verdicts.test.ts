import { describe, expect, it } from 'vitest';
import { pictureProblems, qualityRows, qualityVerdict } from './quality-verdicts.ts';

const measured = (code: string, value: number, region = 'image') => ({ code, value, region });

describe('the verdict on a measured property', () => {
  it.each([
    ['img.too_small', 1000, 'ok'],
    ['img.too_small', 999, 'warn'],
    ['img.too_small', 479, 'fail'],
    ['img.dark', 44, 'fail'],
    ['img.dark', 45, 'ok'],
    ['img.bright', 0.15, 'ok'],
    ['img.bright', 0.16, 'warn'],
    ['img.bright', 0.41, 'fail'],
    ['img.blur', 30, 'ok'],
    ['img.blur', 29, 'warn'],
    ['img.blur', 9.9, 'fail'],
    ['face.none', 0, 'fail'],
    ['face.several', 2, 'fail'],
    ['face.small', 159, 'warn'],
    ['face.small', 59, 'fail'],
    ['face.turned', 21, 'warn'],
    ['face.turned', 36, 'fail'],
    ['doc.none', 0, 'fail'],
    ['doc.far', 0.24, 'warn'],
    ['doc.far', 0.11, 'fail'],
    ['doc.tilted', 15, 'ok'],
    ['doc.tilted', 16, 'warn'],
    ['doc.glare', 0.005, 'ok'],
    ['doc.glare', 0.1, 'warn'],
    ['doc.glare', 0.21, 'fail'],
    ['face.covered', 0.81, 'warn'],
    ['doc.side', 1, 'fail'],
    ['doc.type', 1, 'warn'],
    ['doc.copy', 0.9, 'warn'],
    ['sys.unavailable', 1, 'unknown'],
    ['no.such.code', 1, 'ok'],
  ])('%s at %d is %s', (code, value, verdict) => {
    expect(qualityVerdict(measured(code, value))).toBe(verdict);
  });

  it('is stricter if a required entry exists', () => {
    expect(qualityVerdict(measured('doc.glare', 0.06, 'card'))).toBe('warn');
    expect(qualityVerdict(measured('doc.glare', 0.06, 'portrait'))).toBe('fail');
    expect(qualityVerdict(measured('doc.glare', 0.06, 'mrz'))).toBe('fail');
  });

  it('has a code and a sentence for every property, once', () => {
    const codes = qualityRows.map(({ code }) => code);
    expect(new Set(codes).size).toBe(30);
    expect(codes).toHaveLength(30);
    for (const { sentence } of qualityRows) expect(sentence).toMatch(/^[A-Z].{20,90}[.]$/);
  });
});

describe('the problems of a picture', () => {
  it('are all reported at once, failures first, each once', () => {
    const quality = [
      measured('img.too_small', 900),
      measured('img.blur', 20, 'face'),
      measured('img.blur', 3, 'card'),
      measured('doc.cut', 0.1, 'card'),
      measured('img.dark', 120, 'card'),
    ];
    expect(pictureProblems(quality, null)).toEqual([
      {
        code: 'img.blur',
        verdict: 'fail',
        sentence: 'The picture is blurred. Please hold still and take it again.',
      },
      { code: 'doc.cut', verdict: 'fail', sentence: 'Please fit the whole document into the picture.' },
      {
        code: 'img.too_small',
        verdict: 'warn',
        sentence: 'This picture is too small to read. Please take it again from closer.',
      },
    ]);
  });

  it('are its refusal, when it could not be opened', () => {
    expect(pictureProblems([], 'img.type').map(({ code, verdict }) => [code, verdict])).toEqual([
      ['img.type', 'fail'],
    ]);
  });
});
