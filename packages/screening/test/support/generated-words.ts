import { array, constantFrom, integer, type Arbitrary } from 'fast-check';

/** Letters and syllables of generated words. Test support. */
export const letters = {
  all: Array.from('abcdefghijklmnopqrstuvwxyz'),
  /** A letter that no generated word has. */
  foreign: 'g',
};

const syllables =
  'ba be bren dol dzha ha ja khal kha ki la lin mar mi mou mu nor oe pho ra sche sha shch sko tar tse ul van vich vo wa xi ya yu zhe ei ov ova ski ska ny'.split(
    ' ',
  );

/** Words of two to five syllables that occur in romanised names, as no list has them. */
export const inventedWord: Arbitrary<string> = array(constantFrom(...syllables), {
  minLength: 2,
  maxLength: 5,
}).map((parts) => parts.join(''));

function nextSeed(seed: number): number {
  return (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
}

function oneEdit(word: string, seed: number): string {
  const place = (seed >>> 8) % (word.length + 1);
  const letter = letters.all[(seed >>> 16) % 26] ?? 'e';
  const before = word.slice(0, place);
  const rest = word.slice(place);
  switch ((seed >>> 4) % 4) {
    case 0:
      return before + letter + rest;
    case 1:
      return before + rest.slice(1);
    case 2:
      return before + letter + rest.slice(1);
    default:
      return rest.length > 1 ? `${before}${rest[1]}${rest[0]}${rest.slice(2)}` : before + letter + rest;
  }
}

/** A word with so many letters put in, taken out, changed or swapped; the same for the same seed. */
export const alteredWord = {
  seed: integer({ min: 0, max: 0x7fffffff }),
  make(word: string, seed: number, edits: number): string {
    let text = word;
    let state = nextSeed(seed);
    for (let edit = 0; edit < edits; edit += 1) {
      text = oneEdit(text, state);
      state = nextSeed(state);
    }
    return text;
  },
  /** All places of the word in an order that the seed decides. */
  places(word: string, seed: number): number[] {
    return Array.from(word, (_, place) => ({
      place,
      rank: nextSeed(seed ^ Math.imul(place + 1, 0x9e3779b1)),
    }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ place }) => place);
  },
};
