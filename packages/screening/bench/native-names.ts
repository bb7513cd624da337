import { readFileSync } from 'node:fs';
import { randomFrom } from './filler-names.ts';

/** Scripts in which full names are written without spaces. */
export const nativeScripts = ['han', 'hangul', 'kana'] as const;
export type NativeScript = (typeof nativeScripts)[number];

const kana =
  'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワンガギグゲゴザジズダデドバビブベボ';
const firstHangulSyllable = 0xac00;
const syllablesOfInitial = 588;
const syllablesOfVowel = 28;
/** Syllable finals in names: none, k, n, l, m, ng. */
const finals = [0, 1, 4, 8, 16, 21];

/** Reads the first column of a table of readings, with one or more characters per row. */
function column(path: string): string[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !/^[#[]/.test(line))
    .map((line) => /^[^\s=:,]+/.exec(line)?.[0] ?? '')
    .filter((text) => /^\p{L}+$/u.test(text));
}

/**
 * Invents names without spaces: a surname from the tables and one or two random given-name characters. Kana names are random
 * syllables.
 * @param tables directory of the reference tables
 */
export function nativeNames(
  script: NativeScript,
  amount: number,
  { tables, seed = 5 }: { tables: string; seed?: number },
): string[] {
  const random = randomFrom(seed);
  const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)] as string;
  const times = (count: number, make: () => string): string => Array.from({ length: count }, make).join('');
  const syllable = (): string => {
    const [initial, vowel] = [Math.floor(random() * 19), Math.floor(random() * 21)];
    const final = finals[Math.floor(random() * finals.length)] as number;
    return String.fromCodePoint(
      firstHangulSyllable + initial * syllablesOfInitial + vowel * syllablesOfVowel + final,
    );
  };
  const surnames = script === 'kana' ? [] : column(`${tables}/${script}-surnames.txt`);
  const given = script === 'han' ? column(`${tables}/han-given.txt`).filter((text) => text.length === 1) : [];
  const make: Record<NativeScript, () => string> = {
    han: () => pick(surnames) + times(random() < 0.8 ? 2 : 1, () => pick(given)),
    hangul: () => pick(surnames) + times(random() < 0.9 ? 2 : 1, syllable),
    kana: () => times(4 + Math.floor(random() * 5), () => pick(Array.from(kana))),
  };
  return Array.from({ length: amount }, make[script]);
}
