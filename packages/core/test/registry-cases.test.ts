import type { BrazilResult, MexicoResult, ValidationResult } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { evaluateBr } from '../src/registry/br-cpf.ts';
import { evaluateMx } from '../src/registry/mx-ine.ts';
import { hasCnhCheckDigits, licenceCategory } from '../src/registry/numbers/cnh.ts';
import { cpfWithCheckDigits, isValidCpf, sandboxCpf } from '../src/registry/numbers/cpf.ts';
import { curpSex, mexicanSex, parseCurp, personGender } from '../src/registry/numbers/curp.ts';
import {
  cicCheckDigit,
  cicOf,
  isEmissionNumber,
  isVoterKey,
  parseOcr,
  voterKeySex,
} from '../src/registry/numbers/ine-card.ts';
import type { BrAnswer, MxAnswer, UsAnswer, UsQuestion } from '../src/registry/port.ts';
import { evaluateUs } from '../src/registry/us-ssn.ts';
import type { BrInput, BrPolicy, MxInput, MxPolicy } from '../src/registry/verdict.ts';
import { goldenCases, numberCases, said } from './registry-cases.ts';

// Also compared as JSON texts: checks are in wire order.

describe('spec/cases/br-cpf.json', () => {
  const cases = goldenCases<BrInput, BrPolicy, BrAnswer, BrazilResult>('br-cpf');
  it.each(cases.map((one) => [one.id, one.title, one] as const))('%s: %s', (_id, _title, one) => {
    const got = said(evaluateBr(one.input, one.policy, one.result, one.today));
    expect(got).toEqual({ row: one.row, expected: one.expected });
    expect(JSON.stringify(got.expected)).toBe(JSON.stringify(one.expected));
  });
});

describe('spec/cases/mx-ine.json', () => {
  const cases = goldenCases<MxInput, MxPolicy, MxAnswer, MexicoResult>('mx-ine');
  it.each(cases.map((one) => [one.id, one.title, one] as const))('%s: %s', (_id, _title, one) => {
    const got = said(evaluateMx(one.input, one.policy, one.result));
    expect(got).toEqual({ row: one.row, expected: one.expected });
    expect(JSON.stringify(got.expected)).toBe(JSON.stringify(one.expected));
  });
});

describe('spec/cases/us-ssn.json', () => {
  const cases = goldenCases<UsQuestion, null, UsAnswer, ValidationResult[]>('us-ssn');
  it.each(cases.map((one) => [one.id, one.title, one] as const))('%s: %s', (_id, _title, one) => {
    const got = said(evaluateUs(one.input, one.result));
    expect(got).toEqual({ row: one.row, expected: one.expected });
    expect(JSON.stringify(got.expected)).toBe(JSON.stringify(one.expected));
  });
});

/** The functions that cases about numbers call. */
const questions: Record<string, (input: string) => unknown> = {
  'is a valid CPF': isValidCpf,
  'CPF of nine digits': cpfWithCheckDigits,
  'is a sandbox CPF': sandboxCpf,
  'has CNH check digits': hasCnhCheckDigits,
  'licence category': licenceCategory,
  CURP: parseCurp,
  'sex of a CURP': curpSex,
  'check digit of a CIC': cicCheckDigit,
  'CIC of what is printed': cicOf,
  OCR: parseOcr,
  'is a voter key': isVoterKey,
  'sex of a voter key': voterKeySex,
  'is an emission number': isEmissionNumber,
  'Mexican sex letter': (letter) => {
    const sex = mexicanSex(letter);
    return sex && { sex, gender: personGender(sex) };
  },
};

describe.each(['numbers-br', 'numbers-mx'])('spec/cases/%s.json', (name) => {
  it.each(numberCases(name).map((one) => [one.id, one.question, one.input, one.expected] as const))(
    '%s: %s %o',
    (_id, question, input, expected) => {
      expect(questions[question]?.(input)).toEqual(expected);
    },
  );
});
