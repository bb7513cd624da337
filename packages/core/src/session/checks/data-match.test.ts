import { describe, expect, it } from 'vitest';
import { findings, policy, session } from '../../../test/identity-case.ts';
import { noCrosslinks } from '../crosslinks.ts';
import { decideSession } from '../decide.ts';
import { readingOf } from '../document-reading.ts';
import { riskLabels } from '../risk.ts';
import type { SuppliedPerson } from '../session-data.ts';

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

  it('counts for nothing beside a first or last name', () => {
    expect(decided({ lastName: 'Maasikas', fullName: 'Marlon Tavistock' })).toEqual(approved);
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

  it('is a matter of doubt where there are reviewers, however unlike', () => {
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
