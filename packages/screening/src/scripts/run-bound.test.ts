import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wordOf } from '../words/word-of.ts';
import { RunBound } from './run-bound.ts';
import { alignRun } from './runs.ts';
import { scriptSimilarity } from './script-similarity.ts';

/** Long enough to run to completion even on a busy machine, because agreements are counted. */
const patience = 60_000;

/** Parts of invented names, and words that spell them, some with an extra or a different letter. */
const families: readonly (readonly [string, ...string[]])[] = [
  ['山下', 'yamashita', 'yamasita', 'yamashta'],
  ['安藤', 'ando', 'andoh', 'andu'],
  ['李', 'li', 'lee', 'lii'],
  ['欧阳', 'ouyang', 'ouyan'],
  ['선우', 'seonu', 'sunwoo', 'sonu'],
  ['김', 'kim', 'gim', 'kem'],
];
const givens: readonly (readonly [string, ...string[]])[] = [
  ['然南', 'rannan', 'ran nan', 'nan', 'rannam'],
  ['小明', 'xiaoming', 'xiao ming', 'hsiao ming', 'xiaomink'],
  ['田中', 'tianzhong', 'tanaka', 'tian zong'],
  ['밍률', 'mingryul', 'ming ryul', 'mingyul', 'minryul'],
  ['지훈', 'jihun', 'ji hoon', 'jihoom'],
];

/** A name without spaces, and words, many of which spell it. */
const named = fc
  .record({
    family: fc.constantFrom(...families),
    given: fc.constantFrom(...givens),
    spelt: fc.tuple(fc.nat(), fc.nat()),
    familyLast: fc.boolean(),
  })
  .map(({ family: [family, ...surnames], given: [given, ...names], spelt: [one, other], familyLast }) => {
    const [surname, name] = [surnames[one % surnames.length] ?? '', names[other % names.length] ?? ''];
    return {
      text: family + given,
      words: (familyLast ? `${name} ${surname}` : `${surname} ${name}`).split(' '),
    };
  });

/** Returns the highest agreement of Latin words with a run, written separately or joined in either order. */
function agreementOf(text: string, words: readonly string[]): number {
  const aligned = alignRun(wordOf(text), words.map(wordOf));
  const together = [words.join(''), (words.at(-1) ?? '') + words.slice(0, -1).join('')];
  return Math.max(
    aligned?.used === words.length ? aligned.similarity : 0,
    ...together.map((joined) => scriptSimilarity(wordOf(joined), wordOf(text))),
  );
}

describe('the bound of words that are an unspaced name written apart', () => {
  test('excludes none that agree as well as is needed, and many that do not', () => {
    const counted = { agreeing: 0, excluded: 0 };
    fc.assert(
      fc.property(named, fc.constantFrom(6_000, 7_500, 8_500, 9_000), ({ text, words }, least) => {
        const may = new RunBound(wordOf(text), least).mayReach(words, false);
        if (!may) counted.excluded += 1;
        const isByReadingsAlone = text.length <= 3;
        const agreement = isByReadingsAlone
          ? (alignRun(wordOf(text), words.map(wordOf))?.similarity ?? 0)
          : agreementOf(text, words);
        if (agreement < least) return;
        counted.agreeing += 1;
        expect({ text, words, least, may }).toEqual({ text, words, least, may: true });
      }),
      { numRuns: 500, seed: 7, interruptAfterTimeLimit: patience },
    );
    expect(counted.agreeing).toBeGreaterThan(50);
    expect(counted.excluded).toBeGreaterThan(50);
  });

  test.each([
    ['山下然南', ['yamashita', 'rannan'], true],
    ['山下然南', ['yamashita', 'nan'], false],
    ['山下然南', ['rannan', 'yamashita'], true],
    ['李小明', ['li', 'xiao', 'ming'], true],
    ['李小明', ['li', 'xiao', 'mark'], false],
    ['김지훈', ['jihun', 'kim'], true],
  ])('at 9,000 %s may be %j: %j', (text, words, may) => {
    expect(new RunBound(wordOf(text), 9_000).mayReach(words, false)).toBe(may);
  });
});
