/** The Brazilian driving licence. @see spec/registries.md 12.2, 12.3 */

/** Remainder of the weighted sum of the first nine digits. */
const remainder = (digits: string, weight: (index: number) => number): number =>
  Array.from(digits.slice(0, 9), (digit, i) => Number(digit) * weight(i)).reduce((a, b) => a + b) % 11;

/**
 * True for eleven digits with correct check digits. Advisory: published rules disagree on a few numbers in a hundred, so a
 * registry decides and this never does.
 * @see spec/registries.md 12.2
 */
export function hasCnhCheckDigits(number: string): boolean {
  if (!/^\d{11}$/.test(number)) return false;
  const first = remainder(number, (i) => 9 - i);
  const offset = first < 10 ? 0 : 2;
  const second = (remainder(number, (i) => i + 1) - offset + 11) % 11;
  return number.slice(9) === `${first < 10 ? first : 0}${second < 10 ? second : 0}`;
}

const categories = ['A', 'B', 'C', 'D', 'E', 'AB', 'AC', 'AD', 'AE', 'ACC'];

/**
 * A licence's categories in the registry's form: `"B, A"` is `AB`, `"ACC B"` is `B`.
 * @returns `null`: no category of the national list; `A1` and `BE`, for example, belong to the international table
 * @see spec/registries.md 12.3
 */
export function licenceCategory(text: string): string | null {
  const upper = text.toUpperCase();
  const words = upper.replaceAll('ACC', ' ').match(/[\p{L}\d]+/gu) ?? [];
  const letters = words.filter((word) => /^[A-E]+$/.test(word)).join('');
  const sorted = [...new Set(Array.from(letters))].sort().join('');
  const category = sorted === '' && upper.includes('ACC') ? 'ACC' : sorted;
  return categories.includes(category) ? category : null;
}
