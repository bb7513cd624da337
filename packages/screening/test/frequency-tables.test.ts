import { describe, expect, it } from 'vitest';
import { frequencyTables } from '../tools/frequency-tables.ts';
import { arabicSpellingsTable } from '../tools/spelling-tables.ts';

describe('tables made from counts', () => {
  const made = frequencyTables({
    counts: new Map([
      ['often', 300],
      ['now', 60],
      ['then', 12],
      ['rarely', 2],
      ['once', 1],
      ['dolvanov', 5],
    ]),
    given: new Map([['marek', 1]]),
    family: new Map([['dolvan', 0]]),
    pairs: [
      [
        { latin: 'often', native: 'часто', count: 40 },
        { latin: 'rarely', native: 'редко', count: 40 },
        { latin: 'often', native: 'редко', count: 1 },
        { latin: 'now', native: 'сейчас', count: 2 },
      ],
    ],
    variants: [['marek', 'марек'], ['marko'], ['once']],
    surnames: ['marko', 'strubin'],
    organisation: [['bank', 'banque'], ['shipyard']],
  });
  const entries = (name: string): string[] =>
    (made[name] ?? '').split('\n').filter((line) => line !== '' && !line.startsWith('#'));

  it('puts words into steps by count and by hand', () => {
    expect(entries('frequencies-person')).toEqual(
      '[0] dolvan often [1] marek now [2] marko once strubin then [3] dolvanov rarely'.split(' '),
    );
  });

  it('marks as family what a manual entry or an ending gives, and neither what may be both', () => {
    expect(entries('name-roles')).toEqual('[given] marek once марек [family] dolvan dolvanov'.split(' '));
  });

  it('rates words of other scripts as common as their commonest spelling, where names have it often enough', () => {
    expect(entries('frequencies-scripts')).toEqual('[0] часто [1] марек сейчас'.split(' '));
  });

  it('lists the organisation words that are everywhere', () => {
    expect(entries('frequencies-organisation')).toEqual(['[0]', 'bank', 'banque']);
  });
});

describe('the table of words in Arabic letters', () => {
  const made = arabicSpellingsTable([
    { latin: 'dolvan', native: 'دلوان', count: 3 },
    { latin: 'dolwan', native: 'دلوان', count: 4 },
    { latin: 'dilvan', native: 'دلوان', count: 2 },
    { latin: 'tarvin', native: 'دلوان', count: 1 },
    { latin: 'tarvin', native: 'ترفين', count: 9 },
    { latin: 'dolwan', native: 'دلوان', count: 1 },
    { latin: 'veyra', native: 'فيرا', count: 2 },
    { latin: 'al-veyra', native: 'فيرا', count: 5 },
  ]);

  it('has the spellings that names have often enough, the most usual first', () => {
    expect(made.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([
      'ترفين tarvin',
      'دلوان dolwan dolvan',
    ]);
  });
});
