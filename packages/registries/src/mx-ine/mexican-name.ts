/**
 * Normalises a name as Mexican registries store it: capitals, no accents on vowels, `Ñ` kept; single blanks between words, straight apostrophes.
 * @see spec/registries.md 8.3
 */
export function mexicanName(text: string): string {
  const capitals = text.normalize('NFD').toUpperCase();
  const bare = capitals.replace(/([AEIOU])\p{M}+/gu, '$1');
  return bare.normalize('NFC').replace(/[’´`]/g, "'").trim().replace(/\s+/g, ' ');
}
