import { sharedArray } from '../../snapshot/sections.ts';
import { idBits, maximalId } from '../structures/bucket-table.ts';
import {
  anyHash,
  anyMidHash,
  anyShortHash,
  anySign,
  hashOf,
  midHashOf,
  shortHashOf,
} from '../words/token-sign.ts';
import type { TokenRows } from './name-order.ts';

/** `sign` has four bytes per posting: hashes or signs of the name's other tokens (`layouts`); 0 for none. */
export interface Postings {
  offset: Uint32Array;
  name: Uint32Array;
  sign: Uint32Array;
}

/** A token under which a name is found although the name does not contain it: an acronym. */
export interface ExtraToken {
  name: number;
  token: number;
}

/**
 * For every token, the names that contain it, ascending and without duplicates.
 * @param signs by token
 * @param extras sorted by name; no name lists a token that it contains
 */
export function postingsOf(rows: TokenRows, signs: Uint8Array, extras: readonly ExtraToken[] = []): Postings {
  const tokens = signs.length;
  const offset = sharedArray('u32', tokens + 1);
  eachPosting(rows, extras, (token) => {
    offset[token + 1] = (offset[token + 1] as number) + 1;
  });
  for (let token = 0; token < tokens; token += 1) {
    offset[token + 1] = (offset[token + 1] as number) + (offset[token] as number);
  }
  const name = sharedArray('u32', offset[tokens] as number);
  const sign = sharedArray('u32', name.length);
  const next = offset.slice();
  eachPosting(rows, extras, (token, holder) => {
    const place = next[token] as number;
    next[token] = place + 1;
    name[place] = holder;
    sign[place] = signsBeside(token, rows, [holder, signs]);
  });
  return { offset, name, sign };
}

interface Layout {
  /** Bits of a hash or a sign. */
  bits: number;
  /** Number of tokens that fit. */
  room: number;
  /** Represents any number of tokens. */
  any: number;
  /** Factor of the other tokens' weight, which is stored above the hashes if there is room. */
  weight: number;
}

/** Layouts by number of words; longer names use signs, which many tokens share. */
const layouts = {
  pairs: { bits: 16, room: 1, any: anyHash, weight: 1 },
  triples: { bits: 12, room: 2, any: anyMidHash, weight: 0.5 },
  fours: { bits: 10, room: 3, any: anyShortHash, weight: 0 },
  long: { bits: 8, room: 4, any: anySign, weight: 0 },
} as const satisfies Record<string, Layout>;

function layoutOf(words: number): keyof typeof layouts {
  if (words < 3) return 'pairs';
  return words === 3 ? 'triples' : words === 4 ? 'fours' : 'long';
}

const shown = { pairs: hashOf, triples: midHashOf, fours: shortHashOf };

/** Hashes or signs of the name's other tokens. */
function signsBeside(token: number, rows: TokenRows, [name, signs]: readonly [number, Uint8Array]): number {
  const from = rows.start[name] as number;
  const to = rows.start[name + 1] as number;
  const kind = layoutOf(to - from);
  const { bits, room, any, weight } = layouts[kind];
  let packed = 0;
  let count = 0;
  let weights = 0;
  let own = true;
  for (let at = from; at < to; at += 1) {
    const listed = rows.token[at] as number;
    const id = listed & maximalId;
    // Only once: a word that occurs twice in the name is beside itself.
    if (own && id === token) {
      own = false;
      continue;
    }
    // No space left: the posting passes for every word.
    if (count === room) return any;
    packed |= (kind === 'long' ? (signs[id] as number) : shown[kind](id)) << (count * bits);
    weights += listed >>> idBits;
    count += 1;
  }
  return (packed | (Math.floor(weights * weight) << (room * bits))) >>> 0;
}

function eachPosting(
  { token, start }: TokenRows,
  extras: readonly ExtraToken[],
  visit: (token: number, name: number) => void,
): void {
  let extra = 0;
  for (let name = 0; name + 1 < start.length; name += 1) {
    const from = start[name] as number;
    const to = start[name + 1] as number;
    for (let at = from; at < to; at += 1) {
      const id = (token[at] as number) & maximalId;
      // A word that occurs twice in the name has one posting.
      if (!holds(token, id, [from, at])) visit(id, name);
    }
    for (; extra < extras.length && extras[extra]?.name === name; extra += 1) {
      visit((extras[extra] as ExtraToken).token, name);
    }
  }
}

function holds(token: Uint32Array, id: number, [from, to]: readonly [number, number]): boolean {
  for (let at = from; at < to; at += 1) if (((token[at] as number) & maximalId) === id) return true;
  return false;
}
