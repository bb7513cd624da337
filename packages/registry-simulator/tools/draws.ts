import { seededRandom } from '../src/server/seeded-random.ts';

/** Reproducible random choices of one generator. */
export interface Draws {
  /** An integer between the limits, both inclusive. */
  integer(least: number, most: number): number;
  one<Item>(items: readonly Item[]): Item;
  /** True once in `count` draws on average. */
  oneIn(count: number): boolean;
  /** `YYYY-MM-DD` within the years, both inclusive. */
  date(firstYear: number, lastYear: number): string;
  /** A string of this many digits. */
  digits(count: number): string;
}

export function createDraws(seed: number): Draws {
  const random = seededRandom(seed);
  const integer = (least: number, most: number): number => least + Math.floor(random() * (most - least + 1));
  const one = <Item>(items: readonly Item[]): Item => {
    const item = items[integer(0, items.length - 1)];
    if (item === undefined) throw new RangeError('nothing to draw from');
    return item;
  };
  const two = (number: number): string => String(number).padStart(2, '0');
  return {
    integer,
    one,
    oneIn: (count) => integer(1, count) === 1,
    // Every month has at least 28 days.
    date: (first, last) => `${integer(first, last)}-${two(integer(1, 12))}-${two(integer(1, 28))}`,
    digits: (count) => Array.from({ length: count }, () => integer(0, 9)).join(''),
  };
}

/** The same date a number of years later; dates of `date` exist in every year. */
export const yearsLater = (date: string, years: number): string =>
  `${Number(date.slice(0, 4)) + years}${date.slice(4)}`;
