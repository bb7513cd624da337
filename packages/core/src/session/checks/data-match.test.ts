import { describe, expect, it } from 'vitest';
import { findings, policy, session } from '../../../test/identity-case.ts';
import { noCrosslinks } from '../crosslinks.ts';
import { decideSession } from '../decide.ts';
import { readingOf } from '../document/document-reading.ts';
import type { PersonName } from '../names/names.ts';
import { riskLabels } from '../risk.ts';
import type { SuppliedPerson } from '../session-data.ts';
import { judgeName } from './data-match.ts';

const complete = { session, policy, findings, links: noCrosslinks, today: '2026-11-28', attempt: 1 };

/** Decision and labels of a client that sent these data; the document is of LIISA MAASIKAS. */
function decided(person: SuppliedPerson, changes: Partial<Parameters<typeof decideSession>[0]> = {}) {
  const input = { ...complete, session: { ...session, person }, ...changes };
  const verdict = decideSession(input);
  if (verdict.kind !== 'decided') throw new Error('undecided');
  const labels = riskLabels({ ...input, reading: readingOf(findings, input.session) });
  return [verdict.outcome, verdict.code, labels.map(({ label }) => label)];
}

const approved = ['pass_checks', null, []];
const differs = ['fail_check', 104, ['name_differences_detected']];

describe('a name that was sent as one', () => {
  it.each([
    ['Liisa Maasikas', approved],
    ['MAASIKAS, Liisa', approved],
    ['Marlon Tavistock', differs],
  ])('%s', (fullName, expected) => {
    expect(decided({ fullName })).toEqual(expected);
  });

  it('has no effect beside a first or last name', () => {
    expect(decided({ lastName: 'Maasikas', fullName: 'Marlon Tavistock' })).toEqual(approved);
  });
});

describe('a name that is similar as a whole, with a dissimilar word (A-342)', () => {
  const read = { firstName: 'MAX', lastName: 'KONSTANTINOPOULOS', wholeName: null };
  const judge = (person: SuppliedPerson, score: number | null, reading: PersonName = read) =>
    judgeName({ session: { person }, reading, compareScripts: () => score });

  it.each([
    [{ firstName: 'Eva', lastName: 'Konstantinopoulos' }, 74.99, 'unlike'],
    [{ firstName: 'Eva', lastName: 'Konstantinopoulos' }, 75, 'agrees'],
    [{ firstName: 'Eva', lastName: 'Konstantinopoulos' }, null, 'agrees'],
    [{ fullName: 'Eva Konstantinopoulos' }, 0, 'unlike'],
    [{ fullName: 'Konstantinopoulos Max' }, 0, 'agrees'],
    [{ firstName: 'M.', lastName: 'Konstantinopoulos' }, 0, 'agrees'],
    [{ firstName: 'Mex', lastName: 'Konstantinopoulos' }, 0, 'agrees'],
    [{ firstName: 'Eva Max', lastName: 'Konstantinopoulos' }, 0, 'agrees'],
    [{ firstName: 'Konstantinopoulos', lastName: 'Max' }, 0, 'agrees'],
  ] as const)('%j by a score of %s', (person, score, expected) => {
    expect(judge(person, score)).toBe(expected);
  });

  it('may be one of two surnames', () => {
    const reading = { firstName: 'ANA', lastName: 'RODRIGUEZ GIL', wholeName: null };
    expect(judge({ firstName: 'Ana', lastName: 'Rodríguez Paz' }, 30, reading)).toBe('unlike');
    expect(judge({ firstName: 'Ana', lastName: 'Rodríguez' }, 30, reading)).toBe('agrees');
  });

  it.each([
    ['Fco. Javier', 'FRANCISCO JAVIER'],
    ['Ma. Guadalupe', 'MARIA GUADALUPE'],
    ['M. Gpe.', 'MARIA GUADALUPE'],
  ])('may be an abbreviation: %s', (firstName, printed) => {
    const reading = { firstName: printed, lastName: 'HERNANDEZ LOPEZ', wholeName: null };
    expect(judge({ firstName, lastName: 'Hernández López' }, 0, reading)).toBe('agrees');
  });
});

describe('the one name of a document without given names (A-425)', () => {
  const judge = (person: SuppliedPerson, lastName: string, score = 100) =>
    judgeName({
      session: { person },
      reading: { firstName: null, lastName, wholeName: null, isOneName: true },
      compareScripts: () => score,
    });

  it.each<[SuppliedPerson, string, string]>([
    [{ firstName: 'Maasikas' }, 'MAASIKAS', 'unknown'],
    [{ firstName: 'Maasikas', lastName: 'Maasikas' }, 'MAASIKAS', 'agrees'],
    [{ firstName: 'FNU', lastName: 'Maasikas' }, 'MAASIKAS', 'agrees'],
    [{ firstName: '-', lastName: 'Maasikas' }, 'MAASIKAS', 'agrees'],
    [{ firstName: 'Liisa Anna', lastName: 'Maasikas' }, 'LIISA MAASIKAS', 'agrees'],
    [{ firstName: 'Otto' }, 'MAASIKAS', 'unlike'],
    [{ firstName: 'Marlon', lastName: 'Tavistock' }, 'MAASIKAS', 'contradicts'],
    [{ firstName: 'Otto', lastName: 'Maasikas' }, 'MAASIKAS', 'unlike'],
    [{ firstName: 'Otto', lastName: 'Maasikas' }, 'LIISA MAASIKAS', 'unlike'],
  ])('%j against %s', (person, lastName, expected) => {
    expect(judge(person, lastName)).toBe(expected);
  });

  it.each([
    [60, 'agrees'],
    [59.99, 'unlike'],
  ])('is compared with a given name of another script, word by word: %s', (score, expected) => {
    expect(judge({ firstName: 'Елена', lastName: 'Иванова' }, 'IVANOVA', score)).toBe(expected);
  });
});

describe('a name that a document cut off (A-425)', () => {
  const judge = (person: SuppliedPerson, firstName: string, isNameCut: boolean) =>
    judgeName({
      session: { person },
      reading: { firstName, lastName: 'MAASIKAS', wholeName: null, isNameCut },
      compareScripts: () => 100,
    });

  it.each([
    ['Margarete Alexandra', 'MARGARETE ALE', true, 'agrees'],
    ['Margarete Alexandra', 'MARGARETE ALE', false, 'unlike'],
    ['Jürgen Alexandra', 'JUERGEN A', true, 'agrees'],
    ['Alexandra', 'A', true, 'agrees'],
    ['Mercedes', 'A', true, 'contradicts'],
  ])('%s against %s, cut off %s', (firstName, read, isNameCut, expected) => {
    expect(judge({ firstName, lastName: 'Maasikas' }, read, isNameCut)).toBe(expected);
  });

  it('differs where the words that are left begin otherwise, however similar the rest', () => {
    const reading = { firstName: 'AL', lastName: 'KONSTANTINOPOULOU PAPADIMITRIOU', wholeName: null };
    const person = { firstName: 'Mercedes', lastName: 'Konstantinopoulou-Papadimitriou' };
    const tools = { session: { person }, compareScripts: () => 100 };
    expect(judgeName({ ...tools, reading: { ...reading, isNameCut: true } })).toBe('unlike');
  });
});

describe('a name in another script (A-316)', () => {
  const person = { firstName: 'Лииса', lastName: 'Маасикас' };

  it.each([
    [100, approved],
    [60, approved],
    [59.99, differs],
    [0, differs],
    // Nothing can be compared.
    [null, approved],
  ])('that is the name read by %s', (score, expected) => {
    expect(decided(person, { compareScripts: () => score })).toEqual(expected);
  });

  it('is inconclusive where there are reviewers, however unlike', () => {
    const reviewed = { policy: { ...policy, manualReview: true }, compareScripts: () => 0 };
    expect(decided(person, reviewed)).toEqual(['find_inconclusive', null, ['name_differences_detected']]);
  });

  it.each([
    [person, { first: 'Лииса', last: 'Маасикас' }, { first: 'LIISA', last: 'MAASIKAS' }],
    [{ lastName: 'Маасикас' }, { last: 'Маасикас' }, { last: 'MAASIKAS' }],
    [{ fullName: 'Лииса Маасикас' }, { whole: 'Лииса Маасикас' }, { whole: 'LIISA MAASIKAS' }],
    [
      { ...person, secondLastName: 'Коваленко' },
      { first: 'Лииса', last: 'Маасикас Коваленко' },
      { first: 'LIISA', last: 'MAASIKAS' },
    ],
  ])('%j is compared by the parts that both have', (supplied, one, other) => {
    const asked: unknown[] = [];
    decided(supplied, { compareScripts: (...names) => (asked.push(names), 100) });
    expect(asked).toContainEqual([one, other]);
  });

  it('that is Latin with marks is compared as before', () => {
    const compareScripts = () => {
      throw new Error('not called');
    };
    expect(decided({ firstName: 'Líïsa', lastName: 'Mäasikas' }, { compareScripts })).toEqual(approved);
  });
});
