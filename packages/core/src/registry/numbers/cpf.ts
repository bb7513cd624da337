/** The Brazilian taxpayer number. @see spec/registries.md 12.1 */

/** Removes dots, hyphens and blanks; any other character stays, and makes the number invalid. */
export const cpfDigits = (text: string): string => text.replace(/[.\-\s]/g, '');

/**
 * True for eleven digits, not all equal, with correct check digits; dots, hyphens and blanks are ignored.
 * @see spec/registries.md 4.1, 12.1
 */
export function isValidCpf(text: string): boolean {
  const digits = cpfDigits(text);
  if (!/^\d{11}$/.test(digits) || /^(\d)\1+$/.test(digits)) return false;
  return cpfWithCheckDigits(digits.slice(0, 9)) === digits;
}

/**
 * The eleven-digit CPF that begins with these nine digits.
 * @throws {RangeError} not nine digits
 */
export function cpfWithCheckDigits(base: string): string {
  if (!/^\d{9}$/.test(base)) throw new RangeError('a CPF has nine digits before its check digits');
  const ten = base + checkDigit(base);
  return ten + checkDigit(ten);
}

/** Weights descend to 2 at the last digit; a remainder of 0 or 1 results in 0. */
function checkDigit(digits: string): string {
  const sum = Array.from(digits, (digit, i) => Number(digit) * (digits.length + 1 - i)).reduce(
    (a, b) => a + b,
  );
  const remainder = sum % 11;
  return String(remainder < 2 ? 0 : 11 - remainder);
}

/**
 * True for numbers that test integrations may use despite their wrong check digits: `12345678900` to `12345678905`, and
 * `111HHHDDD11` with HHH from 400 to 599. Dots, hyphens and blanks are ignored.
 * @see spec/registries.md 16.1
 */
export const sandboxCpf = (text: string): boolean =>
  /^(1234567890[0-5]|111[45]\d{5}11)$/.test(cpfDigits(text));
