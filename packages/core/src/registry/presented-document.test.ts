import type { PictureFindings } from '@countersign/findings';
import { describe, expect, it } from 'vitest';
import { face, findings, front, policy, selfie, session, zone } from '../../test/identity-case.ts';
import type { DecisionRegistry } from '../session/decision-body.ts';
import { type DocumentReading, readingOf } from '../session/document/document-reading.ts';
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

/** Codes of objections to the document of LIISA MAASIKAS, born 1991-03-14. */
function objections(
  registry: DecisionRegistry,
  person: SuppliedPerson,
  {
    score = 96,
    weak = false,
    reading = {},
    ...changes
  }: { score?: number; weak?: boolean; reading?: Partial<DocumentReading> } & Partial<PictureFindings> = {},
) {
  const comparison = findings.comparison && { ...findings.comparison, score, weak };
  const presented = {
    session: { ...session, person },
    policy,
    findings: { ...findings, ...changes, comparison },
    reading: { ...readingOf({ ...findings, ...changes }, session), ...reading },
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
    [50, false, ['inconclusive 606']],
    [84.9, false, ['inconclusive 606']],
    [85, false, []],
    [10, true, []],
    [70, true, []],
  ] as const)('with a portrait that scores %s against the selfie, weak: %s', (score, weak, expected) => {
    expect(objections(mexico(), {}, { score, weak })).toEqual(expected);
  });

  const names = { first_name_match: ok, father_last_name_match: ok };
  const colombia = { registry: 'co', object: { documentValid: true } } as unknown as DecisionRegistry;
  const cic = { voterCard: { cic: '999922782' } as DocumentReading['voterCard'] };
  const licence = { country: 'BR', type: 'DRIVERS_LICENSE', idNumber: '90004236866' } as const;

  it.each<[string, DecisionRegistry, Partial<DocumentReading>, string[]]>([
    ['INE was called with the card’s own CIC', mexico(), cic, []],
    ['INE confirmed names and CURP', mexico({ ...names, personal_number_match: ok }), {}, []],
    ['INE confirmed the names alone', mexico(names), {}, ['inconclusive 606']],
    ['INE was called with a number that was sent', mexico(), {}, ['inconclusive 606']],
    ['the licence has the CPF', brazil(), licence, []],
    ['a passport has another number', brazil(), { ...licence, type: 'PASSPORT' }, ['inconclusive 606']],
    ['Brazil confirmed name and date', brazil({ name_match: ok, date_of_birth_match: ok }), {}, []],
    ['Brazil confirmed the name alone', brazil({ name_match: ok }), {}, ['inconclusive 606']],
    ['Colombia compares no face', colombia, { ...licence, country: 'CO' }, ['inconclusive 606']],
  ])('with a doubtful portrait, where %s', (_, registry, changes, expected) => {
    expect(objections(registry, {}, { score: 70, reading: changes })).toEqual(expected);
  });

  it('clearly of another person than one of several in the selfie', () => {
    const faces = [face, face].map((one) => ({ ...one, flags: ['face.several' as const] }));
    const pictures = [{ ...selfie, faces }, front];
    expect(objections(mexico(), {}, { score: 20, pictures })).toEqual(['resubmission 641']);
  });

  it('clearly of another person, whatever the registry confirmed', () => {
    expect(objections(mexico(), {}, { score: 20, reading: cic })).toEqual(['declined 509']);
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
