import { describe, expect, it } from 'vitest';
import { wireReason } from './reasons.ts';

describe('the reason a client receives', () => {
  it.each([
    [509, true, 509, 'The person does not match the document photo'],
    [509, false, 103, 'The person does not appear to be the document holder'],
    [619, false, 204, 'The image quality is too low'],
    [539, false, 539, 'The number of attempts is used up'],
    [104, true, 104, 'The name supplied does not match the document'],
  ])('for %d (granular: %s) is %d', (code, granular, reasonCode, reason) => {
    expect(wireReason(code, granular)).toEqual({ reasonCode, reason });
  });

  it('is null without a code', () => {
    expect(wireReason(null, true)).toEqual({ reasonCode: null, reason: null });
  });
});
