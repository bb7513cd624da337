import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Script } from '../src/model/prepared-name.ts';
import { alignRun, readRun, runKeys, sharesRunKey } from '../src/scripts/runs.ts';
import { letterRules, type RuledScript } from '../src/scripts/rule-spelling.ts';
import { scriptKeys, scriptSimilarity } from '../src/scripts/script-similarity.ts';
import { wordOf } from '../src/words/word-of.ts';
import type { Word } from '../src/model/word.ts';

function word(text: string, script: Script = 'latin'): Word {
  return { ...wordOf('a'), text, script, length: Array.from(text).length };
}

function shareKey(a: Word, b: Word): boolean {
  const keys = new Set(scriptKeys(a));
  return scriptKeys(b).some((key) => keys.has(key));
}

describe('scriptSimilarity', () => {
  it.each([
    ['cyrillic', 'наталья', 'natalya', 9700],
    ['cyrillic', 'дмитрии', 'dmitry', 9700],
    ['cyrillic', 'дмитрии', 'dmitrij', 9700],
    ['cyrillic', 'олександр', 'oleksandr', 9700],
    ['greek', 'παπαδοπουλοσ', 'papadopoulos', 9700],
    ['armenian', 'հակոբյան', 'hakobyan', 9700],
    ['georgian', 'ბერიძე', 'beridze', 9700],
    ['indic', 'राम', 'ram', 9700],
    ['indic', 'कुमार', 'kumar', 9700],
    ['indic', 'शर्मा', 'sharma', 9700],
    ['indic', 'लक्ष्मी', 'lakshmi', 9700],
    ['arabic', 'محمد', 'muhammad', 9000],
    ['arabic', 'محمد', 'mohamed', 9000],
    ['arabic', 'حسين', 'hussein', 9000],
    ['arabic', 'فاطمه', 'fatima', 9000],
    ['arabic', 'عبدالله', 'abdullah', 9000],
    ['arabic', 'علي', 'ali', 9000],
    ['hebrew', 'דוד', 'david', 8300],
    ['hebrew', 'ירושלמי', 'yerushalmi', 8500],
    ['kana', 'タナカ', 'tanaka', 9000],
    ['kana', 'スミス', 'smith', 9000],
    ['hangul', '김', 'kim', 9000],
    ['hangul', '지훈', 'jihun', 9000],
    ['hangul', '스미스', 'smith', 8000],
    ['han', '史密斯', 'smith', 8000],
    ['han', '王', 'wang', 9000],
  ] as const)('%s: %s is %s, at least %i', (script, text, latin, least) => {
    expect(scriptSimilarity(word(text, script), word(latin))).toBeGreaterThanOrEqual(least);
  });

  it.each([
    ['cyrillic', 'наталья', 'marek'],
    ['cyrillic', 'наталья', 'nadezhda'],
    ['greek', 'παπαδοπουλοσ', 'papandreou'],
    ['arabic', 'محمد', 'khalid'],
    ['hebrew', 'דוד', 'rachel'],
    ['kana', 'タナカ', 'suzuki'],
    ['hangul', '지훈', 'minseo'],
    ['han', '史密斯', 'johnson'],
    ['thai', 'สมชาย', 'somchai'],
    ['indic', 'রাম', 'ram'],
    ['indic', 'कुमार', 'sharma'],
  ] as const)('%s: %s is not %s', (script, text, latin) => {
    expect(scriptSimilarity(word(text, script), word(latin))).toBeLessThan(8000);
  });

  it.each([
    ['cyrillic', 'мухаммад', 'arabic', 'محمد'],
    ['cyrillic', 'давид', 'hebrew', 'דוד'],
    ['greek', 'μαρια', 'cyrillic', 'мария'],
    ['cyrillic', 'танака', 'kana', 'タナカ'],
  ] as const)('two other scripts: %s %s and %s %s', (first, one, second, other) => {
    const [a, b] = [word(one, first), word(other, second)];
    expect(scriptSimilarity(a, b)).toBeGreaterThanOrEqual(8000);
    expect(scriptSimilarity(b, a)).toBe(scriptSimilarity(a, b));
  });

  it('leaves words of one script, numbers and legal forms to others', () => {
    expect(scriptSimilarity(word('marek'), word('marek'))).toBe(0);
    expect(scriptSimilarity(word('иван', 'cyrillic'), word('иван', 'cyrillic'))).toBe(0);
    expect(scriptKeys(word('#3'))).toEqual([]);
    expect(scriptKeys(word('=llc'))).toEqual([]);
  });

  const runs = { numRuns: 1500, seed: 7_041_962 };
  const letters: Record<RuledScript | 'arabic' | 'hebrew' | 'kana' | 'hangul' | 'han', string> = {
    cyrillic: 'абвгдежзиклмнопрстуфхцчшщыьэюя',
    greek: 'αβγδεζηθικλμνξοπρστυφχψω',
    armenian: 'աբգդեզթժիլխծկհձղճմյնշոչպջռսվտրցփք',
    indic: 'कखगचजटडतदनपबमयरलवशसह',
    georgian: 'აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ',
    arabic: 'ابتثجحخدذرزسشصضطظعغفقكلمنهوي',
    hebrew: 'אבגדהוזחטיכלמנסעפצקרשת',
    kana: 'アイウエオカキクケコサシスセソタチツテトナニヌネノマミムメモラリルレロン',
    hangul: '김이박최정민서지훈영수현우진미경은혜스',
    han: '王李张刘陈明华伟史密斯约翰马克罗德里格',
  };
  const anyWord = fc
    .constantFrom(...(Object.keys(letters) as (keyof typeof letters)[]))
    .chain((script) =>
      fc
        .array(fc.constantFrom(...Array.from(letters[script])), { minLength: 1, maxLength: 8 })
        .map((chars) => word(chars.join(''), script)),
    );
  const latinWord = fc
    .array(fc.constantFrom(...'aeiouaeiouaeioubcdfghjklmnpqrstvwxyz'.split('')), {
      minLength: 1,
      maxLength: 9,
    })
    .map((chars) => word(chars.join('')));

  it('is symmetric, in bounds, and above 0 only when a key is shared', () => {
    fc.assert(
      fc.property(anyWord, fc.oneof(anyWord, latinWord), (a, b) => {
        const similarity = scriptSimilarity(a, b);
        expect(Number.isInteger(similarity) && similarity >= 0 && similarity <= 10_000).toBe(true);
        expect(scriptSimilarity(b, a)).toBe(similarity);
        if (similarity > 0) expect(shareKey(a, b)).toBe(true);
      }),
      runs,
    );
  });

  const syllables: Record<Exclude<RuledScript, 'indic'>, readonly [consonants: string, vowels: string]> = {
    cyrillic: ['бвгджзклмнпрстфхчш', 'аеиоу'],
    greek: ['βγδζθκλμνπρστφ', 'αεηο'],
    armenian: ['բգդզթլկմնպստրշվ', 'աեիօ'],
    georgian: ['ბგდვზთკლმნპრსტშჩხ', 'აეიოუ'],
  };

  it('finds what one convention writes, and the keys find it too', () => {
    const spelled = fc
      .constantFrom<(keyof typeof syllables)[]>('cyrillic', 'greek', 'armenian', 'georgian')
      .chain((script) => {
        const [consonants, vowels] = syllables[script];
        return fc
          .array(
            fc.tuple(fc.constantFrom(...Array.from(consonants)), fc.constantFrom(...Array.from(vowels))),
            {
              minLength: 2,
              maxLength: 4,
            },
          )
          .map((pairs) => {
            const chars = pairs.flat();
            const latin = chars.map((char) => letterRules[script].get(char)?.[0]?.latin ?? '').join('');
            return { foreign: word(chars.join(''), script), latin: word(latin) };
          });
      });
    fc.assert(
      fc.property(spelled, ({ foreign, latin }) => {
        expect(shareKey(foreign, latin)).toBe(true);
        expect(scriptSimilarity(foreign, latin)).toBeGreaterThanOrEqual(9700);
      }),
      runs,
    );
  });

  it('answers for any text in bounded time', () => {
    const scripts: Script[] = [
      'latin',
      'cyrillic',
      'arabic',
      'hebrew',
      'kana',
      'hangul',
      'han',
      'thai',
      'other',
    ];
    const anything = fc
      .tuple(fc.string({ unit: 'binary', maxLength: 256 }), fc.constantFrom(...scripts))
      .map(([text, script]) => word(text, script));
    fc.assert(
      fc.property(anything, anything, (a, b) => {
        expect(scriptKeys(a).length).toBeLessThanOrEqual(128);
        expect(scriptSimilarity(a, b)).toBeGreaterThanOrEqual(0);
        expect(alignRun(a, [b, b, b])?.used ?? 2).toBeGreaterThanOrEqual(2);
      }),
      runs,
    );
  });
});

describe('unspaced runs', () => {
  it('reads family and given names of one and two characters', () => {
    expect(readRun('王小明')).toEqual([
      ['王', '小明'],
      ['王', '小', '明'],
      ['王小', '明'],
    ]);
    expect(readRun('王')).toEqual([]);
  });

  it.each([
    ['han', '王小明', ['wang', 'xiaoming'], 2],
    ['han', '王小明', ['xiaoming', 'wang'], 2],
    ['han', '王小明', ['wang', 'xiao', 'ming'], 3],
    ['han', '王小明', ['xiao', 'ming', 'wang'], 3],
    ['han', '李明', ['ming', 'li'], 2],
    ['hangul', '김지훈', ['kim', 'jihun'], 2],
    ['hangul', '김지훈', ['ji', 'hun', 'kim'], 3],
    ['hangul', '이민호', ['lee', 'minho'], 2],
  ] as const)('%s: %s matches %j', (script, text, words, used) => {
    const run = word(text, script);
    const latin = words.map((one) => word(one));
    const aligned = alignRun(run, latin);
    expect(aligned?.used).toBe(used);
    expect(aligned?.similarity).toBeGreaterThanOrEqual(8500);
    expect(latin.some((one) => sharesRunKey(run, one))).toBe(true);
    const keys = new Set(scriptKeys(run));
    expect(latin.flatMap((one) => scriptKeys(one)).some((key) => keys.has(key))).toBe(true);
  });

  it.each([
    ['han', '王小明', ['marek', 'dolvan']],
    ['han', '王小明', ['wang', 'jun']],
    ['hangul', '김지훈', ['kim', 'minseo']],
    ['cyrillic', 'иван', ['iv', 'an']],
    ['han', '王', ['wa', 'ng']],
  ] as const)('%s: %s does not match %j', (script, text, words) => {
    const aligned = alignRun(
      word(text, script),
      words.map((one) => word(one)),
    );
    expect(aligned?.similarity ?? 0).toBeLessThan(8000);
  });

  it('has no keys of parts for other words', () => {
    expect(runKeys(word('иван', 'cyrillic'))).toEqual([]);
    expect(runKeys(word('ivan'))).toEqual([]);
  });
});
