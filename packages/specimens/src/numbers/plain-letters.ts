/** Reduces a name to the capital letters A–Z and Ñ, without diacritics and with single spaces between words. */
export function plainLetters(name: string): string {
  return name
    .toUpperCase()
    .split('Ñ')
    .map((part) => part.normalize('NFD').replaceAll(/[^A-Z ]/g, ''))
    .join('Ñ')
    .replaceAll(/ +/g, ' ')
    .trim();
}

const particles = new Set(['DE', 'DEL', 'LA', 'LAS', 'LOS', 'Y', 'DA', 'DO', 'DOS', 'DAS']);

/** Returns the significant word of a name, skipping particles such as `de la`. Empty for an empty name. */
export function mainWord(name: string): string {
  const words = plainLetters(name).split(' ');
  return words.find((word) => !particles.has(word)) ?? words[0] ?? '';
}

/** Splits two surnames, keeping particles with the word that follows: `De la Cruz López`. The second may be empty. */
export function splitSurnames(lastName: string): [first: string, second: string] {
  const words = lastName.trim().split(/\s+/);
  const end = words.findIndex((word) => !particles.has(word.toUpperCase())) + 1;
  return [words.slice(0, end).join(' '), words.slice(end).join(' ')];
}
