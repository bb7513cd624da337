interface Replacement {
  pattern: RegExp;
  by: string;
  /** Every match holds one of these: a key that does not is spared the search. `null`: two equal letters. */
  holds: readonly string[] | null;
}

const doubled: Replacement = { pattern: /(\p{L})\1/gu, by: '$1', holds: null };

/** In this order; each rule sees what the rules before it left. */
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
    // Halves of a letter beyond the basic plane differ, though the letter may be doubled.
    if (code === last || code >= 0xd800) return true;
    last = code;
  }
  return false;
}

/**
 * What a token of a Spanish name sounds like: tokens that are written differently and spoken alike have the same key.
 * @param token upper case, without marks
 * @see spec/registries.md 7, step 5
 */
export function phoneticKey(token: string): string {
  let key = token;
  for (const replacement of replacements)
    if (mayMatch(key, replacement)) key = key.replace(replacement.pattern, replacement.by);
  return key;
}
