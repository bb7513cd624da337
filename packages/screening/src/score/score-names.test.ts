import { describe, expect, it } from 'vitest';
import { kindOfSchema } from '../names/kind-of-schema.ts';
import { prepareName } from '../names/prepare-name.ts';
import type { Schema } from '../model/screening-types.ts';
import { scoreNames } from './score-names.ts';

function compare(schema: Schema, query: string, listed: string) {
  const kind = kindOfSchema(schema);
  return scoreNames(prepareName(query, kind), prepareName(listed, kind));
}

const score = (schema: Schema, query: string, listed: string): number =>
  compare(schema, query, listed).nameScore / 100;

describe('the scale', () => {
  it.each([
    ['Person', 'Marekko Dolvan', 'Marekko Dolvan', 100, 100],
    ['Person', 'Marekko Dolvan', 'Dolvan, Marekko', 100, 100],
    ['Person', 'Marekko Dolvan', 'Dolvan Marekko', 99, 99],
    ['Person', 'Marekko Thistlecroft', 'Marekko Thistlecrost', 90, 99],
    ['Person', 'Marekko Dolvan', 'Marekko Strubin', 10, 59.99],
    ['Person', 'Marekko Dolvan', 'Marekko Ilian Dolvan', 85, 99],
    ['Person', 'Marekko Ilian Dolvan', 'Marekko Dolvan', 80, 99],
    ['Person', 'Marekko Dolvan', 'Oskeld Veyra', 0, 0],
  ] as const)('%s: %s against %s is from %d to %d', (...row) => {
    const [schema, query, listed, low, high] = row;
    expect(score(schema, query, listed)).toBeGreaterThanOrEqual(low);
    expect(score(schema, query, listed)).toBeLessThanOrEqual(high);
  });
});

describe('initials', () => {
  it.each([
    ['an initial agrees with its word', 'M. Dolvan', 'Marekko Dolvan', 80, 95],
    ['initials that conflict contradict', 'Marekko B. Dolvan', 'Marekko C. Dolvan', 20, 75],
    ['one initial is nothing', 'M. Dolvan', 'M. Strubin', 0, 0],
    ['two initials and no name are little', 'M. K. Dolvan', 'M. K. Strubin', 0, 50],
  ])('%s: %s, %s', (...row) => {
    const [, query, listed, low, high] = row;
    expect(score('Person', query, listed)).toBeGreaterThanOrEqual(low);
    expect(score('Person', query, listed)).toBeLessThanOrEqual(high);
  });
});

describe('single words', () => {
  it.each([
    ['a common given name never reaches the default threshold', 'Maria', 'Maria Dolvan', 1, 70],
    ['a common family name neither', 'Smith', 'Marekko Smith', 1, 70],
    ['a one-word listed name does not carry a longer subject', 'Emelda Rastinow', 'Emelda', 1, 60],
    ['one word equal to a one-word name', 'Emelda', 'Emelda', 100, 100],
  ])('%s: %s, %s', (...row) => {
    const [, query, listed, low, high] = row;
    expect(score('Person', query, listed)).toBeGreaterThanOrEqual(low);
    expect(score('Person', query, listed)).toBeLessThanOrEqual(high);
  });

  it('ranks single words finely', () => {
    const scores = ['dolvan', 'dolwan', 'dolvann', 'dulvon', 'strubin'].map((word) =>
      score('Person', word, 'dolvan'),
    );
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(new Set(scores).size).toBeGreaterThanOrEqual(3);
  });
});

describe('roles', () => {
  const typed = (first: string, last: string) => prepareName(`${first} ${last}`, 'person', { first, last });
  const name = (first: string, last: string, other: readonly [string, string]) =>
    scoreNames(typed(first, last), typed(...other));

  it('charges two swapped names, yet leaves a score that is reviewed', () => {
    const { nameScore, exact } = name('Dorian', 'Emrys', ['Emrys', 'Dorian']);
    expect(exact).toBe(false);
    expect(nameScore).toBeGreaterThanOrEqual(8_000);
    expect(nameScore).toBeLessThan(9_500);
  });

  it('charges a given name that is another person’s family name like a contradiction', () => {
    const conflict = name('Dorian', 'Emrys', ['Kaelor', 'Dorian']);
    expect(conflict.nameScore).toBeLessThan(name('Dorian', 'Emrys', ['Dorian', 'Kaelor']).nameScore);
    expect(conflict.extraCharges.map(({ what }) => what)).toEqual(['role conflict']);
  });

  it('charges no order where one side is untyped', () => {
    const untyped = prepareName('Emrys Dorian', 'person');
    expect(scoreNames(typed('Dorian', 'Emrys'), untyped).nameScore).toBe(9_900);
  });
});

describe('short names', () => {
  it('get equality and initials, no fuzziness', () => {
    expect(score('Person', 'Ko Vex', 'Ko Vexa')).toBeLessThan(60);
    expect(score('Person', 'Ko Vex', 'Ko Vex')).toBe(100);
  });
});

describe('organisations', () => {
  it.each([
    ['a missing legal form costs one point', 'Velmora', 'Velmora Ltd', 99, 99],
    ['forms of one group are equal', 'OOO Velmora', 'Velmora GmbH', 100, 100],
    ['another group costs four', 'Velmora LLC', 'Velmora PJSC', 96, 96],
    ['numbers are identity', 'Velmora 11 LLC', 'Velmora 12 LLC', 1, 50],
    ['a number on one side distinguishes', 'Velmora 11', 'Velmora', 1, 75],
    ['ordinals are one value', 'Third Lowland Works', 'III Lowland Works', 100, 100],
    ['a form in full', 'Societate cu răspundere limitată Velmora', 'Velmora SRL', 100, 100],
    ['a form in full with a slip', 'Societate cu răspundre limitată Velmora', 'Velmora SRL', 100, 100],
    ['a form glued on', 'JSCVELMORA', 'JSC VELMORA', 95, 100],
    ['a given name in common with a company', 'Emelda Rastinow', 'EMELDA LLC', 1, 60],
    ['an acronym needs support', 'North Velmora Fishing Union', 'NVFU', 60, 79],
    ['organisation words alone are little', 'Velmora Bank', 'Dolvan Bank', 0, 30],
    [
      'a preposition is little',
      'Velmora Society for Relief in Dolvany',
      'Velmora Society of Relief Dolvany',
      95,
      100,
    ],
    ['a word in place of another', 'Velmora Dolvan Optical', 'Velmora Dolvan Strubin', 1, 79.99],
  ])('%s: %s, %s', (...row) => {
    const [, query, listed, low, high] = row;
    expect(score('Company', query, listed)).toBeGreaterThanOrEqual(low);
    expect(score('Company', query, listed)).toBeLessThanOrEqual(high);
  });
});

describe('joined and split words', () => {
  it.each([
    ['Pieterko van der Holt', 'Pieterko Vanderholt'],
    ['Nurulko Haqim Dolvan', 'Nurulkohaqim Dolvan'],
    ['Zevrin-woo Dolvan', 'Zevrinwoo Dolvan'],
  ])('%s is %s, both ways', (split, joined) => {
    for (const [query, listed] of [
      [split, joined],
      [joined, split],
    ] as const) {
      const { nameScore, pairs } = compare('Person', query, listed);
      expect(nameScore).toBeGreaterThanOrEqual(9_500);
      expect(pairs.map(({ relation }) => relation)).toContain('joined');
    }
  });
});

describe('names that state whose child a person is', () => {
  it.each([
    ['son of in two languages', 'Usman bin Dalir', 'Osman ibn Dalir', 95, 100],
    ['the parent behind and before the word', 'Halim Veyra oglu Dolvan', 'Halim Veyra ogly Dolvan', 95, 100],
    ['father and son', 'Halim bin Taruq al-Velmari', 'Taruq bin Halim al-Velmari', 60, 79],
    ['father and son, the father in front', 'Halim Taruq oglu Velmarov', 'Taruq Halim oglu Velmarov', 60, 79],
    ['father and son of short names', 'Usman bin Dalir', 'Dalir bin Usman', 60, 79],
    ['a name like the word for son of', 'Zhang Bin Wu', 'Wu Bin Zhang', 95, 100],
    ['a grandfather left out', 'Halim bin Taruq bin Sarwel', 'Halim bin Taruq', 80, 100],
    ['a father left out', 'Halim bin Taruq bin Sarwel', 'Halim bin Sarwel', 80, 100],
    ['another name in place of abd', 'Nurhaq Abdul Khelmand', 'Nurhaq Sarwel Khelmand', 45, 79],
    ['abd with a letter missing', 'Nurhaq Abul Khelmand', 'Nurhaq Abdul Khelmand', 80, 100],
    ['abd in another spelling', 'Nurhaq Abdel Khelmand Sarwel', 'Nurhaq Abdul Khelmand', 80, 100],
    ['abd left out', 'Nurhaq Abdul Khelmand', 'Nurhaq Khelmand', 95, 100],
  ])('%s: %s, %s', (...row) => {
    const [, query, listed, low, high] = row;
    for (const [one, other] of [
      [query, listed],
      [listed, query],
    ] as const) {
      expect(score('Person', one, other)).toBeGreaterThanOrEqual(low);
      expect(score('Person', one, other)).toBeLessThanOrEqual(high);
    }
  });
});

describe('common names', () => {
  it.each([
    ['two alone, others missing', 'David Gomez', 'Gomez Ortiz, David', 60, 79.99],
    ['two alone, a third of the subject', 'Antonio John Rodriguez', 'Rodriguez, Antonio', 60, 79.99],
    ['two alone, nothing missing', 'David Gomez', 'Gomez, David', 100, 100],
    ['a rare one among them', 'David Velmora', 'Velmora Ortiz, David', 80, 100],
    ['two forms of two common names', 'Tony Fernandez', 'Hernandez, Antonio', 60, 79.99],
    ['one form beside a rare name', 'Tony Velmora', 'Velmora, Antonio', 80, 100],
    ['one in place of another', 'Jose Carlos Velmora Dolvan', 'Jose Antonio Velmora Dolvan', 60, 79.99],
    ['one near in letters', 'Viktar Hryhoryevich Velmora', 'Viktar Grigoryevich Velmora', 80, 100],
  ])('%s: %s, %s', (...row) => {
    const [, query, listed, low, high] = row;
    expect(score('Person', query, listed)).toBeGreaterThanOrEqual(low);
    expect(score('Person', query, listed)).toBeLessThanOrEqual(high);
  });

  it('contradict less the nearer they are in letters', () => {
    const scores = ['Victor', 'Vicente', 'Hugo'].map((name) =>
      score('Person', `Jose ${name} Velmora Dolvan`, 'Jose Victor Velmora Dolvan'),
    );
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(new Set(scores).size).toBe(3);
  });

  it('let abd be short for the name that it begins', () => {
    const short = score('Person', 'Abdul Velmora', 'Abdul Wahed Velmora');
    expect(short).toBeGreaterThanOrEqual(80);
    expect(short).toBeLessThan(score('Person', 'Abdul Wahed Velmora', 'Abdul Wahed Velmora'));
  });
});

describe('blanks and slips', () => {
  it.each([
    ['a capital and a slip inside', 'Person', 'MarekDolvna', 'Marek Dolvan', 90, 100],
    ['a blank one letter late', 'Person', 'Kang Minh O', 'Kang Min Ho', 90, 100],
    ['a blank one letter early', 'Person', 'Mare Kdolvan', 'Marek Dolvan', 90, 100],
    ['a blank six letters early', 'Person', 'M Arekkodolvan', 'Marekko Dolvan', 0, 60],
    ['a letter doubled in a short word', 'Person', 'Pak Jjin-su', 'Pak Jin-su', 90, 100],
    ['letters swapped in a short word', 'Person', 'Kang Mni Ho', 'Kang Min Ho', 90, 100],
    ['abbreviations of companies', 'Company', 'BCA Velmora Trading', 'BAC Velmora Trading', 1, 79],
    ['initials without stops', 'Person', 'JP Dolvan', 'Jean-Pierre Dolvan', 80, 100],
    ['a country abbreviated', 'Organization', 'U.S. Velmora Agency', 'United States Velmora Agency', 99, 100],
  ] as const)('%s: %s, %s, %s', (...row) => {
    const [, schema, query, listed, low, high] = row;
    for (const [one, other] of [
      [query, listed],
      [listed, query],
    ] as const) {
      expect(score(schema, one, other)).toBeGreaterThanOrEqual(low);
      expect(score(schema, one, other)).toBeLessThanOrEqual(high);
    }
  });
});

describe('sound', () => {
  it('ranks single words, yet never lets them reach a useful threshold', () => {
    const { nameScore, pairs } = compare('Person', 'Tarvin', 'Dervin');
    expect(pairs.map(({ relation }) => relation)).toEqual(['sound']);
    expect(nameScore).toBeLessThan(7_500);
  });

  it('has no effect where no other word agrees', () => {
    expect(score('Person', 'Tarvin Quorlan', 'Dervin Strubine')).toBe(0);
  });
});
