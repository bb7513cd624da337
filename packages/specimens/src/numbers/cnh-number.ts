/**
 * Returns the registration number of a Brazilian driving licence: nine digits and two check digits.
 * @param base nine digits; throws `RangeError` on anything else
 * @see spec/registries.md 12.2
 */
export function cnhNumber(base: string): string {
  if (!/^\d{9}$/.test(base)) throw new RangeError('nine digits are needed');
  const first = weightedSum(base, (index) => 9 - index) % 11;
  const offset = first < 10 ? 0 : 2;
  const second = ((weightedSum(base, (index) => index + 1) % 11) - offset + 11) % 11;
  return base + String(first < 10 ? first : 0) + String(second < 10 ? second : 0);
}

function weightedSum(digits: string, weight: (index: number) => number): number {
  return Array.from(digits, (digit, index) => Number(digit) * weight(index)).reduce(
    (sum, value) => sum + value,
    0,
  );
}
