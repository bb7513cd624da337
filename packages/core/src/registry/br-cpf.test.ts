import { BrazilResult } from '@countersign/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flaws } from '../../../contract/test/shape.ts';
import { brazilFieldChecks, brInput, brPolicy, brResult } from '../../test/registry-cases-arbitrary.ts';
import { evaluateBr, questionBr } from './br-cpf.ts';
import type { BrAnswer, RegistryResult } from './port.ts';
import type { BrInput, BrPolicy, FieldSetting } from './verdict.ts';

const today = '2026-11-20';
const runs = { numRuns: 3000 };

/** An evaluation that is not a question. */
function settled(input: BrInput, policy: BrPolicy, result: RegistryResult<BrAnswer> | null) {
  const evaluation = evaluateBr(input, policy, result, today);
  if (evaluation === 'call') throw new Error('the registry is asked again');
  return evaluation;
}

const everyAnswer = (property: (...given: [BrInput, BrPolicy, RegistryResult<BrAnswer>]) => void) =>
  fc.assert(fc.property(brInput, brPolicy, brResult, property), runs);

describe('the Brazilian evaluator (spec/cases/br-cpf.json has its rows)', () => {
  it('answers every input, policy and result, in the shape and order of the contract', () => {
    everyAnswer((input, policy, result) => {
      const { object, row } = settled(input, policy, result);
      expect(flaws(BrazilResult, object)).toEqual([]);
      expect(row).toMatch(/^B([1-9]|1[0-2])$/);
    });
  });

  it('settles before a call what it would settle after it, and nothing else', () => {
    everyAnswer((input, policy, result) => {
      const before = evaluateBr(input, policy, null, today);
      const after = settled(input, policy, result);
      if (before !== 'call') expect(after).toEqual(before);
      else expect(['B1', 'B2', 'B3']).not.toContain(after.row);
    });
  });

  it('approves nothing but an object of successes and checks that do not apply', () => {
    everyAnswer((input, policy, result) => {
      const { object, verdict } = settled(input, policy, result);
      expect(verdict.status === 'approved').toBe(object.status === 'success');
      if (object.status !== 'success') return;
      const { person_registered: person, selfie_registry_match: selfie } = object.validations ?? {};
      expect([person?.result, selfie?.result]).toEqual(['success', 'success']);
      const failed = Object.values(object.validations ?? {}).filter((check) => check.result === 'failure');
      expect(failed).toEqual([]);
    });
  });

  it('never reports an outage as a person not found, or the reverse', () => {
    everyAnswer((input, policy, result) => {
      fc.pre(evaluateBr(input, policy, null, today) === 'call');
      const { object, verdict } = settled(input, policy, result);
      const outage = result.kind === 'unavailable' || result.kind === 'technical';
      expect(object.status === 'error').toBe(outage);
      expect(verdict.reasonCode === 901).toBe(outage);
      if (outage) expect(JSON.stringify(object)).not.toContain('person_not_found');
    });
  });

  it('shows no check that is off, and every other one but those of row B12 whose input was not sent', () => {
    everyAnswer((input, policy, result) => {
      const { object, row } = settled(input, policy, result);
      if (!object.validations) return;
      const shown = Object.keys(object.validations).slice(2);
      const on = brazilFieldChecks.filter(
        (check) =>
          policy.fields[check] !== 'off' && (input.licencePresented || !check.startsWith('drivers_license')),
      );
      if (row === 'B12') expect(on).toEqual(expect.arrayContaining(shown));
      else expect(shown).toEqual(on);
    });
  });

  it('gives no reason with a success, and one with everything else', () => {
    everyAnswer((input, policy, result) => {
      const checks = Object.values(settled(input, policy, result).object.validations ?? {});
      for (const check of checks) expect(check.reason === null).toBe(check.result === 'success');
    });
  });

  it('does not approve by a score that is not a number', () => {
    const broken: RegistryResult<BrAnswer> = {
      kind: 'answered',
      at: '2026-11-20T14:05:09.120Z',
      answer: {
        taxpayerStatus: null,
        licenceFound: true,
        face: { onFile: true, similarity: Number.NaN, liveness: null },
        compared: {},
      },
    };
    expect(settled(complete, policyOf({}), broken).row).toBe('B11');
  });
});

const complete: BrInput = {
  cpf: '900.000.001-75',
  selfie: true,
  licencePresented: true,
  claims: {
    name: 'ANA BEATRIZ SOUZA LIMA',
    dateOfBirth: '1990-01-31',
    gender: 'F',
    licenceNumber: '58316794534',
    licenceCategory: 'B, A',
    firstIssue: '2010-03-15',
    validFrom: '2022-05-10',
    validUntil: '2032-05-09',
  },
};
const selfie = { format: 'jpeg' as const, bytes: new Uint8Array([1]) };

function policyOf(fields: Partial<BrPolicy['fields']>, others: FieldSetting = 'off'): BrPolicy {
  return {
    faceThreshold: 80,
    nameThreshold: 90,
    fields: {
      name_match: others,
      date_of_birth_match: others,
      gender_match: others,
      drivers_license_number_match: others,
      drivers_license_category_match: others,
      drivers_license_is_valid: others,
      drivers_license_first_issue_match: others,
      drivers_license_valid_from_match: others,
      drivers_license_valid_until_match: others,
      ...fields,
    },
  };
}

describe('the question to the Brazilian registry', () => {
  it('holds the CPF in digits, and claims of checks that are on only', () => {
    expect(questionBr(complete, policyOf({ gender_match: 'on', name_match: 'required' }), selfie)).toEqual({
      cpf: '90000000175',
      selfie,
      claims: { name: 'ANA BEATRIZ SOUZA LIMA', gender: 'F' },
      compareLicenceStatus: false,
    });
  });

  it('holds every claim when every check is on, the category as the registry writes it', () => {
    expect(questionBr(complete, policyOf({}, 'on'), selfie)).toMatchObject({
      claims: { ...complete.claims, licenceCategory: 'AB' },
      compareLicenceStatus: true,
    });
  });

  it('holds nothing about a licence when another document was presented', () => {
    const question = questionBr({ ...complete, licencePresented: false }, policyOf({}, 'on'), selfie);
    expect(question.claims).toEqual({
      name: 'ANA BEATRIZ SOUZA LIMA',
      dateOfBirth: '1990-01-31',
      gender: 'F',
    });
    expect(question.compareLicenceStatus).toBe(false);
  });

  it('leaves out what was not sent', () => {
    const question = questionBr({ ...complete, claims: { name: ' ' } }, policyOf({}, 'on'), selfie);
    expect(question.claims).toEqual({});
  });

  it('is not made without a CPF', () => {
    const { cpf: _, ...input } = complete;
    expect(() => questionBr(input, policyOf({}), selfie)).toThrow('registry call: must have a CPF');
  });
});
