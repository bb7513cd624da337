import { describe, expect, it } from 'vitest';
import { BrokenModel, loadModelFile, readModel, writeModel } from '../src/scripts/model-file.ts';
import { latinSkeleton } from '../src/readings/latin-skeleton.ts';
import { chunkShape, chunkCode } from '../src/scripts/latin-form.ts';
import { modelForm } from '../src/scripts/model-form.ts';
import { similarityOfCost } from '../src/scripts/script-model.ts';
import { isSpelledByRule, letterRules } from '../src/scripts/rule-spelling.ts';

const learned = ['cyrillic', 'arabic', 'hebrew', 'kana', 'hangul', 'han'];

describe('model files', () => {
  it.each(learned)('%s: matches its digest, and is written as it was read', (script) => {
    const source = loadModelFile(script);
    expect(readModel(writeModel(source))).toEqual(source);
    expect(source.entries.length).toBeGreaterThan(30);
    expect(source.entries.every(({ chunks }) => chunks.every(([, cost]) => cost >= 0 && cost <= 2500))).toBe(
      true,
    );
  });

  it.each(learned)('%s: similarity falls as the cost grows', (script) => {
    const { knots } = loadModelFile(script);
    expect(knots.map(({ similarity }) => similarity)).toEqual([9700, 9000, 8000, 6000]);
    const costs = knots.map(({ cost }) => cost);
    expect(costs).toEqual(costs.toSorted((a, b) => a - b));
    expect(new Set(costs).size).toBe(costs.length);
  });

  it('refuses a file that was altered', () => {
    const text = writeModel(loadModelFile('hebrew'));
    expect(() => readModel(text.replace('b 1', 'b 2'))).toThrow(BrokenModel);
    expect(() => readModel('')).toThrow(BrokenModel);
    expect(() => loadModelFile('klingon')).toThrow(BrokenModel);
  });
});

describe('similarityOfCost', () => {
  const knots = [
    { cost: 10, similarity: 9700 },
    { cost: 20, similarity: 9000 },
    { cost: 40, similarity: 6000 },
  ];
  it.each([
    [0, 9700],
    [100, 9700],
    [150, 9350],
    [200, 9000],
    [209, 9000],
    [300, 7500],
    [400, 6000],
    [410, 0],
    [9999, 0],
  ])('a total of %i over ten letters is %i', (total, similarity) => {
    expect(similarityOfCost(knots, total, 10)).toBe(similarity);
  });
});

describe('forms', () => {
  it.each([
    ['cyrillic', 'алексей', 'алексеи'],
    ['cyrillic', 'фёдор', 'федор'],
    ['arabic', 'أحمد', 'احمد'],
    ['arabic', 'فاطمة', 'فاطمه'],
    ['hebrew', 'כהן', 'כהנ'],
    ['greek', 'νίκος', 'νικοσ'],
    ['kana', 'さくら', 'サクラ'],
    ['kana', 'ガ', 'ガ'],
    ['hangul', '안', 'ᅡᆫ'],
  ] as const)('%s: %s is read as %s, and that as itself', (script, text, form) => {
    expect(modelForm(text, script)).toBe(form);
    expect(modelForm(form, script)).toBe(form);
  });

  it.each([
    ['marek', 'MRK'],
    ['schmidt', 'SMT'],
    ['philipp', 'FLP'],
    ['cecilia', 'SSL'],
    ['alexander', 'LKSN'],
    ['yu', ''],
  ])('%s begins with the consonant classes %s', (latin, skeleton) => {
    const deduplicated = skeleton.replaceAll(/(.)\1/gu, '$1');
    expect(latinSkeleton(latin)).toBe(deduplicated);
  });

  it('gives chunks distinct codes and like-sounding chunks one shape', () => {
    const chunks = ['a', 'b', 'aa', 'ab', 'ba', 'shch', 'schs', 'z'];
    expect(new Set(chunks.map(chunkCode)).size).toBe(chunks.length);
    expect(chunkShape('mie')).toBe(chunkShape('my'));
    expect(chunkShape('kh')).toBe(chunkShape('ck'));
    expect(chunkShape('ma')).not.toBe(chunkShape('am'));
  });
});

describe('isSpelledByRule', () => {
  it.each([
    ['cyrillic', 'щербаков', 'shcherbakov', true],
    ['cyrillic', 'щербаков', 'schtscherbakow', true],
    ['cyrillic', 'щербаков', 'schtscherbakov', true],
    ['cyrillic', 'щербаков', 'szczerbakow', true],
    ['cyrillic', 'щербаков', 'szczerbachov', false],
    ['cyrillic', 'щербаков', 'sherbako', false],
    ['cyrillic', 'хрущев', 'khrushchev', true],
    ['cyrillic', 'юрии', 'yuriy', true],
    ['cyrillic', 'юрии', 'iurii', true],
    ['cyrillic', 'ђорђевић', 'dordevic', true],
    ['cyrillic', 'ђорђевић', 'djordjevic', true],
    ['cyrillic', 'ђорђевић', 'gorgevic', false],
    ['greek', 'γιωργοσ', 'giorgos', true],
    ['greek', 'ευαγγελοσ', 'evangelos', true],
    ['armenian', 'սարգսյան', 'sargsyan', true],
    ['georgian', 'გიორგი', 'giorgi', true],
    ['georgian', 'გიორგი', 'georgi', false],
  ] as const)('%s: %s as %s: %s', (script, letters, latin, expected) => {
    expect(isSpelledByRule(letterRules[script], letters, latin)).toBe(expected);
  });
});
