/** Upper case without accents, every run of other characters than A–Z and 0–9 one space: how labels and titles are compared. */
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

/** Smallest number of characters to insert, drop or exchange; stops counting above `most` and then returns `most + 1`. */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  // Most labels are compared like this.
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

/** Two letters that touch are the one they look like: `RN` is `M`, `II` is `H`. */
export function joined(letters: string): string {
  return letters.replaceAll('RN', 'M').replaceAll('VV', 'W').replaceAll('CL', 'D').replaceAll('II', 'H');
}

/** Errors that a text engine may make in a word of so many characters for it still to be recognised. */
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

/** The text with every character replaced by the representative of its look-alikes. */
export function lookAlike(text: string): string {
  return lookAlikes.reduce((folded, [group, member]) => folded.replaceAll(group, member), text);
}
