import type { Dictionary } from './dictionary.ts';

/** Every way to cut a text into two or three words of the dictionary, as token ids in order. */
export function cutsOf(text: string, dictionary: Dictionary): number[][] {
  const cuts: number[][] = [];
  const ends = tailsOf(text, dictionary);
  for (let first = 1; first < text.length; first += 1) {
    const head = dictionary.find(text.slice(0, first));
    if (head < 0) continue;
    const tail = ends[first] as number;
    if (tail >= 0) cuts.push([head, tail]);
    for (let second = first + 1; second < text.length; second += 1) {
      const last = ends[second] as number;
      if (last < 0) continue;
      const middle = dictionary.find(text.slice(first, second));
      if (middle >= 0) cuts.push([head, middle, last]);
    }
  }
  return cuts;
}

/** By place in the text: the token that is the whole rest, or -1. */
function tailsOf(text: string, dictionary: Dictionary): number[] {
  return Array.from({ length: text.length }, (_, place) =>
    place === 0 ? -1 : dictionary.find(text.slice(place)),
  );
}
