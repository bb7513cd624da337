/** Letters that text engines return for digits in fields of digits only. */
const digitOfLetter: Readonly<Record<string, string>> = {
  O: '0',
  Q: '0',
  D: '0',
  I: '1',
  L: '1',
  '|': '1',
  Z: '2',
  S: '5',
  G: '6',
  B: '8',
};

const letterOfDigit: Readonly<Record<string, string>> = {
  '0': 'O',
  '1': 'I',
  '2': 'Z',
  '5': 'S',
  '6': 'G',
  '8': 'B',
};

/** Replaces letters that look like digits by those digits; other characters stay. */
export function digitsOf(text: string): string {
  return Array.from(text, (character) => digitOfLetter[character] ?? character).join('');
}

/** Replaces digits that look like letters by those letters; other characters stay. */
export function lettersOf(text: string): string {
  return Array.from(text, (character) => letterOfDigit[character] ?? character).join('');
}

/** A text adapted to a mask. */
export interface Masked {
  value: string;
  /** Number of characters that were replaced. */
  repaired: number;
}

/**
 * Adapts a text to a mask of the same length: `9` accepts a digit, `A` a letter, `*` either. Look-alikes are replaced only where the
 * mask requires the other kind.
 * @returns `null` if the text does not fit
 */
export function fitMask(text: string, mask: string): Masked | null {
  if (text.length !== mask.length) return null;
  let repaired = 0;
  let value = '';
  for (const [at, character] of Array.from(text).entries()) {
    const kind = mask[at];
    const fitted = kind === '9' ? digitsOf(character) : kind === 'A' ? lettersOf(character) : character;
    const fits = kind === '9' ? /^\d$/ : kind === 'A' ? /^[A-ZÑ]$/ : /^[0-9A-ZÑ]$/;
    if (!fits.test(fitted)) return null;
    repaired += fitted === character ? 0 : 1;
    value += fitted;
  }
  return { value, repaired };
}

/** Maximum number of surplus characters in a text. */
const mostTwins = 2;

/**
 * Like {@link fitMask}, for a text that may be longer than the mask: engines may return one glyph as two look-alikes, `B8` or `0O`.
 * @returns every text that fits: the whole text, or the text with one character of each such pair removed
 */
export function withoutTwins(text: string, mask: string): Masked[] {
  const more = text.length - mask.length;
  if (more <= 0 || more > mostTwins) return [fitMask(text, mask)].filter((fitted) => fitted !== null);
  return Array.from(text).flatMap((character, at) =>
    digitsOf(character) === digitsOf(text[at + 1] ?? '')
      ? withoutTwins(text.slice(0, at) + text.slice(at + 1), mask).map(({ value, repaired }) => ({
          value,
          repaired: repaired + 1,
        }))
      : [],
  );
}
