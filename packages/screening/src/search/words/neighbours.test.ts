import { describe, expect, test } from 'vitest';
import { invented } from '../../../test/support/invented-entity.ts';
import { randomFrom } from '../../../bench/filler-names.ts';
import { partsOfRun } from '../../scripts/runs.ts';
import { compareWords } from '../../words/compare-words.ts';
import { wordOf } from '../../words/word-of.ts';
import { buildSnapshot } from '../build/build-snapshot.ts';
import { Dictionary } from './dictionary.ts';
import { Neighbours } from './neighbours.ts';
import { joined } from './pair-bound.ts';

const random = randomFrom(20_268);
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
const several = (count: number, make: () => string): string => Array.from({ length: count }, make).join('');

const syllables =
  'wa ng ming hua li xiao lo ou ya kim che ol su par k yeo hui ka shi ta mu ma ha ad na ser x abd al ullah din ri chi ro'.split(
    ' ',
  );
const characters = {
  han: '王明华李小龙欧阳伟芳张秀英刘洋陈静赵磊一郎田中',
  hangul: '김철수박영희최민준강서연윤지호이남궁',
  kana: 'アイカキサシタチナハマヤラワンガザバスヅフムリロ',
  arabic: 'محمدعليحسنكريمنصاب',
  hebrew: 'אברהםיצחקדודנ',
  cyrillic: 'аинхуарм',
};
type Script = keyof typeof characters;

const latinWords = Array.from({ length: 3_000 }, () =>
  several(1 + Math.floor(random() * 4), () => pick(syllables)),
);
const snapshot = buildSnapshot(
  latinWords.map((text, index) =>
    invented({
      id: `inv-${String(index)}`,
      names: [{ text: `${text} ${pick(latinWords)}`, kind: 'primary' }],
    }),
  ),
  { engine: 'test', sources: [] },
);
const dictionary = new Dictionary(snapshot.sections);
const neighbours = new Neighbours(snapshot.sections, dictionary);
const tokens = Array.from({ length: dictionary.size }, (_, token) => token);

/** A query, a token, the similarity in its row (0 without a row), and the similarity from comparing the two. */
type Difference = [text: string, token: string, given: number, expected: number];

function wordsOf(script: Script, amount: number): string[] {
  const [least, most] = script === 'han' || script === 'hangul' ? [1, 5] : [1, 4];
  return Array.from({ length: amount }, () =>
    several(least + Math.floor(random() * (most - least + 1)), () => pick(Array.from(characters[script]))),
  );
}

describe('the tokens near to a word of another script, against comparing it with every token', () => {
  test.each(Object.keys(characters) as Script[])('%s', (script) => {
    let near = 0;
    for (const text of wordsOf(script, 40)) {
      const word = wordOf(text);
      const { token, similarity } = neighbours.of(text);
      const found = new Map(Array.from(token, (each, index) => [each, similarity[index]]));
      const differing: Difference[] = [];
      for (const each of tokens) {
        const expected = compareWords(word, dictionary.word(each)).similarity;
        const given = found.get(each) ?? 0;
        // A token that is part of joined words has the similarity of the joined words.
        if (given !== joined && given !== expected)
          differing.push([text, dictionary.text(each), given, expected]);
      }
      expect(differing).toEqual([]);
      near += token.length;
    }
    expect(near).toBeGreaterThan(5);
  });
});

describe('the tokens near to a word of another script of which some similarity is needed', () => {
  test.each(Object.keys(characters) as Script[])('%s', (script) => {
    let near = 0;
    for (const text of wordsOf(script, 40)) {
      const least = pick([7_000, 8_250, 9_000]);
      const { token } = neighbours.of(text, least);
      const all = neighbours.of(text);
      const enough = Array.from(all.token).filter((_, index) => (all.similarity[index] as number) >= least);
      expect([text, least, ...enough.filter((each) => !token.includes(each))]).toEqual([text, least]);
      expect(token.length).toBeLessThanOrEqual(all.token.length);
      near += enough.length;
    }
    expect(near).toBeGreaterThan(0);
  });
});

describe('the tokens near to a Latin word, against comparing it with every token', () => {
  test('invented words and words of the dictionary with a slip', () => {
    let near = 0;
    for (let asked = 0; asked < 100; asked += 1) {
      const listed = pick(latinWords);
      const at = Math.floor(random() * listed.length);
      const text =
        asked % 2 === 0 ? listed.slice(0, at) + listed.slice(at + 1) : several(3, () => pick(syllables));
      const word = wordOf(text);
      const { token, similarity } = neighbours.of(text);
      const found = new Map(Array.from(token, (each, index) => [each, similarity[index]]));
      const differing: Difference[] = [];
      for (const each of tokens) {
        const expected = compareWords(word, dictionary.word(each));
        const given = found.get(each) ?? 0;
        // An initial in the query matches long words in any name, so these have no row.
        if (given === joined || (expected.relation === 'initial' && word.length <= 2)) continue;
        if (given !== expected.similarity)
          differing.push([text, dictionary.text(each), given, expected.similarity]);
      }
      expect(differing).toEqual([]);
      near += token.length;
    }
    expect(near).toBeGreaterThan(100);
  });
});

test('A listed word written together counts beside the part alone that its name lacks, and is a separate word otherwise', () => {
  const listed = ['Nikola Dolvan', 'Rahmanullah Veyra', 'Abdulrahim Strubin'];
  const { sections } = buildSnapshot(
    listed.map((text, index) => invented({ id: `inv-${String(index)}`, names: [{ text, kind: 'primary' }] })),
    { engine: 'test', sources: [] },
  );
  const words = new Dictionary(sections);
  const near = new Neighbours(sections, words);
  const shown = (text: string): unknown => {
    const { token, alone, together } = near.of(text);
    return {
      near: Array.from(token, (each) => words.text(each)),
      alone,
      together: Array.from(together, ([part, row]) => [
        part,
        ...Array.from(row.token, (each) => words.text(each)),
      ]),
    };
  };
  expect(shown('rahman')).toEqual({ near: [], alone: [], together: [['god', 'rahmanullah']] });
  expect(shown('rahim')).toEqual({ near: [], alone: [], together: [['servant', 'abdulrahim']] });
  expect(shown('allah')).toEqual({ near: [], alone: ['god'], together: [] });
  expect(shown('nikola')).toEqual({ near: ['nikola'], alone: [], together: [] });
});

describe('the parts of an unspaced name in the dictionary, against trying every token', () => {
  test.each(['han', 'hangul'] as const)('%s', (script) => {
    let parts = 0;
    for (const text of wordsOf(script, 60)) {
      const word = wordOf(text);
      const found = neighbours.of(text).parts;
      const spelled = tokens.map((each) => partsOfRun(word, dictionary.word(each)));
      const family = tokens.filter((each) => spelled[each]?.family);
      const given = tokens.filter((each) => spelled[each]?.given);
      if (family.length === 0 || given.length === 0) {
        expect(found).toBeNull();
        continue;
      }
      expect([...(found?.family ?? [])].sort((a, b) => a - b)).toEqual(family);
      expect([...(found?.given ?? [])].sort((a, b) => a - b)).toEqual(given);
      parts += family.length + given.length;
    }
    expect(parts).toBeGreaterThan(200);
  });
});
