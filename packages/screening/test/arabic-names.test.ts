import { describe, expect, it } from 'vitest';
import { prepareName } from '../src/names/prepare-name.ts';
import { scoreNames } from '../src/score/score-names.ts';
import { compareWords } from '../src/words/compare-words.ts';
import { wordOf } from '../src/words/word-of.ts';

/** Invented names in Arabic letters against Latin ones. 80 is the usual threshold. */
const scoreOf = (name: string, listed: string): number =>
  scoreNames(prepareName(name, 'person'), prepareName(listed, 'person')).nameScore / 100;

describe('a name in Arabic letters and its spellings', () => {
  it.each([
    ['a word that the model reads otherwise', 'لبنى الدلوان', 'Lubna al-Dalwan'],
    ['an article that Latin letters leave out', 'سامي الحق', 'Sami Haq'],
    ['an article written together', 'سامي الحربي', 'Sami Alharbi'],
    ['all its letters, short vowels as people choose', 'منير المتصدق', 'Mounir el Moutassadeq'],
    ['a double letter', 'حمزة العتيبي', 'Hamza al-Utaybi'],
    ['a father left out', 'هالة سعيد فرج', 'Hala Faraj'],
    ['the family name in front, as lists write it', 'هالة فرج', 'FARAJ, Hala'],
    ['the name of God behind its servant', 'عبد العزيز الدلوان', 'Abdul Aziz al-Dalwan'],
    ['a family with its article', 'سامي العلي', 'Sami al-Ali'],
    ['the article of a family written together', 'سامي القاسم', 'Sami Alqasim'],
    ['a by-name on both sides', 'أبو مريم الزهراني', 'Abu Maryam al-Zahrani'],
  ])('%s: %s is %s', (_, name, listed) => {
    expect(scoreOf(name, listed)).toBeGreaterThanOrEqual(82);
    expect(scoreOf(listed, name)).toBeGreaterThanOrEqual(82);
  });
});

describe('two names that are alike in Arabic letters', () => {
  it.each([
    ['a family ending', 'علي العباسي', 'Ali Abbas'],
    ['a family ending on the other side', 'علي الشريف', 'Ali Sharifi'],
    ['each usually spells another word', 'سامي عماد', 'Shami Ahmad'],
    ['a consonant more', 'علي قنديل', 'Ali Ghandour'],
    ['a vowel that is written', 'عمر النصار', 'Omar Nasir'],
    ['given and family name the other way round', 'إبراهيم العلي', "IBRAHIM, 'Ali"],
    ['a family named after a given name', 'سامي العلي', 'Sami Ali'],
    ['the same, the family name in front', 'سامي القاسم', 'QASIM, Sami'],
    ['the same, the article in Latin letters', 'سامي قاسم', 'Sami al-Qasim'],
    ['a son', 'سامي الدلوان', 'كريم سامي الدلوان'],
    ['a son, the names typed', 'سامي الدلوان', 'AL-DALWAN, Karim Sami'],
    ['the name of a child', 'علي بكر', 'Ali Abu Bakr Tantush'],
  ])('%s: %s is not %s', (_, name, listed) => {
    expect(scoreOf(name, listed)).toBeLessThan(80);
    expect(scoreOf(listed, name)).toBeLessThan(80);
  });

  it('does not match a name by two common words of three', () => {
    expect(scoreOf('جمال مصطفى القحطاني', 'جمال مصطفى')).toBeLessThan(80);
  });

  it('names what took points off', () => {
    const stepsOf = (name: string, listed: string): string[] =>
      scoreNames(prepareName(name, 'person'), prepareName(listed, 'person')).steps.map(({ what }) => what);
    expect(stepsOf('إبراهيم العلي', "IBRAHIM, 'Ali")).toContain('order of words');
    expect(stepsOf('علي بكر', 'Ali Abu Bakr Tantush')).toContain('a name behind abu');
    expect(stepsOf('سامي العلي', 'Sami Ali')).toContain('a given name behind the article');
    expect(stepsOf('سامي الدلوان', 'كريم سامي الدلوان')).toContain('the name of a forebear');
    expect(stepsOf('سامي الدلوان', 'محمد سامي الدلوان')).not.toContain('the name of a forebear');
    expect(stepsOf('جمال مصطفى القحطاني', 'جمال مصطفى')).toContain('two common words agree');
  });
});

describe('a word in Arabic letters and a Latin one', () => {
  it.each([
    ['هدى', 'huda', 9_600],
    ['حق', 'haq', 9_200],
    ['العباسي', 'abbas', 0],
    ['عباس', 'abbasi', 0],
    ['عماد', 'ahmad', 0],
    ['عمر', 'amr', 0],
  ])('%s and %s: %i', (arabic, latin, similarity) => {
    expect(compareWords(wordOf(arabicForm(arabic)), wordOf(latin)).similarity).toBe(similarity);
    expect(compareWords(wordOf(latin), wordOf(arabicForm(arabic))).similarity).toBe(similarity);
  });
});

/** As names are folded. */
function arabicForm(text: string): string {
  return prepareName(text, 'person').tokens[0]?.text ?? '';
}
