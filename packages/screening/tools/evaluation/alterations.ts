import type { SeededRandom } from './seeded-random.ts';

const alphabet = Array.from('abcdefghijklmnopqrstuvwxyz');

type Alteration = (name: string, random: SeededRandom) => string | null;

/** Places of letters inside words of five letters and more: short words altered are other words. */
function longWordPlaces(name: string): number[] {
  const places: number[] = [];
  for (const { 0: word, index } of name.matchAll(/\p{L}{5,}/gu))
    for (let place = index + 1; place < index + word.length - 1; place += 1) places.push(place);
  return places;
}

function atLetter(change: (name: string, place: number, random: SeededRandom) => string): Alteration {
  return (name, random) => {
    const places = longWordPlaces(name);
    return places.length === 0 ? null : change(name, random.pick(places), random);
  };
}

function cased(letter: string, like: string): string {
  return like === like.toUpperCase() ? letter.toUpperCase() : letter;
}

const letterAlterations = {
  swapped: atLetter(
    (name, place) =>
      name.slice(0, place) + name.charAt(place + 1) + name.charAt(place) + name.slice(place + 2),
  ),
  doubled: atLetter((name, place) => name.slice(0, place) + name.charAt(place) + name.slice(place)),
  dropped: atLetter((name, place) => name.slice(0, place) + name.slice(place + 1)),
  added: atLetter(
    (name, place, random) =>
      name.slice(0, place) + cased(random.pick(alphabet), name.charAt(place)) + name.slice(place),
  ),
  changed: atLetter(
    (name, place, random) =>
      name.slice(0, place) + cased(random.pick(alphabet), name.charAt(place)) + name.slice(place + 1),
  ),
} satisfies Record<string, Alteration>;

function wordsOf(name: string): string[] {
  return name.split(' ').filter((word) => word !== '');
}

/** What happens to names on the way to a form, each decided by the random stream; null when a name does not allow it. */
export const alterations: Readonly<Record<string, Alteration>> = {
  ...letterAlterations,
  'accents lost': (name) => {
    const plain = name.normalize('NFD').replace(/\p{M}/gu, '');
    return plain === name ? null : plain;
  },
  'last, first': (name) => {
    const words = wordsOf(name);
    return words.length < 2 ? null : `${words.at(-1)}, ${words.slice(0, -1).join(' ')}`;
  },
  'other order': (name) => {
    const words = wordsOf(name);
    return words.length < 2 ? null : [words.at(-1), ...words.slice(0, -1)].join(' ');
  },
  'white space': (name) => `  ${wordsOf(name).join('   ')} `,
  joined: (name, random) => {
    const words = wordsOf(name);
    if (words.length < 3) return null;
    const place = random.below(words.length - 1);
    words.splice(place, 2, `${words[place]}${words[place + 1]}`);
    return words.join(' ');
  },
  split: (name, random) => {
    const places = [...name.matchAll(/\p{L}{7,}/gu)].map(({ 0: word, index }) => index + (word.length >> 1));
    if (places.length === 0) return null;
    const place = random.pick(places);
    return `${name.slice(0, place)} ${name.slice(place)}`;
  },
  'middle name missing': (name) => {
    const words = wordsOf(name);
    return words.length < 3 ? null : [words[0], ...words.slice(2)].join(' ');
  },
  'two letters': (name, random) => {
    const kinds = Object.values(letterAlterations);
    const once = random.pick(kinds)(name, random);
    return once === null || longWordPlaces(once).length < 8 ? null : random.pick(kinds)(once, random);
  },
};
