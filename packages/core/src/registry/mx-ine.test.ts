import { MexicoResult } from '@countersign/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flaws } from '../../../contract/test/shape.ts';
import { mexicoOptionalChecks, mxInput, mxPolicy, mxResult } from '../../test/registry-cases-arbitrary.ts';
import { evaluateMx, questionMx } from './mx-ine.ts';
import type { MxAnswer, RegistryResult } from './port.ts';
import type { MxInput, MxPolicy } from './verdict.ts';

const runs = { numRuns: 3000 };

/** An evaluation that is not a question. */
function settled(input: MxInput, policy: MxPolicy, result: RegistryResult<MxAnswer> | null) {
  const evaluation = evaluateMx(input, policy, result);
  if (evaluation === 'call') throw new Error('the registry is asked again');
  return evaluation;
}

const everyAnswer = (property: (...given: [MxInput, MxPolicy, RegistryResult<MxAnswer>]) => void) =>
  fc.assert(fc.property(mxInput, mxPolicy, mxResult, property), runs);

describe('the Mexican evaluator (spec/cases/mx-ine.json has its rows)', () => {
  it('answers every input, policy and result, in the shape and order of the contract', () => {
    everyAnswer((input, policy, result) => {
      const { object, row } = settled(input, policy, result);
      expect(flaws(MexicoResult, object)).toEqual([]);
      expect(row).toMatch(/^M([1-9]|1[0-2])$/);
    });
  });

  it('settles before a call what it would settle after it, and nothing else', () => {
    everyAnswer((input, policy, result) => {
      const before = evaluateMx(input, policy, null);
      const after = settled(input, policy, result);
      if (before !== 'call') expect(after).toEqual(before);
      else expect(['M1', 'M2', 'M3']).not.toContain(after.row);
    });
  });

  it('approves when the four core checks pass and no optional check fails, and never otherwise', () => {
    everyAnswer((input, policy, result) => {
      const { object, verdict } = settled(input, policy, result);
      const checks = Object.values(object.validations ?? {}).map((check) => check.result);
      const good =
        checks.length > 0 &&
        checks.slice(0, 4).every((one) => one === 'success') &&
        !checks.includes('failure');
      expect(verdict.status === 'approved').toBe(good);
      expect(object.status === 'success').toBe(good);
    });
  });

  it('never reports an outage as a person not found, or the reverse', () => {
    everyAnswer((input, policy, result) => {
      fc.pre(evaluateMx(input, policy, null) === 'call');
      const { object, verdict } = settled(input, policy, result);
      const outage = result.kind === 'unavailable' || result.kind === 'technical';
      expect(object.status === 'error').toBe(outage);
      expect(verdict.reasonCode === 901).toBe(outage);
      if (outage) expect(JSON.stringify(object)).not.toContain('PERSON_NOT_FOUND');
    });
  });

  it('shows the core checks, every optional check that is on, and none that is off', () => {
    everyAnswer((input, policy, result) => {
      const { object } = settled(input, policy, result);
      if (!object.validations) return;
      expect(Object.keys(object.validations)).toEqual([
        'consent_obtained',
        'person_registered',
        'selfie_registry_match',
        'not_reported_lost_or_stolen',
        ...mexicoOptionalChecks.filter((check) => policy.optional[check]),
      ]);
    });
  });

  it('gives no reason with a success, and one with everything else', () => {
    everyAnswer((input, policy, result) => {
      const checks = Object.values(settled(input, policy, result).object.validations ?? {});
      for (const check of checks) expect(check.reason === null).toBe(check.result === 'success');
    });
  });

  it('rejects a result outside the domain, and does not call again', () => {
    const strange = {
      kind: 'answered',
      at: '2026-11-20T14:05:09.120Z',
      answer: { standing: 'current', theftReport: 'unheard of', face: { similarity: 100 }, compared: {} },
    } as unknown as RegistryResult<MxAnswer>;
    expect(() => evaluateMx(complete, policyOf([]), strange)).toThrow('no row');
  });
});

const complete: MxInput = {
  consents: [{ type: 'ine', approved: true }],
  cic: '999900001',
  selfie: true,
  claims: {
    firstName: 'JUAN CARLOS',
    fatherLastName: 'PEREZ',
    motherLastName: 'LOPEZ',
    curp: 'PELJ850101HDFRPN07',
    registrationYear: '2003',
    issueYear: '2023',
  },
};
const selfie = { format: 'jpeg' as const, bytes: new Uint8Array([1]) };
const policyOf = (on: readonly string[]): MxPolicy => ({
  faceThreshold: 80,
  optional: {
    first_name_match: on.includes('first_name_match'),
    father_last_name_match: on.includes('father_last_name_match'),
    mother_last_name_match: on.includes('mother_last_name_match'),
    personal_number_match: on.includes('personal_number_match'),
    registration_year_match: on.includes('registration_year_match'),
    issue_year_match: on.includes('issue_year_match'),
  },
});

describe('the question to the Mexican registry', () => {
  it('holds every claim when every check is on, the CURP as given though its check digit is wrong', () => {
    expect(questionMx(complete, policyOf(mexicoOptionalChecks), selfie)).toEqual({
      cic: '999900001',
      selfie,
      consent: true,
      claims: complete.claims,
    });
  });

  it('holds no claim whose check is off', () => {
    expect(questionMx(complete, policyOf(['issue_year_match']), selfie).claims).toEqual({
      issueYear: '2023',
    });
  });

  it('holds the further numbers that were read from the card, whatever is switched on', () => {
    const cardNumbers = { ocr: '0123098765432', voterKey: 'PRLPJN85010109H400', emissionNumber: '02' };
    expect(questionMx({ ...complete, cardNumbers }, policyOf([]), selfie)).toEqual({
      cic: '999900001',
      selfie,
      consent: true,
      claims: {},
      ocr: '0123098765432',
      voterKey: 'PRLPJN85010109H400',
      emissionNumber: '02',
    });
  });

  it('changes nothing of the verdict by further numbers of the card', () => {
    const policy = policyOf(mexicoOptionalChecks);
    const cardNumbers = { ocr: '0123098765432' };
    const found = {
      standing: 'current',
      theftReport: 'none',
      face: { similarity: 97.3 },
      compared: {},
    } as const;
    const answered = { kind: 'answered', at: '2026-11-20T14:05:09.120Z', answer: found } as const;
    for (const result of [null, answered])
      expect(evaluateMx({ ...complete, cardNumbers }, policy, result)).toEqual(
        evaluateMx(complete, policy, result),
      );
  });

  it.each(['', ' ', 'X'])('sends no second surname for %o', (motherLastName) => {
    const input = { ...complete, claims: { ...complete.claims, motherLastName } };
    expect(questionMx(input, policyOf(mexicoOptionalChecks), selfie).claims).not.toHaveProperty(
      'motherLastName',
    );
  });

  it('sends a first surname that is X', () => {
    const input = { ...complete, claims: { fatherLastName: 'X' } };
    expect(questionMx(input, policyOf(mexicoOptionalChecks), selfie).claims).toEqual({ fatherLastName: 'X' });
  });

  it('is not made without consent, nor without a CIC', () => {
    const refused = { ...complete, consents: [{ type: 'ine', approved: false }] };
    expect(() => questionMx(refused, policyOf([]), selfie)).toThrow('registry call: must have consent');
    expect(() => questionMx({ ...complete, cic: ' ' }, policyOf([]), selfie)).toThrow(
      'registry call: must have a CIC',
    );
  });
});
