import { ValidationResult } from '@countersign/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flaws } from '../../../contract/test/shape.ts';
import { usQuestion, usResult } from '../../test/registry-cases-arbitrary.ts';
import type { RegistryResult, UsAnswer, UsQuestion } from './port.ts';
import { evaluateUs } from './us-ssn.ts';

/** An evaluation that is not a question. */
function settled(question: UsQuestion, result: RegistryResult<UsAnswer>) {
  const evaluation = evaluateUs(question, result);
  if (evaluation === 'call') throw new Error('the registry is asked again');
  return evaluation;
}

const everyAnswer = (property: (question: UsQuestion, result: RegistryResult<UsAnswer>) => void) =>
  fc.assert(fc.property(usQuestion, usResult, property), { numRuns: 3000 });

describe('the evaluator of the United States (spec/cases/us-ssn.json has its rule)', () => {
  it('answers every question and result with at most one item of the contract', () => {
    everyAnswer((question, result) => {
      const { object } = settled(question, result);
      expect(object.length).toBeLessThanOrEqual(1);
      expect(object.flatMap((item) => flaws(ValidationResult, item))).toEqual([]);
    });
  });

  it('declines with 901 and no item exactly when there is no usable answer', () => {
    everyAnswer((question, result) => {
      const { object, verdict } = settled(question, result);
      expect(verdict.reasonCode === 901).toBe(object.length === 0);
      if (result.kind === 'unavailable' || result.kind === 'technical') expect(object).toEqual([]);
      if (result.kind === 'answered' || result.kind === 'not_found') expect(object).toHaveLength(1);
    });
  });

  it('approves nothing without the number and a second thing in full', () => {
    everyAnswer((question, result) => {
      const { object, verdict } = settled(question, result);
      fc.pre(verdict.status === 'approved');
      expect(object[0]?.idNumber).toBe('full_match');
      expect([object[0]?.dateOfBirth, object[0]?.address]).toContain('full_match');
    });
  });

  it('passes on only what the contract names', () => {
    const answer = {
      compared: { idNumber: 'full_match', dateOfBirth: 'full_match', ssnOwner: 'full_match' },
    } as unknown as UsAnswer;
    const { object, verdict } = settled(
      { ssn: '987654329', firstName: 'Marlon' },
      { kind: 'answered', at: '2026-11-20T14:05:09.120Z', answer },
    );
    expect(verdict.status).toBe('approved');
    expect(object).toEqual([
      {
        registryName: 'ssn',
        firstName: null,
        lastName: null,
        dateOfBirth: 'full_match',
        address: null,
        city: null,
        state: null,
        zip: null,
        idNumber: 'full_match',
      },
    ]);
  });
});
