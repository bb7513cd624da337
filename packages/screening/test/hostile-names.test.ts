import { describe, expect, it } from 'vitest';
import { ScreeningIncomplete, ScreeningInputError } from '../src/model/screening-types.ts';
import { defaultOptions } from '../src/model/screener.ts';
import { invented } from './support/invented-entity.ts';
import { buildSnapshot } from '../src/search/build/build-snapshot.ts';
import { createIndexScreener } from '../src/search/index-screener.ts';
import { RandomLists } from './support/random-lists.ts';

const words = Array.from({ length: 24 }, (_, index) => `Dolvan${String.fromCharCode(97 + index)}ko`);
const rightToLeft = 'محمد \u202Eعلي\u202C \u200Fحسن\u200E';

/** What a name of any shape may take: as much work as scoring so many listed names. A clock would measure the machine. */
const mostScored = 1_500;

const entities = [
  ...new RandomLists(77).entities(2_000),
  ...['A', '王', words.join(' '), 'a'.repeat(256), rightToLeft, 'Marekko 🦊 Dolvan', 'Марекko Dоlvan'].map(
    (text, index) => invented({ id: `hostile-${String(index)}`, names: [{ text, kind: 'primary' }] }),
  ),
];
const snapshot = buildSnapshot(entities, { engine: 'test', sources: [] });
const screener = createIndexScreener(snapshot, { mostScored });

/** Ids of the hits; throws beyond the limit of work. */
function ask(name: string, matchThreshold: number): string[] | 'refused' {
  try {
    return screener
      .screen({ name }, { ...defaultOptions, matchThreshold })
      .hits.map(({ entityId }) => entityId);
  } catch (error) {
    if (!(error instanceof ScreeningInputError)) throw error;
    return 'refused';
  }
}

describe('a hostile name is answered or refused, at little work', () => {
  it.each<[what: string, name: string, expected: string]>([
    ['256 letters in one word', 'a'.repeat(256), 'hostile-3'],
    ['257 letters', 'a'.repeat(257), 'refused'],
    ['256 letters outside the basic plane', '𝓐'.repeat(256), 'hostile-3'],
    ['128 words of one letter', 'a '.repeat(128), 'refused'],
    ['256 Han characters', '王明'.repeat(128), 'nobody'],
    ['256 Hangul syllables', '김철'.repeat(128), 'nobody'],
    ['256 Arabic letters', 'محمد'.repeat(64), 'nobody'],
    ['one letter', 'A', 'hostile-0'],
    ['one Han character', '王', 'hostile-1'],
    ['one digit', '7', 'nobody'],
    ['1,000 characters', `${words.join(' ')} `.repeat(5).slice(0, 1_000), 'refused'],
    ['40 words', Array.from({ length: 40 }, (_, index) => `Q${String(index)}`).join(' '), 'refused'],
    ['one letter of another script', 'Ж', 'nobody'],
    ['one Hangul syllable', '김', 'nobody'],
    ['initials alone', 'J. K. L.', 'nobody'],
    ['24 initials', Array.from('ABCDEFGHIJKLMNOPQRSTUVWX').join(' '), 'nobody'],
    ['Roman numbers alone', 'I V X L C D M', 'nobody'],
    ['words in five scripts', 'Marekko Долван 王明华 김철수 محمد דוד', 'nobody'],
    [
      'every letter under five marks',
      Array.from('Marekko Dolvan', (one) => one + '\u0301\u0300\u0323\u0337\u0489').join(''),
      'hostile-5',
    ],
    ['controls that turn the direction', '\u202EMarekko\u202C \u2067Dolvan\u2069', 'hostile-5'],
    ['emoji made of several', '👨\u200D👩\u200D👧 Marekko 🦊 Dolvan', 'hostile-5'],
    ['particles alone', 'van der de la al bin el', 'nobody'],
    [
      '24 Han names',
      Array.from(
        { length: 24 },
        (_, index) => '王李张刘陈杨'.charAt(index % 6) + '明华伟芳'.charAt(index % 4) + '军',
      ).join(' '),
      'nobody',
    ],
    [
      '24 Hangul names',
      Array.from(
        { length: 24 },
        (_, index) => '김이박최정강'.charAt(index % 6) + '철영민수'.charAt(index % 4) + '희',
      ).join(' '),
      'nobody',
    ],
    ['12 compounds', 'عبدالرحمن عبدالكريم عبدالناصر عبدالعزيز '.repeat(3), 'nobody'],
    ['marks alone', '\u0301\u0308\u20DD', 'refused'],
    ['a letter under 200 marks', `Q${'\u0301'.repeat(200)}`, 'nobody'],
    ['nothing', '', 'refused'],
    ['blanks and controls', ' \t\u200B\u202E\u0000 ', 'refused'],
    ['emoji alone', '🦊🦊', 'refused'],
    ['emoji between words', 'Marekko 🦊🦊 Dolvan', 'hostile-5'],
    ['letters of two scripts in one word', 'Marekko Dolvan', 'hostile-5'],
    ['right to left with controls inside', rightToLeft, 'hostile-4'],
    ['right to left with other controls', 'محمد علي\u061C حسن', 'hostile-4'],
    ['24 words', words.join(' '), 'hostile-2'],
    ['25 words', `${words.join(' ')} Veyra`, 'refused'],
    ['24 equal words', 'Dolvan '.repeat(24), 'nobody'],
    ['brackets that never close', '('.repeat(120) + 'Quorlanix' + '['.repeat(120), 'nobody'],
    ['lone surrogates', '\uD800Quorlanix\uDC00', 'nobody'],
    ['titles and particles alone', 'Dr Sheikh van der de la Prof Sir Mrs', 'nobody'],
    ['legal forms alone', 'LLC GmbH OOO Ltd', 'nobody'],
    ['24 times a part with a hyphen', 'Dol-'.repeat(24), 'nobody'],
    ['words of the language of programs', '__proto__ constructor', 'nobody'],
  ])('%s', (...row) => {
    const [, name, expected] = row;
    const answers = [80, 50, 100].map((threshold) => ask(name, threshold));
    const [answer] = answers;
    if (expected === 'refused') expect(answer).toBe('refused');
    else if (expected === 'nobody') expect(answer).not.toContain('refused');
    else expect(answer).toContain(expected);
    if (expected !== 'refused') expect(answers).not.toContain('refused');
  });

  it('reaches a low limit instead of giving an answer', () => {
    const low = createIndexScreener(snapshot, { mostScored: 5 });
    const options = { ...defaultOptions, matchThreshold: 50 };
    expect(() => low.screen({ name: words.join(' ') }, options)).toThrow(ScreeningIncomplete);
    expect(() => low.screen({ name: words.join(' '), birthDate: '1970' }, options)).toThrow(
      ScreeningIncomplete,
    );
  });

  it('words of the dictionary count, too: a name like no listed one reaches a limit', () => {
    const name = 'Dolvonako Dolvonbko Dolvoncko Dolvondko Dolvoneko';
    const options = { ...defaultOptions, matchThreshold: 100 };
    const [low, high] = [10, 1_000].map((most) => createIndexScreener(snapshot, { mostScored: most }));
    expect(high?.screen({ name }, options).total).toBe(0);
    expect(() => low?.screen({ name }, options)).toThrow(ScreeningIncomplete);
  });

  it('listed names of every shape are found by themselves', () => {
    for (const entity of entities.slice(-7)) {
      const [name] = entity.names;
      expect(ask(name?.text ?? '', 100)).toContain(entity.id);
    }
  });
});
