import { describe, expect, it } from 'vitest';
import { prepareName } from '../src/names/prepare-name.ts';
import { readRomanised } from '../src/readings/romanisations.ts';
import { scoreNames } from '../src/score/score-names.ts';

/** Invented Chinese and Korean names in two romanisations. 80 is the usual threshold. */
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

describe('a Korean name in another romanisation', () => {
  it.each([
    ['McCune-Reischauer', 'Kim Ch\u2019ŏl-su', 'Gim Cheolsu'],
    ['McCune-Reischauer without its marks', 'Pak Chong-hyon', 'Bak Jeonghyeon'],
    ['as people spell their names', 'Park Jung Hyun', 'Bak Jeonghyeon'],
    ['the usage of the North', 'Ri Jong Chol', 'I Jeongcheol'],
    ['voiced inside the word', 'Kim Yongbok', 'Gim Yeongbok'],
    ['family name last', 'Jung-hyun PARK', 'BAK, Jeonghyeon'],
    ['a surname alone as its bearer spells it', 'Park Min-su', 'Bak Min-su'],
    ['a given name that ends like a surname', 'Eun Da-kyung', 'Eun Dagyeong'],
    ['a syllable of many readings', 'Park Hui-jeong', 'Bak Huijeong'],
  ])('%s: %s is %s', (_, name, listed) => {
    expect(scoreOf(name, listed)).toBeGreaterThanOrEqual(80);
    expect(scoreOf(listed, name)).toBeGreaterThanOrEqual(80);
  });

  it.each([
    ['another syllable', 'Pak Chong-hyon', 'Bak Jeongmin'],
    ['syllables the other way round', 'Pak Chong-hyon', 'Bak Hyeonjeong'],
    ['another family name', 'Pak Chong-hyon', 'Gim Jeonghyeon'],
    ['another family name, nothing else spelt otherwise', 'Park Min-su', 'Gim Min-su'],
    ['another given name behind a surname that is spelt otherwise', 'Park Min-su', 'Bak Min-ho'],
  ])('%s: %s is not %s', (_, name, listed) => {
    expect(scoreOf(name, listed)).toBeLessThan(80);
    expect(scoreOf(listed, name)).toBeLessThan(80);
  });
});

describe('names of two people of a family in two romanisations', () => {
  it.each([
    ['a syllable more', 'Pak Chong', 'Bak Jeong Hyeon'],
    ['a syllable more, as people spell their names', 'Choe Hong', 'Choi Hong Soon'],
    ['a syllable more, nothing spelt otherwise', 'Kim Yong', 'Kim Yong Myung'],
    ['a syllable more behind one that may be read as two', 'Kim Hui', 'Kim Hui Jeong'],
    ['a syllable more, together', 'Choe Chong', 'Choi Jeonghui'],
    ['another syllable like a slip', 'Pak Yong Sang', 'Bak Bong Sang'],
    ['another syllable like a slip, together', 'Choe Yongtae', 'Choi Jeongtae'],
    ['Chinese, a syllable more', 'Chang Hsien', 'Zhang Xian Zhi'],
  ])('%s: %s is not %s', (_, name, listed) => {
    expect(scoreOf(name, listed)).toBeLessThan(80);
    expect(scoreOf(listed, name)).toBeLessThan(80);
  });

  it.each([
    ['a slip beside words that are written alike', 'Kim Yongsan', 'Kim Yongsang'],
    ['a syllable missing in the middle beside such words', 'Kim Myung', 'Kim Yong Myung'],
    ['a syllable that is like a particle', 'Hsu Te Cheng', 'Xu De Cheng'],
    ['a surname that is like an initial', 'I Yu Hye', 'Lee Yoo Hye'],
    ['no Chinese or Korean surname', 'Ali Hassan', 'Ali Hassan Noman'],
  ])('but one person with %s: %s is %s', (_, name, listed) => {
    expect(scoreOf(name, listed)).toBeGreaterThanOrEqual(80);
  });
});

describe('reading a word syllable by syllable', () => {
  it.each([
    ['zhang', { standard: ['chang.'], older: [] }],
    ['hsienchih', { standard: [], older: ['hsien.chih.'] }],
    ['chang', { standard: ['chang.'], older: ['chang.'] }],
    ['xian', { standard: ['hsien.'], older: [] }],
    ['er', { standard: ['erh.'], older: [] }],
    ['dolvan', null],
    ['xianzhidong', { standard: ['hsien.chih.tung.'], older: [] }],
    ['xianzhidongmei', null],
    ['3', null],
  ])('%s', (word, readings) => {
    const read = readRomanised(word, 'mandarin');
    const formsOf = (some: readonly { form: string }[]): string[] => some.map(({ form }) => form);
    expect(read && { standard: formsOf(read.standard), older: formsOf(read.older) }).toEqual(readings);
  });
});
