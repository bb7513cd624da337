import { describe, expect, it } from 'vitest';
import { loadHanCharacters } from '../src/tables/han.ts';
import { prepareName } from '../src/names/prepare-name.ts';
import { koreanRomanised } from '../tools/evaluation/korean-romanised.ts';
import { koreanSpellings } from '../src/readings/korean-spellings.ts';
import { scoreNames } from '../src/score/score-names.ts';
import { partsOfRun } from '../src/scripts/runs.ts';
import { wordOf } from '../src/words/word-of.ts';

/** Invented names in Han characters and Hangul against Latin letters. 80 is the usual threshold. */
const scoreOf = (name: string, listed: string): number =>
  scoreNames(prepareName(name, 'person'), prepareName(listed, 'person')).nameScore / 100;

describe('a name in Han characters or Hangul and its spellings', () => {
  it.each([
    ['Revised Romanisation', '김철수', 'Kim Cheol-su'],
    ['McCune-Reischauer, no marks', '박정호', 'Pak Chong Ho'],
    ['spellings that people choose', '이영희', 'Lee Young Hee'],
    ['spellings of the North', '리정철', 'Ri Jong Chol'],
    ['given name first', '최민준', 'Minjun Choi'],
    ['surname in capitals, behind', '강서연', 'Seo Yeon KANG'],
    ['surname of two syllables', '남궁민', 'Namgoong Min'],
    ['given name of one syllable', '허준', 'Heo Jun'],
    ['pinyin', '王小明', 'Wang Xiaoming'],
    ['pinyin in three words', '张伟东', 'Zhang Wei Dong'],
    ['pinyin, family name last', '刘建华', 'Jianhua Liu'],
    ['Wade-Giles', '谢志强', 'Hsieh Chih-chiang'],
    ['Cantonese', '陈大文', 'Chan Tai Man'],
    ['a dialect in front of Mandarin', '陈伟明', 'Tan Wei Ming'],
    ['surname of two characters', '欧阳文', 'Ouyang Wen'],
    ['surname of two characters in two words', '欧阳文', 'Au Yeung Man'],
    ['traditional characters', '張偉東', 'Zhang Weidong'],
    ['Korean in Han characters', '李永浩', 'Lee Young Ho'],
    ['Vietnamese in Han characters', '阮文明', 'Nguyen Van Minh'],
    ['Japanese', '田中一郎', 'Tanaka Ichiro'],
    ['Japanese, given name first', '佐藤花子', 'Hanako Sato'],
    ['a rare character', '李瑄', 'Li Xuan'],
    ['surname apart', '김 철수', 'Kim Chul Soo'],
    ['surname apart, Han', '王 小明', 'Wang Xiao Ming'],
  ])('%s: %s is %s', (_, name, listed) => {
    expect(scoreOf(name, listed)).toBeGreaterThanOrEqual(85);
    expect(scoreOf(listed, name)).toBeGreaterThanOrEqual(85);
  });
});

describe('two names that share syllables', () => {
  it.each([
    ['another last syllable', '김철수', 'Kim Chol Ho'],
    ['another first syllable', '김철수', 'Kim Min Su'],
    ['another surname', '김철수', 'Pak Chol Su'],
    ['given name turned round', '김철수', 'Kim Su Chol'],
    ['given name turned round, surname apart', '김 철수', 'Kim Su Chol'],
    ['a syllable more', '김철수', 'Kim Chol Su Min'],
    ['another last character', '王小明', 'Wang Xiaohua'],
    ['another first character', '张伟东', 'Zhang Haidong'],
    ['another surname, Han', '张伟东', 'Wang Weidong'],
    ['given name turned round, Han', '张伟东', 'Zhang Dongwei'],
    ['surname of one language, given name of another', '陈大文', 'Tran Dawen'],
    ['surname alone', '王明', 'Wang Jun'],
    ['Japanese, another given name', '田中一郎', 'Tanaka Hiroshi'],
    ['Korean name, Chinese reading in part', '李永浩', 'Lee Young Min'],
  ])('%s: %s is not %s', (_, name, listed) => {
    expect(scoreOf(name, listed)).toBeLessThan(75);
    expect(scoreOf(listed, name)).toBeLessThan(75);
  });
});

describe('spellings of syllables', () => {
  it('has every syllable of Hangul as two official conventions and one of usage spell it', () => {
    const missing: string[] = [];
    for (let code = 0xac00; code <= 0xd7a3; code += 1) {
      const syllable = String.fromCodePoint(code);
      const spellings = koreanSpellings(syllable);
      for (const convention of ['revised', 'mccune', 'usual'])
        if (!spellings.includes(koreanRomanised(syllable, convention)))
          missing.push(`${syllable} ${koreanRomanised(syllable, convention)}`);
    }
    expect(missing).toEqual([]);
  });

  it('has few for each: a spelling that fits everything distinguishes nothing', () => {
    const counts = Array.from(
      { length: 0xd7a3 - 0xac00 + 1 },
      (_, at) => koreanSpellings(String.fromCodePoint(0xac00 + at)).length,
    );
    expect(Math.max(...counts)).toBeLessThanOrEqual(120);
    expect(counts.toSorted((a, b) => a - b)[counts.length >> 1]).toBeLessThanOrEqual(16);
  });

  it('reads a character in each language that has a reading', () => {
    expect(loadHanCharacters().hanCharacters('正')).toEqual({
      mandarin: ['zheng'],
      cantonese: ['zing'],
      korean: ['정'],
      vietnamese: ['chinh'],
      japanese: ['tadashii', 'masa', 'tadasu', 'sei', 'shou'],
    });
    expect(loadHanCharacters().hanCharacters('A')).toBeNull();
  });
});

it('Behind a Japanese family name a given name is spelt by its readings, or a Japanese word that sounds like it', () => {
  const given = (word: string): boolean => partsOfRun(wordOf('田中明'), wordOf(word)).given;
  expect(['ming', 'akira', 'oakira'].map(given)).toEqual([true, true, true]);
  // They sound like it, and are no Japanese words.
  expect(['uming', 'akir'].map(given)).toEqual([false, false]);
  // Of a name that may be a foreign one any word is.
  expect(partsOfRun(wordOf('田中明明'), wordOf('uming')).given).toBe(true);
});
