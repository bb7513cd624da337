/** True for the eleven digits of a CPF with correct check digits that are not all the same digit. @see spec/registries.md 12.1 */
export function isCpf(digits: string): boolean {
  if (!/^\d{11}$/.test(digits) || /^(\d)\1{10}$/.test(digits)) return false;
  return cpfDigit(digits.slice(0, 9)) === digits[9] && cpfDigit(digits.slice(0, 10)) === digits[10];
}

function cpfDigit(digits: string): string {
  const sum = Array.from(digits).reduce(
    (total, digit, at) => total + Number(digit) * (digits.length + 1 - at),
    0,
  );
  const rest = sum % 11;
  return String(rest < 2 ? 0 : 11 - rest);
}

/** True for the eleven digits of a Brazilian licence with the usual check digits; advisory, because issuers differ. @see spec/registries.md 12.2 */
export function isCnhNumber(digits: string): boolean {
  if (!/^\d{11}$/.test(digits) || /^(\d)\1{10}$/.test(digits)) return false;
  const weighted = (weight: (at: number) => number): number =>
    Array.from(digits.slice(0, 9)).reduce((sum, digit, at) => sum + Number(digit) * weight(at), 0) % 11;
  const first = weighted((at) => 9 - at);
  const offset = first >= 10 ? 2 : 0;
  const second = (weighted((at) => at + 1) - offset + 11) % 11;
  return digits.slice(9) === `${first >= 10 ? 0 : first}${second >= 10 ? 0 : second}`;
}

const curpAlphabet = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ';
const curpShape = /^[A-ZÑ]{4}\d{6}[HMX][A-Z]{2}[A-ZÑ]{3}[0-9A-Z]\d$/;

/** True for the eighteen characters of a CURP with the correct shape and check digit. @see spec/registries.md 12.4 */
export function isCurp(text: string): boolean {
  if (!curpShape.test(text)) return false;
  const sum = Array.from(text.slice(0, 17)).reduce((total, character, at) => {
    return total + curpAlphabet.indexOf(character) * (18 - at);
  }, 0);
  return String((10 - (sum % 10)) % 10) === text[17];
}

/** Shape of a Mexican voter key. @see spec/registries.md 12.5 */
export const voterKeyShape = /^[BCDFGHJ-NP-TV-ZÑ]{6}\d{8}[HM]\d{3}$/;
