import type { ColombiaResult } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { evaluateCo, questionCo } from '../src/registry/co-civil.ts';
import { colombiaAdvice } from '../src/registry/colombian-advice.ts';
import { nitCheckDigit } from '../src/registry/numbers/nit.ts';
import type { CoInput, RegistryVerdict } from '../src/registry/verdict.ts';
import { documents, evaluatorCases, type EvaluatorCase, named, numberCases } from './colombia-documents.ts';
import { registriesSpec } from './registry-documents.ts';

const { inputs, policies, cases } = evaluatorCases;

function evaluated({ input, policy, result }: EvaluatorCase) {
  const said = evaluateCo(named(inputs, input), named(policies, policy), result);
  return said === 'call'
    ? { row: 'call', said }
    : { row: said.row, said: { object: said.object, verdict: said.verdict } };
}

describe('the Colombian check, case by case', () => {
  it.each(cases)('$id: $title', (one) => {
    const got = evaluated(one);
    expect(got).toEqual({ row: one.row, said: one.expected });
    // Members are in wire order.
    expect(JSON.stringify(got.said)).toBe(JSON.stringify(one.expected));
  });
});

const covering = (row: string): EvaluatorCase[] => cases.filter(({ covers }) => covers?.includes(row));

/** The codes of a cell: `22, 52`, `24, 54`. */
const codesIn = (cell: string): string[] => cell.match(/\d+/g) ?? [];

/** A table's cell as values of the object; `score` where the case decides. */
const allowed: Readonly<Record<string, readonly (boolean | null | 'score')[]>> = {
  null: [null],
  true: [true],
  false: [false],
  score: ['score', null],
  number: ['score'],
  'number or null': ['score', null],
  'by state': [true, false],
  'true, or false while pending': [true, false],
};

function expectCell(cell: string, value: number | boolean | null): void {
  const values = allowed[cell];
  if (!values) throw new Error(`unknown cell ${cell}`);
  expect(values).toContain(typeof value === 'number' ? 'score' : value);
}

const decisionOf = ({ status, reasonCode }: RegistryVerdict): string =>
  reasonCode === null ? status : `${status} ${reasonCode}`;

/** Compares one row of the tables with a case that claims to show it. */
function expectRow(
  one: EvaluatorCase,
  [similarity = '', valid = '', alive = '', error = '', decision = '']: readonly string[],
): void {
  if (one.expected === 'call') throw new Error(`${one.id} shows no row`);
  const object: ColombiaResult = one.expected.object;
  expectCell(similarity, object.fullNameSimilarity);
  expectCell(valid, object.documentValid);
  expectCell(alive, object.personIsAlive);
  expect('error' in object).toBe(error !== 'absent');
  expect(decisionOf(one.expected.verdict)).toBe(decision);
}

describe('the rows of the documents about Colombia', () => {
  it.each(documents.rows)('row %s of 6.3 has cases, and they agree with it', (row, _condition, ...cells) => {
    const found = covering(`6.3 ${row}`);
    expect(found).not.toEqual([]);
    for (const one of found) {
      expect(one.row).toBe(row);
      expectRow(one, cells);
    }
  });

  it('have a case in every row of A-62, and the cases agree with the rows', () => {
    expect(documents.cascade).toHaveLength(10);
    for (const [index, [, ...cells]] of documents.cascade.entries()) {
      const found = covering(`A-62 ${index + 1}`);
      expect(found, `row ${index + 1} of A-62`).not.toEqual([]);
      for (const one of found) expectRow(one, cells);
    }
  });

  const states = documents.states.flatMap(([codes = '', , valid = '', alive = '']) =>
    codes === 'any other' ? [] : codesIn(codes).map((code) => [code, valid, alive] as const),
  );

  it.each(states)('state %s of 6.2 has a case: documentValid %s, personIsAlive %s', (code, valid, alive) => {
    const found = covering(`6.2 ${code}`);
    expect(found).not.toEqual([]);
    for (const one of found)
      expect(one.expected).toMatchObject({
        object: { documentValid: valid === 'true', personIsAlive: alive === 'true' },
      });
  });

  it('name 20 states, and leave every other code to the rows without an answer', () => {
    expect(states).toHaveLength(20);
    expect(covering('6.2 any other').map(({ row }) => row)).toEqual(Array<string>(8).fill('C1'));
  });

  it.each(documents.boundaries)('S %s has a case, in row %s', (score, row) => {
    const [one] = covering(`6.3 ${score}`);
    expect(one?.row).toBe(row);
    expect(one?.expected).toMatchObject({ object: { fullNameSimilarity: Number(score) } });
  });

  it('name four boundaries', () => {
    expect(documents.boundaries).toHaveLength(4);
  });

  const digits = documents.sandbox.flatMap(([ends = '', , score = '', verdict = '']) =>
    codesIn(ends).map((digit) => [digit, score, verdict] as const),
  );

  it.each(digits)('a sandbox number that ends in %s has a case: S %s, %s', (digit, score, verdict) => {
    const found = covering(`16.3 ${digit}`);
    expect(found).not.toEqual([]);
    for (const { expected } of found) {
      if (expected === 'call') throw new Error('a sandbox number shows no outcome');
      expect(String(expected.object.fullNameSimilarity)).toBe(score);
      expect(decisionOf(expected.verdict)).toBe(verdict.replace('resubmission', 'resubmission_requested'));
    }
  });

  it('give every last digit a meaning', () => {
    expect(digits.map(([digit]) => digit)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
  });
});

describe('the cases about Colombia', () => {
  it('have unique ids', () => {
    const ids = [...cases, ...numberCases].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('use every input and every policy', () => {
    expect(new Set(cases.map(({ input }) => input))).toEqual(new Set(Object.keys(inputs)));
    expect(new Set(cases.map(({ policy }) => policy))).toEqual(new Set(Object.keys(policies)));
  });
});

describe('a Colombian number', () => {
  const asked: Readonly<Record<string, (input: never) => unknown>> = {
    question: (input: CoInput) => questionCo(input),
    advice: (input: CoInput) => colombiaAdvice(input),
    'check digit of a NIT': (digits: string) => nitCheckDigit(digits),
  };

  it.each(numberCases)('$id: $question of $input is $expected', ({ question, input, expected }) => {
    expect(asked[question]?.(input as never)).toEqual(expected);
  });

  it('has a case for every NIT of 12.6', () => {
    const [, text = ''] = /\*\*12\.6 (.*)/.exec(registriesSpec) ?? [];
    const nits = [...text.matchAll(/`(\d+-\d)`/g)].map(([, nit]) => nit);
    expect(nits).toHaveLength(4);
    const given = numberCases
      .map(({ input }) => input as Partial<CoInput> | string)
      .map((input) => (typeof input === 'string' ? input : input.number));
    expect(given).toEqual(expect.arrayContaining(nits));
  });

  it.each(['', '12A', '1234567890123456'])('refuses to reckon a check digit for %j', (digits) => {
    expect(() => nitCheckDigit(digits)).toThrow(RangeError);
  });
});
