import { maximalId } from '../structures/bucket-table.ts';

/** Tokens of consecutive names; the id is in the low 24 bits. `start` has one element more than there are names. */
export interface TokenRows {
  token: Uint32Array;
  start: Uint32Array;
}

/**
 * The storage order of names: by size, then by their most frequent token, the next, and the third. Names that share common tokens become
 * neighbours, so that a list of postings reads memory almost sequentially. Equal names keep their order of arrival.
 */
export function orderNames(rows: TokenRows): Uint32Array {
  const names = rows.start.length - 1;
  const ranked = [0, 1, 2].map(() => new Uint32Array(names));
  const size = new Uint32Array(names);
  for (let name = 0; name < names; name += 1) {
    const from = rows.start[name] as number;
    const to = rows.start[name + 1] as number;
    size[name] = to - from;
    leastThree(rows.token, [from, to], (place, id) => {
      (ranked[place] as Uint32Array)[name] = id;
    });
  }
  let order: Uint32Array = new Uint32Array(names).map((_, index) => index);
  // The least significant key first: the sort is stable, so the last key dominates.
  for (const keys of [...ranked.reverse(), size]) order = sortedBy(order, keys);
  return order;
}

/** The three smallest ids of a name, padded with the largest id if it has fewer tokens. */
function leastThree(
  token: Uint32Array,
  [from, to]: readonly [number, number],
  set: (place: number, id: number) => void,
): void {
  let first = maximalId;
  let second = maximalId;
  let third = maximalId;
  for (let at = from; at < to; at += 1) {
    const id = (token[at] as number) & maximalId;
    if (id < first) {
      third = second;
      second = first;
      first = id;
    } else if (id < second) {
      third = second;
      second = id;
    } else if (id < third) {
      third = id;
    }
  }
  set(0, first);
  set(1, second);
  set(2, third);
}

/** Stable counting sort of `order` by `keys[order[i]]`. */
function sortedBy(order: Uint32Array, keys: Uint32Array): Uint32Array {
  let largest = 0;
  let overflow = 0;
  for (const key of keys) {
    // Counters up to the padding value would take 64 MB; names with padding go to the end in their order.
    if (key === maximalId) overflow += 1;
    else if (key > largest) largest = key;
  }
  const next = new Uint32Array(largest + 2);
  for (const key of keys) if (key !== maximalId) next[key + 1] = (next[key + 1] as number) + 1;
  for (let key = 0; key <= largest; key += 1) {
    next[key + 1] = (next[key + 1] as number) + (next[key] as number);
  }
  let end = keys.length - overflow;
  const sorted = new Uint32Array(order.length);
  for (const item of order) {
    const key = keys[item] as number;
    if (key === maximalId) {
      sorted[end] = item;
      end += 1;
    } else {
      const place = next[key] as number;
      next[key] = place + 1;
      sorted[place] = item;
    }
  }
  return sorted;
}
