/** Capital letters A–Z and Ñ of a name, marks and everything else removed; words stay apart by one space. */
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

/** The word of a name that counts: without `de la` and the like. Empty for an empty name. */
export function mainWord(name: string): string {
  const words = plainLetters(name).split(' ');
  return words.find((word) => !particles.has(word)) ?? words[0] ?? '';
}

/** Splits two surnames at the space between them, particles kept with what follows: `De la Cruz López`. The second may be empty. */
export function splitSurnames(lastName: string): [first: string, second: string] {
  const words = lastName.trim().split(/\s+/);
  const end = words.findIndex((word) => !particles.has(word.toUpperCase())) + 1;
  return [words.slice(0, end).join(' '), words.slice(end).join(' ')];
}
