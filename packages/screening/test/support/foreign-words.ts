import fc from 'fast-check';
import { readForeign, type ForeignWord } from '../../src/scripts/script-word.ts';
import { scriptOf } from '../../src/scripts/script-of.ts';

const characters = {
  han: '王明华李小龙欧阳伟芳张秀英刘洋陈静赵磊山下安藤田中',
  hangul: '김철수박영희최민준강서연윤지호셩먹뢍',
  kana: 'アイカキサシタチナハマヤラワンガザバスヅフムー',
  arabic: 'محمدعليحسنكريمنص',
  hebrew: 'אברהםיצחקדוד',
};
const syllables =
  'wang ming hua li xiao long ou yang kim cheol su park yeong hui ka shi ta mu ma ham ad na ser x'.split(' ');

/** The word as read with the model of its script; null if the model has none of its characters. */
export function foreignWord(text: string): ForeignWord | null {
  return readForeign({ text, script: scriptOf(text) });
}

/** Words of one to seven characters in the scripts that have a model. */
export const anyForeign: fc.Arbitrary<string> = fc
  .constantFrom(...Object.values(characters))
  .chain((script) =>
    fc
      .array(fc.constantFrom(...Array.from(script)), { minLength: 1, maxLength: 7 })
      .map((parts) => parts.join('')),
  );

/** Words of up to 40 Latin letters, many of which consist of syllables of these scripts. */
export const anyLatin: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(fc.constantFrom(...syllables), fc.constantFrom(...Array.from('abcdefghijklmnopqrstuvwxyz'))),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => parts.join('').slice(0, 40));
