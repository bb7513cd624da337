import { describe, expect, it } from 'vitest';
import { prepareName } from '../src/names/prepare-name.ts';
import { readMandarin } from '../src/readings/older-mandarin.ts';
import { scoreNames } from '../src/score/score-names.ts';

/** Invented Chinese names in two romanisations. 80 is the usual threshold. */
const scoreOf = (name: string, listed: string): number =>
  scoreNames(prepareName(name, 'person'), prepareName(listed, 'person')).nameScore / 100;

describe('a Chinese name in an older romanisation', () => {
  it.each([
    ['Wade-Giles', 'Chang Hsien-chih', 'Zhang Xianzhi'],
    ['Wade-Giles, syllables together', 'Chang Hsienchih', 'Zhang Xian Zhi'],
    ['a syllable of both systems', 'Teng Hsiao-mei', 'Deng Xiaomei'],
    ['a consonant that the systems write alike', 'Tsai Ming-chieh', 'Cai Mingjie'],
    ['vowels', 'Yen Kuo-jung', 'Yan Guorong'],
    ['family name last', 'Hsien-chih CHANG', 'ZHANG, Xianzhi'],
    ['Tongyong', 'Jhang Syu-fong', 'Zhang Xufeng'],
    ['Wade-Giles on both sides', 'Chang Tzu-chien', 'Chang Tze Chien'],
  ])('%s: %s is %s', (_, name, listed) => {
    expect(scoreOf(name, listed)).toBeGreaterThanOrEqual(85);
    expect(scoreOf(listed, name)).toBeGreaterThanOrEqual(85);
  });

  it.each([
    ['another syllable', 'Chang Hsien-chih', 'Zhang Xianyu'],
    ['no name of Mandarin syllables alone', 'Robert Hsien-chih', 'Robert Xianzhi'],
    ['syllables that pinyin has too, with no sign of another system', 'Li Tachao', 'Li Dazhao'],
    ['syllables the other way round', 'Chang Chih-hsien', 'Zhang Xianzhi'],
  ])('%s: %s is not %s', (_, name, listed) => {
    expect(scoreOf(name, listed)).toBeLessThan(80);
    expect(scoreOf(listed, name)).toBeLessThan(80);
  });
});

describe('reading a word syllable by syllable', () => {
  it.each([
    ['zhang', { pinyin: ['chang.'], older: [] }],
    ['hsienchih', { pinyin: [], older: ['hsien.chih.'] }],
    ['chang', { pinyin: ['chang.'], older: ['chang.'] }],
    ['xian', { pinyin: ['hsien.'], older: [] }],
    ['er', { pinyin: ['erh.'], older: ['erh.'] }],
    ['dolvan', null],
    ['xianzhidong', { pinyin: ['hsien.chih.tung.'], older: [] }],
    ['xianzhidongmei', null],
    ['3', null],
  ])('%s', (word, readings) => {
    expect(readMandarin(word)).toEqual(readings);
  });
});
