import { seededRandom } from '../src/server/seeded-random.ts';

/** Repeatable choices of one generator. */
export interface Draws {
  /** From least to most, both included. */
  integer(least: number, most: number): number;
  one<Item>(items: readonly Item[]): Item;
  /** True once in so many draws. */
  oneIn(count: number): boolean;
  /** `YYYY-MM-DD` within the years, both included. */
  date(firstYear: number, lastYear: number): string;
  /** So many digits. */
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
    // No month is shorter than 28 days.
    date: (first, last) => `${integer(first, last)}-${two(integer(1, 12))}-${two(integer(1, 28))}`,
    digits: (count) => Array.from({ length: count }, () => integer(0, 9)).join(''),
  };
}

/** The same day so many years later; days of `date` exist in every year. */
export const yearsLater = (date: string, years: number): string =>
  `${Number(date.slice(0, 4)) + years}${date.slice(4)}`;
