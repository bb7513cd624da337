const digitWeights = [7, 3, 1];

/** Value of a zone character in the check digit sum: digits count as themselves, `A` = 10 … `Z` = 35, filler 0. Throws for any other. */
function characterValue(character: string): number {
  if (character === '<') return 0;
  const value = parseInt(character, 36);
  if (character.length !== 1 || Number.isNaN(value) || character !== character.toUpperCase()) {
    throw new RangeError('not a character of a machine-readable zone');
  }
  return value;
}

/** The check digit of a text in the zone: the sum with repeating weights 7, 3, 1, modulo 10. @see spec/registries.md 13.1 */
export function checkDigit(text: string): number {
  let sum = 0;
  for (let i = 0; i < text.length; i += 1) sum += characterValue(text.charAt(i)) * (digitWeights[i % 3] ?? 0);
  return sum % 10;
}

/** Whether `printed` is the check digit of `text`. As the standard allows, a filler means 0, but only for a field that consists of fillers. */
export function checkDigitAgrees(text: string, printed: string): boolean {
  if (printed === '<') return /^<*$/.test(text);
  return printed === String(checkDigit(text));
}
