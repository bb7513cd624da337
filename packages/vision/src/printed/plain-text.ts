/** Folds a text for comparing labels and titles: upper case, no accents, and one space for each run of characters other than A–Z and 0–9. */
export function plainText(text: string): string {
  return text
    .toUpperCase()
    .replaceAll('ß', 'SS')
    .replaceAll('Ø', 'O')
    .replaceAll('Ł', 'L')
    .replaceAll('Ð', 'D')
    .replaceAll('Þ', 'TH')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Z0-9]+/g, ' ')
    .trim();
}

/** As {@link plainText}, without the spaces. */
export function plainLetters(text: string): string {
  return plainText(text).replaceAll(' ', '');
}

/** Minimum number of insertions, deletions and substitutions; stops counting above `most` and returns `most + 1`. */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  // The most common case for labels.
  if (most === 0) return a === b ? 0 : 1;
  let row = Uint16Array.from({ length: b.length + 1 }, (_, index) => index);
  let next = new Uint16Array(b.length + 1);
  for (let i = 1; i <= a.length; i += 1) {
    const letter = a.charCodeAt(i - 1);
    let least = i;
    next[0] = i;
    for (let j = 1; j <= b.length; j += 1) {
      const exchanged = row[j - 1]! + (letter === b.charCodeAt(j - 1) ? 0 : 1);
      const other = Math.min(row[j]!, next[j - 1]!) + 1;
      next[j] = exchanged < other ? exchanged : other;
      if (next[j]! < least) least = next[j]!;
    }
    if (least > most) return most + 1;
    [row, next] = [next, row];
  }
  return row[b.length]!;
}

/** Replaces two touching letters by the letter they look like: `RN` by `M`, `II` by `H`. */
export function joined(letters: string): string {
  return letters.replaceAll('RN', 'M').replaceAll('VV', 'W').replaceAll('CL', 'D').replaceAll('II', 'H');
}

/** Maximum number of misread characters in a word of the given length that is still recognised. */
export function allowedErrors(length: number): number {
  if (length < 5) return 0;
  return length < 10 ? 1 : Math.floor(length / 5);
}

const lookAlikes: readonly (readonly [RegExp, string])[] = [
  [/[ILT]/g, '1'],
  [/[ODQ]/g, '0'],
  [/Z/g, '2'],
  [/S/g, '5'],
  [/B/g, '8'],
  [/G/g, '6'],
];

/** Replaces every character by the representative of its look-alikes. */
export function lookAlike(text: string): string {
  return lookAlikes.reduce((folded, [group, member]) => folded.replaceAll(group, member), text);
}
