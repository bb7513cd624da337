import { sharedArray } from '../snapshot/sections.ts';
import { maximalId } from './bucket-table.ts';
import { anySign } from './token-sign.ts';
import type { TokenRows } from './name-order.ts';

/** `sign` has four bytes a posting: signs of the name's other tokens, 0 for none. */
export interface Postings {
  offset: Uint32Array;
  name: Uint32Array;
  sign: Uint32Array;
}

/** A token under which a name is found though it is not in it: an acronym. */
export interface ExtraToken {
  name: number;
  token: number;
}

/**
 * For every token the names that hold it, ascending, each once.
 * @param signs by token
 * @param extras sorted by name; no name lists a token that it holds
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

/** Signs of a name's tokens beside one of them. */
function signsBeside(token: number, rows: TokenRows, [name, signs]: readonly [number, Uint8Array]): number {
  const to = rows.start[name + 1] as number;
  let packed = 0;
  let count = 0;
  let own = true;
  for (let at = rows.start[name] as number; at < to; at += 1) {
    const id = (rows.token[at] as number) & maximalId;
    // Once: a word that the name has twice is beside itself.
    if (own && id === token) {
      own = false;
      continue;
    }
    // No room for a fifth: the posting passes for every word.
    if (count === 4) return anySign;
    packed |= (signs[id] as number) << (count * 8);
    count += 1;
  }
  return packed >>> 0;
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
      // A word that the name has twice has one posting.
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
