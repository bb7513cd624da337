/**
 * Returns a Brazilian taxpayer number: nine digits and two check digits.
 * @param base nine digits; throws `RangeError` on anything else
 * @see spec/registries.md 12.1
 */
export function cpf(base: string): string {
  if (!/^\d{9}$/.test(base)) throw new RangeError('nine digits are needed');
  const tenth = checkOf(base);
  return base + tenth + checkOf(base + tenth);
}

/** Formats a number as it is printed, such as `900.000.001-75`. */
export function printedCpf(number: string): string {
  return `${number.slice(0, 3)}.${number.slice(3, 6)}.${number.slice(6, 9)}-${number.slice(9)}`;
}

function checkOf(digits: string): string {
  const weighted = Array.from(digits, (digit, index) => Number(digit) * (digits.length + 1 - index));
  const rest = weighted.reduce((sum, value) => sum + value, 0) % 11;
  return String(rest < 2 ? 0 : 11 - rest);
}
