// Dates as lists write them: what is read is a span of days that exist, whatever stands around it.
import assert from 'node:assert/strict';
import { parseDate } from '../../src/lists/parse-date.ts';

export const seeds = [
  '1945', '1945-03', '1945-03-12T00:00:00Z', '19450312', '12 Mar 1945', 'March 12th, 1945', 'dd/mm/1945', 'xx.03.1945',
  'circa 1945', 'between 1945 and 1949', 'from early 1945 to 12/1949', 'early 1945', 'the 1940s', '29 February 1900',
]; // prettier-ignore
export const words = ['sept', 'december', 'circa ', 'between ', ' and ', ' to ', '00', '0s', 'xx', 'late '];
export const mostBytes = 300;

export function fuzz(input: Buffer): void {
  const text = input.toString('utf8');
  const read = parseDate(text);
  if (read === null) return;
  for (const day of [read.from, read.to])
    assert.equal(new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10), day, 'no such day');
  assert.ok(read.from <= read.to, 'a span ends before it begins');
  assert.match(read.text, /^\d{4}(?:-\d{2}){0,2}(?: to \d{4}(?:-\d{2}){0,2})?$/);
  for (const date of read.text.split(' to ')) assert.ok(parseDate(date) !== null, 'its own text is no date');
}
