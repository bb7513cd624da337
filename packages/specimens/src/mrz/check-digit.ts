/**
 * Returns the check digit of a field of A–Z, 0–9 and `<`, with weights 7, 3, 1 modulo 10 as in ICAO Doc 9303.
 * Throws `RangeError` on any other character.
 */
export function checkDigit(field: string): string {
  let sum = 0;
  for (let index = 0; index < field.length; index += 1) {
    sum += valueOf(field.charAt(index)) * ([7, 3, 1][index % 3] ?? 0);
  }
  return String(sum % 10);
}

function valueOf(character: string): number {
  if (character === '<') return 0;
  const value = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'.indexOf(character);
  if (value < 0) throw new RangeError('a machine-readable zone holds A–Z, 0–9 and < only');
  return value;
}
