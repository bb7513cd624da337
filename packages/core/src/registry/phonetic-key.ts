interface Replacement {
  pattern: RegExp;
  by: string;
  /** Every match contains one of these, so that a key without them need not be searched. `null`: two equal letters. */
  holds: readonly string[] | null;
}

const doubled: Replacement = { pattern: /(\p{L})\1/gu, by: '$1', holds: null };

/** Applied in this order; each rule works on the result of the previous ones. */
const replacements: readonly Replacement[] = [
  { pattern: /LL/g, by: 'Y', holds: ['LL'] },
  doubled,
  { pattern: /CH/g, by: '#', holds: ['CH'] },
  { pattern: /H/g, by: '', holds: ['H'] },
  { pattern: /QU(?=[EI])/g, by: 'K', holds: ['QU'] },
  { pattern: /GU(?=[EI])/g, by: '%', holds: ['GU'] },
  { pattern: /C(?=[EIY])/g, by: 'S', holds: ['C'] },
  { pattern: /G(?=[EI])/g, by: 'J', holds: ['G'] },
  { pattern: /[CKQ]/g, by: 'K', holds: ['C', 'Q'] },
  { pattern: /%/g, by: 'G', holds: ['%'] },
  { pattern: /[ZX]/g, by: 'S', holds: ['Z', 'X'] },
  { pattern: /[VW]/g, by: 'B', holds: ['V', 'W'] },
  doubled,
];

function mayMatch(key: string, { holds }: Replacement): boolean {
  if (holds === null) return hasDouble(key);
  for (const text of holds) if (key.includes(text)) return true;
  return false;
}

function hasDouble(key: string): boolean {
  let last = 0;
  for (let index = 0; index < key.length; index++) {
    const code = key.charCodeAt(index);
    // The two halves of a character beyond the basic plane always differ, even if the character is doubled.
    if (code === last || code >= 0xd800) return true;
    last = code;
  }
  return false;
}

/**
 * Phonetic key of a token of a Spanish name: tokens that sound alike have the same key, however they are spelt.
 * @param token upper case, without marks
 * @see spec/registries.md 7, step 5
 */
export function phoneticKey(token: string): string {
  let key = token;
  for (const replacement of replacements)
    if (mayMatch(key, replacement)) key = key.replace(replacement.pattern, replacement.by);
  return key;
}
