/** Arbitrary inputs of the evaluators, for properties. */
import fc from 'fast-check';
import {
  type BrAnswer,
  matchLevels,
  type MxAnswer,
  mexicoFields,
  type NoAnswer,
  rejectedInputs,
  technicalCauses,
  unavailableCauses,
  type UsAnswer,
  unitedStatesFields,
  type UsQuestion,
} from '../src/registry/port.ts';
import type { BrInput, BrPolicy, FieldSetting, MxInput, MxPolicy } from '../src/registry/verdict.ts';

const at = '2026-11-20T14:05:09.120Z';
/** Half of the scores are close to the usual thresholds. */
const score = fc.oneof(
  fc.constantFrom(0, 79.9999, 80, 89.9999, 90, 97.3, 100, 100, 100),
  fc.integer({ min: 0, max: 1_000_000 }).map((n) => n / 10_000),
);
const threshold = fc.constantFrom(50, 80, 90, 100);

const noAnswer: fc.Arbitrary<NoAnswer> = fc.oneof(
  fc.constant({ kind: 'not_found' as const, at }),
  fc.record({
    kind: fc.constant('rejected' as const),
    at: fc.constantFrom(at, null),
    input: fc.constantFrom(...rejectedInputs),
    code: fc.constantFrom('DV001', 'local:image_unusable'),
  }),
  fc.record({
    kind: fc.constant('unavailable' as const),
    cause: fc.constantFrom(...unavailableCauses),
    attempts: fc.nat(3),
    delivered: fc.constantFrom('no' as const, 'maybe' as const),
  }),
  fc.record({
    kind: fc.constant('technical' as const),
    cause: fc.constantFrom(...technicalCauses),
    attempts: fc.nat(3),
    at: fc.constantFrom(at, null),
  }),
);

/** An answer is twice as likely as none. */
const resultOf = <A>(answer: fc.Arbitrary<A>) =>
  fc.oneof(
    { arbitrary: noAnswer, weight: 1 },
    { arbitrary: answer.map((given) => ({ kind: 'answered' as const, at, answer: given })), weight: 2 },
  );

const partial = <Key extends string, Value>(keys: readonly Key[], value: fc.Arbitrary<Value>) =>
  fc.record(Object.fromEntries(keys.map((key) => [key, value])), { requiredKeys: [] }) as fc.Arbitrary<
    Partial<Record<Key, Value>>
  >;
const total = <Key extends string, Value>(keys: readonly Key[], value: fc.Arbitrary<Value>) =>
  fc.record(Object.fromEntries(keys.map((key) => [key, value]))) as fc.Arbitrary<Record<Key, Value>>;

const text = fc.constantFrom('ANA BEATRIZ', 'AB', '2022-05-10', '2032-05-09', '', ' ');

/** Mostly the usual value, so that late rows are reached too. */
const mostly = <Value>(usual: Value, other: fc.Arbitrary<Value>) =>
  fc.oneof({ arbitrary: fc.constant(usual), weight: 4 }, { arbitrary: other, weight: 1 });

export const brazilFieldChecks = [
  'name_match',
  'date_of_birth_match',
  'gender_match',
  'drivers_license_number_match',
  'drivers_license_category_match',
  'drivers_license_is_valid',
  'drivers_license_first_issue_match',
  'drivers_license_valid_from_match',
  'drivers_license_valid_until_match',
] as const;

const brazilClaims = [
  'name',
  'dateOfBirth',
  'gender',
  'licenceNumber',
  'licenceCategory',
  'firstIssue',
  'validFrom',
  'validUntil',
] as const;

export const brInput: fc.Arbitrary<BrInput> = fc.record(
  {
    cpf: mostly('900.000.001-75', fc.constantFrom('12345678900', '11111111111', '', 'none')),
    cpfExempt: fc.boolean(),
    selfie: mostly(true, fc.boolean()),
    licencePresented: fc.boolean(),
    claims: fc.oneof(total(brazilClaims, fc.constant('AB')), partial(brazilClaims, text)),
  },
  { requiredKeys: ['cpf', 'selfie', 'licencePresented', 'claims'] },
);

export const brPolicy: fc.Arbitrary<BrPolicy> = fc.record({
  faceThreshold: threshold,
  nameThreshold: threshold,
  fields: fc.oneof(
    total(brazilFieldChecks, fc.constantFrom<FieldSetting>('off', 'on')),
    total(brazilFieldChecks, fc.constantFrom<FieldSetting>('off', 'on', 'required')),
  ),
});

const brAnswer: fc.Arbitrary<BrAnswer> = fc.record({
  taxpayerStatus: fc.constantFrom(
    ...([
      'regular',
      'pending',
      'suspended',
      'deceased',
      'cancelled',
      'void',
      null,
      null,
      null,
      null,
    ] as const),
  ),
  licenceFound: mostly<boolean | null>(true, fc.constantFrom(true, false, null)),
  face: fc.option(
    fc.record({
      onFile: mostly(true, fc.boolean()),
      similarity: fc.option(score, { freq: 8 }),
      liveness: mostly<'real' | 'spoof' | 'unusable' | null>(
        null,
        fc.constantFrom('real', 'spoof', 'unusable'),
      ),
    }),
    { freq: 8 },
  ),
  compared: partial(
    [...brazilClaims, 'licenceStatus'] as const,
    fc.oneof(fc.record({ equal: mostly(true, fc.boolean()) }), fc.record({ similarity: score })),
  ),
});
export const brResult = resultOf(brAnswer);

export const mexicoOptionalChecks = [
  'first_name_match',
  'father_last_name_match',
  'mother_last_name_match',
  'personal_number_match',
  'registration_year_match',
  'issue_year_match',
] as const;

export const mxInput: fc.Arbitrary<MxInput> = fc.record(
  {
    consents: mostly<MxInput['consents']>(
      [{ type: 'ine', approved: true }],
      fc.array(
        fc.record({ type: fc.constantFrom('ine', 'aml'), approved: fc.constantFrom(true, false, null) }),
        { maxLength: 3 },
      ),
    ),
    cic: mostly('999900001', fc.constant('')),
    selfie: mostly(true, fc.boolean()),
    claims: partial(mexicoFields, fc.constantFrom('JUAN', 'X', '', '2003')),
  },
  { requiredKeys: ['consents', 'cic', 'selfie', 'claims'] },
);

export const mxPolicy: fc.Arbitrary<MxPolicy> = fc.record({
  faceThreshold: threshold,
  optional: total(mexicoOptionalChecks, fc.boolean()),
});

const mxAnswer: fc.Arbitrary<MxAnswer> = fc.record({
  standing: fc.constantFrom('current' as const, 'current' as const, 'not_current' as const),
  theftReport: fc.constantFrom(
    ...([
      'none',
      'none',
      'none',
      'stolen',
      'lost',
      'stolen_temporary',
      'lost_temporary',
      'not_returned',
    ] as const),
  ),
  face: fc.option(fc.record({ similarity: fc.option(score, { freq: 8 }) }), { freq: 8 }),
  compared: partial(mexicoFields, mostly(true, fc.boolean())),
});
export const mxResult = resultOf(mxAnswer);

export const usQuestion: fc.Arbitrary<UsQuestion> = fc.record(
  { ssn: fc.constant('987654329'), firstName: text, lastName: text, fullName: text },
  { requiredKeys: ['ssn'] },
);
const usAnswer: fc.Arbitrary<UsAnswer> = fc.record({
  compared: total(unitedStatesFields, fc.constantFrom(...matchLevels, null)),
});
export const usResult = resultOf(usAnswer);
