import type { PictureFindings } from '@countersign/findings';
import { describe, expect, it } from 'vitest';
import { findings, policy, session, zone } from '../../test/identity-case.ts';
import type { DecisionRegistry } from '../session/decision-body.ts';
import { readingOf } from '../session/document-reading.ts';
import type { SuppliedPerson } from '../session/session-data.ts';
import { checkPresentedDocument } from './presented-document.ts';

const ok = { result: 'success', reason: null } as const;
const different = { result: 'failure', reason: 'VALUE_MISMATCH' } as const;
const core = {
  consent_obtained: ok,
  person_registered: ok,
  selfie_registry_match: ok,
  not_reported_lost_or_stolen: ok,
};
const rest = { status: 'success', data: null, error: null, timestamp: null } as const;

const mexico = (checks: object = {}): DecisionRegistry => ({
  registry: 'mx',
  object: { ...rest, validations: { ...core, ...checks } },
});
const brazil = (checks: object = {}): DecisionRegistry => ({
  registry: 'br',
  object: { ...rest, validations: { person_registered: ok, selfie_registry_match: ok, ...checks } },
});

/** Codes of what objects to the document of LIISA MAASIKAS, born 1991-03-14. */
function objections(
  registry: DecisionRegistry,
  person: SuppliedPerson,
  {
    score = 96,
    weak = false,
    ...changes
  }: { score?: number; weak?: boolean } & Partial<PictureFindings> = {},
) {
  const comparison = findings.comparison && { ...findings.comparison, score, weak };
  const presented = {
    session: { ...session, person },
    policy,
    findings: { ...findings, ...changes, comparison },
    reading: readingOf({ ...findings, ...changes }, session),
    today: '2026-11-28',
  };
  return checkPresentedDocument(presented, registry).map(({ outcome, code }) => `${outcome} ${code}`);
}

const other = { firstName: 'Marlon', lastName: 'Tavistock' };

describe('a document presented where the registry alone decides (A-360)', () => {
  it.each([
    ['the name supplied', mexico(), { firstName: 'Liisa', lastName: 'Maasikas' }, []],
    ['no name supplied', mexico(), {}, []],
    ['another name', mexico(), other, ['declined 104']],
    ['another name, Brazil', brazil(), other, ['declined 104']],
    ['another surname', mexico({ first_name_match: ok }), { ...other, firstName: 'Liisa' }, ['declined 104']],
    ['an unlike name', brazil(), { firstName: 'Lisbeth', lastName: 'Maasikas' }, ['inconclusive 104']],
    ['another date of birth', brazil(), { dateOfBirth: '1991-03-15' }, ['inconclusive 104']],
    ['another date of birth, Mexico', mexico(), { dateOfBirth: '1991-03-15' }, ['inconclusive 104']],
    ['a name confirmed', brazil({ name_match: ok }), other, []],
    ['a name confirmed, Mexico', mexico({ first_name_match: ok, father_last_name_match: ok }), other, []],
    [
      'a name that was not compared',
      brazil({ name_match: { result: 'not_applicable', reason: 'output_not_received' } }),
      other,
      ['declined 104'],
    ],
    ['a date confirmed', brazil({ date_of_birth_match: ok }), { dateOfBirth: '1991-03-15' }, []],
    [
      'a date confirmed by the CURP',
      mexico({ personal_number_match: ok }),
      { dateOfBirth: '1991-03-15' },
      [],
    ],
    [
      'a code that differs',
      mexico({ personal_number_match: different }),
      { dateOfBirth: '1991-03-15' },
      ['inconclusive 104'],
    ],
  ])('%s', (_, registry, person, expected) => {
    expect(objections(registry, person)).toEqual(expected);
  });

  it.each([
    [49.9, false, ['declined 509']],
    [50, false, []],
    [10, true, []],
  ] as const)('with a portrait that scores %s against the selfie, weak: %s', (score, weak, expected) => {
    expect(objections(mexico(), {}, { score, weak })).toEqual(expected);
  });

  it('of which Colombia’s registry has always compared the name, and never the date of birth', () => {
    const object = { documentValid: true, personIsAlive: true, fullNameSimilarity: 100 };
    const registry = { registry: 'co', object } as unknown as DecisionRegistry;
    expect(objections(registry, other)).toEqual([]);
    expect(objections(registry, { dateOfBirth: '1991-03-15' })).toEqual(['inconclusive 104']);
  });

  it('that contradicts itself', () => {
    const mrz = { ...zone, status: 'inconsistent' as const };
    expect(objections(mexico(), {}, { mrz })).toEqual(['inconclusive 507']);
    const found = { state: 'contradicts' as const, confidence: 0.95 };
    const agreement = { number: { ...found, value: 'AB1234567' } };
    expect(objections(brazil(), {}, { agreement, legibility: 0.9 })).toEqual(['inconclusive 507']);
  });

  it('whose print is only doubtful', () => {
    const agreement = { expiryDate: { state: 'contradicts' as const, confidence: 0.5, value: '2032-05-29' } };
    expect(objections(brazil(), {}, { agreement, legibility: 0.9 })).toEqual([]);
  });
});
