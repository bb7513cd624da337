import type { Kind, Part } from './known-words.ts';

export type Role = 'given' | 'family' | 'second';

/** A part with the role shown by the spelling; null if there is none. */
export interface RoledPart {
  part: Part;
  role: Role | null;
}

/**
 * Infers roles from the spelling: `LAST, First Middle` is converted to natural order and typed, and so is a surname in capitals in a name
 * of mixed case. Any other name is untyped and keeps its order.
 */
export function rolesOf(parts: readonly Part[], kind: Kind, raw: string): RoledPart[] {
  if (
    kind === 'person' ||
    (kind === 'unknown' && parts.every(({ what, facts }) => what === 'word' && !facts.organisation))
  ) {
    const turned = lastFirst(parts) ?? (kind === 'person' ? capitals(parts, raw) : null);
    if (turned !== null) return turned;
  }
  return parts.map((part) => ({ part, role: null }));
}

const mostFamilyWords = 5;

function lastFirst(parts: readonly Part[]): RoledPart[] | null {
  const first = parts[0]?.segment ?? 0;
  const last = parts.at(-1)?.segment ?? 0;
  if (first === last) return null;
  const family = parts.filter((part) => part.segment === first);
  const rest = parts.filter((part) => part.segment !== first);
  const segments = new Set(rest.map((part) => part.segment)).size;
  // A list of several names separated by commas is not `LAST, First`.
  if (segments > 2 || family.length > mostFamilyWords || family.every((part) => part.facts.single))
    return null;
  return [
    ...rest.map((part): RoledPart => ({ part, role: 'given' })),
    ...family.map((part): RoledPart => ({ part, role: 'family' })),
  ];
}

const capital = /^\p{Lu}[\p{Lu}\p{M}'’-]{2,}$/u;
const capitalised = /^\p{Lu}[\p{L}\p{M}'’]*\p{Ll}/u;

/** Whether the second letter of a word is not a lower-case ASCII letter. */
function mayBeCapital(part: Part, raw: string): boolean {
  const second = raw.charCodeAt(part.start + 1);
  return part.end - part.start > 2 && (second < 0x61 || second > 0x7a);
}

/** `Marek DOLVAN` or `DOLVAN Marek`: one run of words in capitals, all others capitalised. */
function capitals(parts: readonly Part[], raw: string): RoledPart[] | null {
  if (parts.length < 2 || !parts.some((part) => mayBeCapital(part, raw)) || raw === raw.toUpperCase())
    return null;
  const isCapital = parts.map((part) => capital.test(raw.slice(part.start, part.end)));
  const from = isCapital.indexOf(true);
  if (from < 0) return null;
  let to = from;
  while (isCapital[to] === true) to += 1;
  // Capitals in two places, or in the middle, leave open which words are the surname.
  if (isCapital.includes(true, to) || (from > 0 && to < parts.length)) return null;
  const others = [...parts.slice(0, from), ...parts.slice(to)];
  if (!others.some((part) => capitalised.test(raw.slice(part.start, part.end)))) return null;
  return [
    ...others.map((part): RoledPart => ({ part, role: 'given' })),
    ...parts.slice(from, to).map((part): RoledPart => ({ part, role: 'family' })),
  ];
}
