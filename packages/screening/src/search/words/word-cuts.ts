import type { Dictionary } from './dictionary.ts';

/** The dictionary's tokens that part of a text may be: the word itself, or a legal form or number written that way. */
type Part = readonly number[];

/** All ways to split a text into two or three words of the dictionary, in order. */
export function cutsOf(text: string, dictionary: Dictionary): Part[][] {
  const cuts: Part[][] = [];
  const tails = Array.from({ length: text.length }, (_, place) =>
    place === 0 ? [] : dictionary.spelledBy(text.slice(place)),
  );
  for (let first = 1; first < text.length; first += 1) {
    const head = dictionary.spelledBy(text.slice(0, first));
    if (head.length === 0) continue;
    const tail = tails[first] as Part;
    if (tail.length > 0) cuts.push([head, tail]);
    for (let second = first + 1; second < text.length; second += 1) {
      const last = tails[second] as Part;
      if (last.length === 0) continue;
      const middle = dictionary.spelledBy(text.slice(first, second));
      if (middle.length > 0) cuts.push([head, middle, last]);
    }
  }
  return cuts;
}
