import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpfDigits, cpfWithCheckDigits, isValidCpf, sandboxCpf } from './cpf.ts';

const nineDigits = fc
  .integer({ min: 0, max: 999_999_999 })
  .map((n) => String(n).padStart(9, '0'))
  .filter((digits) => !/^(\d)\1+$/.test(digits));

describe('a CPF (spec/cases/numbers-br.json has the vectors)', () => {
  it('is valid with its own check digits', () => {
    fc.assert(fc.property(nineDigits, (base) => isValidCpf(cpfWithCheckDigits(base))));
  });

  it('is invalid with any other check digit', () => {
    fc.assert(
      fc.property(nineDigits, fc.constantFrom(9, 10), fc.integer({ min: 1, max: 9 }), (base, index, by) => {
        const digits = Array.from(cpfWithCheckDigits(base), Number);
        digits[index] = ((digits[index] ?? 0) + by) % 10;
        expect(isValidCpf(digits.join(''))).toBe(false);
      }),
    );
  });

  it('loses dots, hyphens and blanks, and nothing else', () => {
    expect(cpfDigits(' 900.000.001-75 ')).toBe('90000000175');
    expect(cpfDigits('900/000/001')).toBe('900/000/001');
  });

  it('is made of nine digits, not of anything else', () => {
    expect(() => cpfWithCheckDigits('90000000')).toThrow(RangeError);
    expect(() => cpfWithCheckDigits('90000000A')).toThrow(RangeError);
  });

  it('of the sandbox has wrong check digits, which is why they are exempt', () => {
    const listed = ['12345678900', '12345678901', '12345678902', '12345678903', '12345678904', '12345678905'];
    expect(listed.every(sandboxCpf)).toBe(true);
    expect(listed.some(isValidCpf)).toBe(false);
  });
});
