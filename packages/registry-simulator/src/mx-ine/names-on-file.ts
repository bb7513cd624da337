/**
 * A name as the simulated registries of Mexico keep it: upper case, `Ñ` kept, vowels without accent or diaeresis, single blanks.
 * @see spec/registries.md 8.3
 */
export function nameOnFile(name: string): string {
  const letters = Array.from(name.normalize('NFC').toUpperCase(), (letter) => {
    const [bare = letter] = letter.normalize('NFD');
    return 'AEIOU'.includes(bare) ? bare : letter;
  });
  return letters.join('').split(/\s+/).filter(Boolean).join(' ');
}
