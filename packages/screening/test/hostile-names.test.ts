import { describe, expect, it } from 'vitest';
import { ScreeningInputError } from '../src/model/screening-types.ts';
import { defaultOptions } from '../src/model/screener.ts';
import { invented } from './support/invented-entity.ts';
import { buildSnapshot } from '../src/search/build-snapshot.ts';
import { createIndexScreener } from '../src/search/index-screener.ts';
import { RandomLists } from './support/random-lists.ts';

const words = Array.from({ length: 24 }, (_, index) => `Dolvan${String.fromCharCode(97 + index)}ko`);
const rightToLeft = 'محمد \u202Eعلي\u202C \u200Fحسن\u200E';

/** What a name of any shape may cost on a warm engine, in milliseconds of one processor. */
const mostMilliseconds = 100;

const entities = [
  ...new RandomLists(77).entities(2_000),
  ...['A', '王', words.join(' '), 'a'.repeat(256), rightToLeft, 'Marekko 🦊 Dolvan', 'Марекko Dоlvan'].map(
    (text, index) => invented({ id: `hostile-${String(index)}`, names: [{ text, kind: 'primary' }] }),
  ),
];
const screener = createIndexScreener(buildSnapshot(entities, { engine: 'test', sources: [] }));

function ask(name: string, matchThreshold: number): { answer: string[] | 'refused'; milliseconds: number } {
  const before = process.cpuUsage();
  let answer: string[] | 'refused' = 'refused';
  try {
    answer = screener
      .screen({ name }, { ...defaultOptions, matchThreshold })
      .hits.map(({ entityId }) => entityId);
  } catch (error) {
    if (!(error instanceof ScreeningInputError)) throw error;
  }
  const { user, system } = process.cpuUsage(before);
  return { answer, milliseconds: (user + system) / 1_000 };
}

describe('a hostile name is answered or refused, soon', () => {
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
    ['words of the language of programs', '__proto__ constructor', 'nobody'],
  ])('%s', (...row) => {
    const [, name, expected] = row;
    for (const threshold of [80, 0, 100]) ask(name, threshold);
    const { answer } = ask(name, 80);
    if (expected === 'refused') expect(answer).toBe('refused');
    else if (expected === 'nobody') expect(answer).not.toContain('refused');
    else expect(answer).toContain(expected);
    const times = [80, 80, 80, 50, 50].map((threshold) => ask(name, threshold).milliseconds);
    expect(Math.min(...times.slice(0, 3))).toBeLessThan(mostMilliseconds);
    expect(Math.min(...times.slice(3))).toBeLessThan(mostMilliseconds);
  });

  it('24 words joined by hyphens, each the same, are bounded too, more loosely', () => {
    const times = [80, 80, 80, 80].map((threshold) => ask('Dol-'.repeat(24), threshold).milliseconds);
    expect(Math.min(...times.slice(1))).toBeLessThan(10 * mostMilliseconds);
  });

  it('listed names of every shape are found by themselves', () => {
    for (const entity of entities.slice(-7)) {
      const [name] = entity.names;
      expect(ask(name?.text ?? '', 100).answer).toContain(entity.id);
    }
  });
});
