import { prepareName } from '../names/prepare-name.ts';
import { alphabeticScripts, scriptOf } from '../scripts/script-of.ts';
import { scoreNames } from './score-names.ts';

/** A person's name as somebody wrote it: in parts, or as one. */
export interface WrittenName {
  first?: string;
  last?: string;
  /** Without parts. */
  whole?: string;
}

/** Scripts whose words are read as Latin letters. @see docs/guides/screening.md */
const readable: ReadonlySet<string> = new Set([...alphabeticScripts, 'kana', 'hangul', 'han']);

/** Of the Indic scripts, the one that is. */
const devanagari = /\p{sc=Devanagari}/u;

/**
 * How alike two names of persons are by the scores that screening gives them, in whatever scripts they are written; the order of the
 * parts is free, and nothing is evidence but the names.
 * @returns 0 to 100, two decimals; `null` where a word of either has a script that is read only as itself, or nothing can be compared
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
