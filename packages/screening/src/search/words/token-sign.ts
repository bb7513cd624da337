/** Letters grouped roughly by sound: similar words often begin and end alike. */
const groups = ['aeiouy', 'bpfvw', 'cgjkqx', 'dt', 'hlr', 'mn', 'sz'];
const groupOf = new Uint8Array(128).fill(7);
for (const [group, letters] of groups.entries()) {
  for (const letter of letters) groupOf[letter.charCodeAt(0)] = group;
}
const lengths = [0, 0, 0, 0, 0, 1, 1, 2];

/** The sign for all words that do not fit in a row of four signs. */
export const anySign = 255;

/** A sign from 1 to 254 for a word: shared by many words, and by most similar ones. Only a filter. */
export function signOf(text: string): number {
  const first = text.charCodeAt(0);
  const last = text.charCodeAt(text.length - 1);
  const from = first < 128 ? (groupOf[first] as number) : first & 7;
  const to = last < 128 ? (groupOf[last] as number) : last & 7;
  const length = lengths[text.length] ?? 3;
  return 1 + (((from * 8 + to) * 4 + length) % 254);
}

/** Number of hash values. */
export const hashes = 0x1_0000;
/** Hash for all tokens that do not fit in a posting. */
export const anyHash = hashes - 1;

/** A hash from 1 to 65,534 for a token; 0 means none. */
export function hashOf(token: number): number {
  const hash = Math.imul(token + 1, 0x9e3779b1) >>> 16;
  return hash === 0 ? 1 : hash === anyHash ? anyHash - 1 : hash;
}

export const midHashes = 4096;
export const anyMidHash = midHashes - 1;

/** The same from 1 to 4,094. */
export function midHashOf(token: number): number {
  return midOf(hashOf(token));
}

/** The `midHashOf` a token with this `hashOf`. */
export function midOf(hash: number): number {
  return 1 + (hash % (midHashes - 2));
}

export const shortHashes = 1024;
export const anyShortHash = shortHashes - 1;

/** The same from 1 to 1,022. */
export function shortHashOf(token: number): number {
  return 1 + (hashOf(token) % (shortHashes - 2));
}
