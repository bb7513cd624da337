import { colombiaNoAnswer, ColombiaResult } from '@countersign/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flaws } from '../../../contract/test/shape.ts';
import { evaluateCo, questionCo } from './co-civil.ts';
import {
  rejectedInputs,
  technicalCauses,
  unavailableCauses,
  type CoAnswer,
  type RegistryResult,
} from './port.ts';
import type { CoInput, CoPolicy } from './verdict.ts';

const at = '2026-11-20T14:05:09.120Z';
const policy: CoPolicy = { passAbove: 85, resubmitFrom: 70, registryName: 'Registro Civil de Ejemplo' };

const text = fc.constantFrom('MARIA', 'GABRIELA', 'NUÑEZ GARCIA', 'LUZ', 'ROJAS', '', ' ', '?', 'DE LA');
const date = fc.constantFrom('2015-06-20', '2014-06-20', '');
const input: fc.Arbitrary<CoInput> = fc.record(
  {
    idType: fc.constantFrom('CC', 'TI', 'CE', 'NIT', 'PA', ''),
    number: fc.constantFrom('9000000001', '9.000.000.001', '123456', '900123456-8', '12', 'A', ''),
    givenNames: text,
    surnames: text,
    truncated: fc.boolean(),
    firstIssue: date,
  },
  { requiredKeys: [] },
);
const part = fc.option(text);
const answer: fc.Arbitrary<CoAnswer> = fc.record(
  {
    stateCode: fc.oneof(fc.integer({ min: 0, max: 100 }), fc.constantFrom(0, 1, 12, 14, 88, 99)),
    issuedOn: date,
    deathDate: fc.constantFrom('2021-03-04', ''),
    name: fc.record({
      firstGiven: part,
      secondGiven: part,
      firstSurname: part,
      particle: part,
      secondSurname: part,
    }),
  },
  { requiredKeys: ['stateCode', 'name'] },
);
const unanswered: fc.Arbitrary<RegistryResult<CoAnswer>> = fc.oneof(
  fc.record({
    kind: fc.constant('unavailable' as const),
    cause: fc.constantFrom(...unavailableCauses),
    attempts: fc.nat({ max: 3 }),
    delivered: fc.constantFrom('no' as const, 'maybe' as const),
  }),
  fc.record({
    kind: fc.constant('technical' as const),
    cause: fc.constantFrom(...technicalCauses),
    attempts: fc.nat({ max: 3 }),
    at: fc.constantFrom(at, null),
  }),
);
const result: fc.Arbitrary<RegistryResult<CoAnswer>> = fc.oneof(
  answer.map((said) => ({ kind: 'answered' as const, at, answer: said })),
  fc.constant({ kind: 'not_found' as const, at }),
  fc.record({
    kind: fc.constant('rejected' as const),
    at: fc.constantFrom(at, null),
    input: fc.constantFrom(...rejectedInputs),
    code: fc.constant('x'),
  }),
  unanswered,
);

/** The evaluation of a result. */
function settled(given: CoInput, said: RegistryResult<CoAnswer>) {
  const evaluated = evaluateCo(given, policy, said);
  if (evaluated === 'call') throw new Error('asks again for what is answered');
  return evaluated;
}

describe('the Colombian check', () => {
  it('gives every input and every result exactly one answer, of the contract’s form', () => {
    fc.assert(
      fc.property(input, result, (given, said) => {
        const { object, row, verdict } = settled(given, said);
        expect(flaws(ColombiaResult, object)).toEqual([]);
        expect(row).toMatch(/^C([1-9]|10)$/);
        expect([9001, 9102, 9103]).toContain(verdict.code);
      }),
      { numRuns: 2000 },
    );
  });

  it('calls the registry exactly when kind and number of a card are possible, and otherwise returns 529 without a call', () => {
    fc.assert(
      fc.property(input, (given) => {
        const evaluated = evaluateCo(given, policy, null);
        if (questionCo(given)) expect(evaluated).toBe('call');
        else expect(evaluated).toMatchObject({ row: 'C2', verdict: { status: 'declined', reasonCode: 529 } });
      }),
    );
  });

  it('never reports an outage as a person not found', () => {
    fc.assert(
      fc.property(input, unanswered, (given, said) => {
        const { object, verdict } = settled(given, said);
        expect(verdict).toMatchObject({ status: 'declined', reasonCode: 544 });
        expect(object).toEqual({
          countryRegistry: null,
          registryName: null,
          fullNameSimilarity: null,
          documentValid: null,
          personIsAlive: null,
          error: [colombiaNoAnswer],
        });
      }),
    );
  });

  it('approves only a living person with a valid card and a name above the bound', () => {
    fc.assert(
      fc.property(input, result, (given, said) => {
        const { object, verdict } = settled(given, said);
        const passed =
          object.documentValid === true &&
          object.personIsAlive === true &&
          object.fullNameSimilarity !== null &&
          object.fullNameSimilarity > 85;
        expect(verdict.status === 'approved').toBe(passed);
        if (object.documentValid === false) expect(verdict.status).not.toBe('approved');
        if (object.error) expect(verdict.status).not.toBe('approved');
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps neither name nor number nor date of an answer', () => {
    const said: CoAnswer = {
      stateCode: 14,
      issuedOn: '2015-06-20',
      deathDate: '2021-03-04',
      name: {
        firstGiven: 'MARIA',
        secondGiven: 'GABRIELA',
        firstSurname: 'NUÑEZ',
        particle: ' ',
        secondSurname: 'GARCIA',
      },
    };
    const given = {
      idType: 'CC',
      number: '9000000001',
      givenNames: 'LUZ',
      surnames: 'ROJAS',
      firstIssue: '2014-06-20',
    };
    const kept = JSON.stringify(settled(given, { kind: 'answered', at, answer: said }));
    for (const word of [
      'MARIA',
      'GABRIELA',
      'NUÑEZ',
      'NUNEZ',
      'GARCIA',
      'LUZ',
      'ROJAS',
      '9000000001',
      '2015',
      '2021',
      '2014',
    ])
      expect(kept).not.toContain(word);
  });

  it('reports the card’s state, the dates and the name to the operator', () => {
    const said: CoAnswer = {
      stateCode: 14,
      issuedOn: '2015-06-20',
      name: {
        firstGiven: 'LUIS',
        secondGiven: null,
        firstSurname: 'ROMERO',
        particle: null,
        secondSurname: null,
      },
    };
    const given = { idType: 'CC', number: '9000000001', givenNames: 'LUIS', surnames: 'ROMERO X' };
    expect(settled(given, { kind: 'answered', at, answer: said }).findings).toMatchObject({
      stateCode: 14,
      meaning: 'in force; judicial interdiction',
      deceased: false,
      issueDates: 'not_compared',
      similarity: 90.9,
      explanation: { decisive: 'roles' },
    });
  });

  it('reports nothing where the registry gave no usable answer', () => {
    const given = { idType: 'CC', number: '9000000001', givenNames: 'LUIS', surnames: 'ROMERO' };
    expect(settled(given, { kind: 'not_found', at }).findings).toBeNull();
    expect(settled(given, { kind: 'technical', cause: 'schema', attempts: 1, at }).findings).toBeNull();
  });
});
