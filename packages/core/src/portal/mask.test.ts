import { describe, expect, it } from 'vitest';
import { maskField, maskName, maskNumber } from './mask.ts';

describe('what is masked', () => {
  it.each([
    ['Ana María Costa', 'A••• M••• C•••'],
    ['  Zoë ', 'Z•••'],
    ['𠮷田', '𠮷•••'],
    ['', ''],
  ])('shows the initials of the name %o: %o', (name, masked) => {
    expect(maskName(name)).toBe(masked);
  });

  it.each([
    ['L01X00T47', '•••47'],
    ['12345', '•••'],
    ['123456', '•••56'],
    ['', '•••'],
  ])('shows the last two of %o: %o', (number, masked) => {
    expect(maskNumber(number)).toBe(masked);
  });

  it.each([
    ['firstName', 'Erika', 'E•••'],
    ['personalNumber', '9876543210', '•••10'],
    ['birthDate', '1984-08-12', '•••'],
    ['sex', 'F', '•••'],
    ['nationality', 'UTO', '•••'],
  ])('depends on the field: %s %o is %o', (field, value, masked) => {
    expect(maskField(field, value)).toBe(masked);
  });
});
