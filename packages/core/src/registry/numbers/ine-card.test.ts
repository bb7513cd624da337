import { describe, expect, it } from 'vitest';
import { cicCheckDigit, cicOf } from './ine-card.ts';

describe('a CIC (spec/cases/numbers-mx.json has the vectors)', () => {
  it('has the check digit that the machine-readable zone prints behind it', () => {
    const zone = 'IDMEX9999000013<<0123098765432';
    expect(zone.slice(14, 15)).toBe(cicCheckDigit(zone.slice(5, 14)));
    expect(cicOf(zone.slice(5, 15))).toBe('999900001');
  });

  it('is nine digits', () => {
    expect(() => cicCheckDigit('99990000')).toThrow(RangeError);
    expect(cicOf('9999 0000 1')).toBe('999900001');
  });
});
