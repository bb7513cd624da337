import { prepareName } from '../names/prepare-name.ts';
import { alphabeticScripts, scriptOf } from '../scripts/script-of.ts';
import { scoreNames } from './score-names.ts';

/** A person's name as written: in parts or as a whole. */
export interface WrittenName {
  first?: string;
  last?: string;
  /** Instead of parts. */
  whole?: string;
}

/** Scripts whose words can be read in Latin letters. @see docs/guides/screening.md */
const readable: ReadonlySet<string> = new Set([...alphabeticScripts, 'kana', 'hangul', 'han']);

/** The only Indic script that can be read. */
const devanagari = /\p{sc=Devanagari}/u;

/**
 * Compares two personal names by the screening score, in whatever scripts they are written. The order of the parts is free, and only the
 * names count as evidence.
 * @returns 0 to 100 with two decimals; `null` if a word of either name is in a script that cannot be read in Latin letters, or nothing
 *   can be compared
 */
export function compareWrittenNames(one: WrittenName, other: WrittenName): number | null {
  if (![one, other].every(isReadable)) return null;
  const whole = scoreOf({ whole: wholeOf(one) }, { whole: wholeOf(other) });
  const isParted = one.whole === undefined && other.whole === undefined;
  return (isParted ? Math.max(whole, scoreOf(one, other)) : whole) / 100;
}

const scoreOf = (one: WrittenName, other: WrittenName): number =>
  scoreNames(prepared(one), prepared(other)).nameScore;

const prepared = ({ first, last, whole = '' }: WrittenName) =>
  prepareName(whole, 'person', {
    ...(first === undefined ? {} : { first }),
    ...(last === undefined ? {} : { last }),
  });

const wholeOf = ({ first, last, whole }: WrittenName): string =>
  whole ?? [first, last].filter(Boolean).join(' ');

function isReadable(name: WrittenName): boolean {
  const words = wholeOf(name).match(/[\p{L}\p{M}]+/gu) ?? [];
  return words.length > 0 && words.every((word) => readable.has(scriptOf(word)) || devanagari.test(word));
}
