import { spellOut } from './abbreviations.ts';
import { classify } from './classify.ts';
import { cutName, type Piece } from './cut-name.ts';
import { markWords } from './firm-words.ts';
import { cutAtCapitals } from './inner-capitals.ts';
import { joinStops } from './join-stops.ts';
import { readMisspelt } from './misspelt.ts';
import { partOf, type Kind, type Part } from './known-words.ts';
import { longestRaw, maxTokens } from './name-limits.ts';
import { plainTokens } from './plain-name.ts';
import type { PreparedName } from '../model/prepared-name.ts';
import { rolesOf, type Role, type RoledPart } from './roles.ts';
import type { Removed } from './name-work.ts';
import { takeOff } from './take-off.ts';

/** Words of a name by the role its source gives them. */
export interface NameParts {
  first?: string;
  last?: string;
  secondLast?: string;
}

/**
 * Prepares a raw name for comparison: splits it into folded words, removes titles, suffixes and remarks, and classifies and weighs every
 * word. The same for index and query.
 *
 * `parts` give the words their roles. If they contain every word of `raw`, or `raw` is empty, the name consists of their words in the
 * order first, last, second last, and `raw` of the result is the parts joined by a space; if `raw` has more words, the parts only assign
 * roles to the words they contain. Names of organisations and vessels have no roles.
 *
 * In a name of kind `unknown`, words are removed and classified only if the tables of people and of organisations agree: unambiguous
 * titles, legal forms of at least three letters that are not names, organisation words and places that are not names, numbers in digits.
 *
 * Never throws. `tokens` is empty if and only if the text has no letter and no digit.
 */
export function prepareName(raw: string, kind: Kind, parts?: NameParts): PreparedName {
  if (parts !== undefined) {
    const texts = [parts.first ?? '', parts.last ?? '', parts.secondLast ?? ''];
    const joined = texts.filter((text) => text !== '').join(' ');
    if (kind === 'organisation' || kind === 'vessel')
      return prepareWhole(raw.trim() === '' ? joined : raw, kind);
    // For a person the parts take precedence; for an organisation they are only another spelling of the name.
    if (joined.trim() !== '') return prepareTyped(raw, kind, texts);
  }
  return prepareWhole(raw, kind);
}

function prepareWhole(raw: string, kind: Kind): PreparedName {
  const plain = kind === 'person' ? plainTokens(raw) : null;
  if (plain !== null) return { raw, kind, tokens: plain, removed: [] };
  const { marked, removed } = words(
    raw,
    kind,
    cutName(raw.length > longestRaw ? raw.slice(0, longestRaw) : raw),
  );
  return finish(raw, { kind, removed, parts: rolesOf(marked, kind, raw) });
}

function words(raw: string, kind: Kind, pieces: Piece[]): { marked: readonly Part[]; removed: Removed[] } {
  const cut = cutAtCapitals(raw, kind, pieces);
  const read = readMisspelt(spellOut(joinStops(cut, kind), kind).map(partOf), kind);
  const { parts, removed } = takeOff({ raw, kind, parts: read, removed: [] });
  return { marked: markWords(parts, kind), removed };
}

function finish(raw: string, name: { kind: Kind; removed: Removed[]; parts: RoledPart[] }): PreparedName {
  const tokens = classify(withoutRoles(name.parts), name.kind);
  return {
    raw,
    kind: name.kind,
    tokens: tokens.length > maxTokens ? tokens.slice(0, maxTokens) : tokens,
    removed: name.removed,
  };
}

/** In a name with two surnames, either of which may be missing, a missing word does not imply a different role. */
function withoutRoles(parts: RoledPart[]): RoledPart[] {
  if (!parts.some(({ part }) => part.what === 'surname_of_two')) return parts;
  return parts.map(({ part }) => ({ part, role: null }));
}

const roles: readonly Role[] = ['given', 'family', 'second'];

/** Pieces of the parts, with positions in the parts joined by a space; the index of the part replaces the number of commas. */
function cutParts(texts: readonly string[]): { raw: string; pieces: Piece[] } {
  let raw = '';
  const pieces: Piece[] = [];
  for (const [part, text] of texts.entries()) {
    if (text === '') continue;
    if (raw !== '') raw += ' ';
    const shift = raw.length;
    raw += text.slice(0, longestRaw);
    for (const piece of cutName(text.slice(0, longestRaw))) {
      // Brackets of two parts must not be confused; a part has fewer brackets than characters.
      const bracket = piece.bracket === 0 ? 0 : piece.bracket + part * longestRaw;
      pieces.push({ ...piece, start: piece.start + shift, end: piece.end + shift, segment: part, bracket });
    }
  }
  return { raw, pieces };
}

function prepareTyped(raw: string, kind: Kind, texts: readonly string[]): PreparedName {
  const typed = cutParts(texts);
  if (raw !== typed.raw && holdsMore(raw, typed.pieces)) return prepareHinted(raw, kind, typed.pieces);
  const { marked, removed } = words(typed.raw, kind, typed.pieces);
  return finish(typed.raw, {
    kind,
    removed,
    parts: marked.map((part) => ({ part, role: roles[part.segment] ?? null })),
  });
}

function holdsMore(raw: string, pieces: readonly Piece[]): boolean {
  const known = new Set(pieces.map((piece) => piece.text));
  return cutName(raw.slice(0, longestRaw)).some((piece) => !known.has(piece.text));
}

/** Prepares the whole name, with roles for the words that occur in exactly one of the parts. */
function prepareHinted(raw: string, kind: Kind, pieces: readonly Piece[]): PreparedName {
  const { marked, removed } = words(raw, kind, cutName(raw.slice(0, longestRaw)));
  const roleOf = (text: string): Role | null => {
    const found = new Set(pieces.filter((piece) => piece.text === text).map((piece) => piece.segment));
    const [segment] = found;
    return found.size === 1 && segment !== undefined ? (roles[segment] ?? null) : null;
  };
  const parts = marked.map((part): RoledPart => ({ part, role: roleOf(part.text) }));
  return finish(raw, { kind, removed, parts });
}
