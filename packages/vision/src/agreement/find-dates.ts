import type { TextWord } from '../printed/text-engine.ts';
import type { TextRun } from '../printed/text-lines.ts';
import { readDate, type PrintedDate } from '../printed/values/read-date.ts';

/** A date on the page. */
export interface PrintedDay {
  /** Possible meanings, `YYYY-MM-DD`: both orders for numbers alone, both centuries for a two-digit year. */
  values: readonly string[];
  /** The same dates, with the repairs they needed. */
  dates: readonly PrintedDate[];
  words: readonly TextWord[];
}

/** Maximum number of words in a date: `15 de mar. / mars de 1986`. */
const mostParts = 7;
const orders = ['dmy', 'mdy'] as const;

/** All dates of a page, each from the shortest sequence of words that forms it. */
export function datesOf(runs: readonly TextRun[], today: string): PrintedDay[] {
  const year = Number(today.slice(0, 4));
  return runs.flatMap(({ words }) => {
    const found: (PrintedDay & { from: number; to: number })[] = [];
    for (let length = 1; length <= Math.min(mostParts, words.length); length += 1) {
      for (let from = 0; from + length <= words.length; from += 1) {
        const to = from + length;
        // A longer sequence around a date only adds adjacent words.
        if (found.some((day) => day.from >= from && day.to <= to)) continue;
        const part = words.slice(from, to);
        const dates = meaningsOf(part.map(({ text }) => text).join(' '), year);
        const values = dates.map(({ value }) => value);
        if (dates.length > 0) found.push({ values, dates, words: part, from, to });
      }
    }
    return found;
  });
}

function meaningsOf(text: string, year: number): PrintedDate[] {
  if ((text.match(/\d/g)?.length ?? 0) < 3) return [];
  const dates = orders.flatMap((order) =>
    [year, year + 49].flatMap((century) => readDate(text, { order, century }) ?? []),
  );
  return [...new Map(dates.map((date) => [date.value, date])).values()];
}
