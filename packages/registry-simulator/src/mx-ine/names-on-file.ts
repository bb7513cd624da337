/**
 * A name as stored in the simulated registries of Mexico: upper case, with `Ñ`, vowels without accent or diaeresis, single
 * spaces.
 * @see spec/registries.md 8.3
 */
export function nameOnFile(name: string): string {
  const letters = Array.from(name.normalize('NFC').toUpperCase(), (letter) => {
    const [bare = letter] = letter.normalize('NFD');
    return 'AEIOU'.includes(bare) ? bare : letter;
  });
  return letters.join('').split(/\s+/).filter(Boolean).join(' ');
}
