/** The Colombian tax number. @see spec/registries.md 12.6 */

/** From the last digit before the check digit to the first. */
const weights = [3, 7, 13, 17, 19, 23, 29, 37, 41, 43, 47, 53, 59, 67, 71];
/** By remainder. */
const checkDigits = '01987654321';

/**
 * The check digit for these digits.
 * @throws {RangeError} not 1 to 15 digits
 */
export function nitCheckDigit(digits: string): string {
  if (!/^\d{1,15}$/.test(digits)) throw new RangeError('a NIT has 1 to 15 digits before its check digit');
  const sum = weights
    .slice(0, digits.length)
    .reduce((total, weight, index) => total + weight * Number(digits.at(-1 - index)), 0);
  return checkDigits.charAt(sum % 11);
}

/** True when the last digit is the correct check digit of the others. @param nit digits only, the check digit last */
export const hasNitCheckDigit = (nit: string): boolean =>
  /^\d{2,16}$/.test(nit) && nitCheckDigit(nit.slice(0, -1)) === nit.slice(-1);
