import { isCalendarDate } from '@countersign/contract';
import {
  brazilFields,
  matchLevels,
  mexicoFields,
  rejectedInputs,
  technicalCauses,
  unavailableCauses,
  unitedStatesFields,
} from '@countersign/core';
import { type TSchema, Type } from 'typebox';

const Text = Type.String({ maxLength: 500 });
const Moment = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?Z$' });
const CalendarDate = Type.Refine(Type.String({ maxLength: 10 }), isCalendarDate);
const Similarity = Type.Number({ minimum: 0, maximum: 100 });
const Attempts = Type.Integer({ minimum: 0, maximum: 100 });
const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** An unknown name is a mistake of the adapter, and would otherwise count as "not compared". */
const fields = (names: readonly string[], outcome: TSchema) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, outcome])), { additionalProperties: false });
const someFields = (names: readonly string[], outcome: TSchema) => fields(names, Type.Optional(outcome));

const BrazilAnswer = Type.Object({
  taxpayerStatus: orNull(Type.Enum(['regular', 'pending', 'suspended', 'deceased', 'cancelled', 'void'])),
  licenceFound: orNull(Type.Boolean()),
  face: orNull(
    Type.Object({
      onFile: Type.Boolean(),
      similarity: orNull(Similarity),
      liveness: orNull(Type.Enum(['real', 'spoof', 'unusable'])),
    }),
  ),
  compared: someFields(
    brazilFields,
    Type.Union([Type.Object({ equal: Type.Boolean() }), Type.Object({ similarity: Similarity })]),
  ),
});

const MexicoAnswer = Type.Object({
  standing: Type.Enum(['current', 'not_current']),
  theftReport: Type.Enum(['none', 'stolen', 'lost', 'stolen_temporary', 'lost_temporary', 'not_returned']),
  face: orNull(Type.Object({ similarity: orNull(Similarity) })),
  compared: someFields(mexicoFields, Type.Boolean()),
});

const CurpAnswer = Type.Object({
  curp: Text,
  previous: Type.Array(Text, { maxItems: 100 }),
  status: Text,
  names: Text,
  firstSurname: Text,
  secondSurname: orNull(Text),
  sex: Type.Enum(['male', 'female', 'x']),
  dateOfBirth: CalendarDate,
  birthState: Text,
  evidence: Type.Optional(Type.Record(Type.String(), Text, { maxProperties: 20 })),
});

/** 4, a failure of the service, is not an answer. @see spec/registries.md 14 */
const VoterListAnswer = Type.Object({
  code: Type.Enum([0, 1, 3, 5, 6, 7, 8, 9, 11, 12]),
  ocr: Type.Optional(Text),
  cic: Type.Optional(Text),
  voterKey: Type.Optional(Text),
  emissionNumber: Type.Optional(Text),
  federalDistrict: Type.Optional(Text),
  localDistrict: Type.Optional(Text),
  registrationYear: Type.Optional(Text),
  issueYear: Type.Optional(Text),
  validUntil: Type.Optional(Text),
});

const ColombiaAnswer = Type.Object({
  stateCode: Type.Integer({ minimum: 0, maximum: 999 }),
  issuedOn: Type.Optional(CalendarDate),
  deathDate: Type.Optional(CalendarDate),
  name: Type.Object({
    firstGiven: orNull(Text),
    secondGiven: orNull(Text),
    firstSurname: orNull(Text),
    particle: orNull(Text),
    secondSurname: orNull(Text),
  }),
});

const UnitedStatesAnswer = Type.Object({
  compared: fields(unitedStatesFields, orNull(Type.Enum([...matchLevels]))),
});

/** The answer of each registry. @see spec/registries.md 2 */
const answers = {
  br: BrazilAnswer,
  mx: MexicoAnswer,
  'mx-curp': CurpAnswer,
  'mx-voter-list': VoterListAnswer,
  co: ColombiaAnswer,
  us: UnitedStatesAnswer,
};

/** Registries that may have a generic connector. */
export type GenericRegistry = keyof typeof answers;

/** A result from an adapter: `at`, `attempts` and `delivered` are optional. */
const resultWith = (answer: TSchema) => ({
  answered: Type.Object({ kind: Type.Literal('answered'), at: Type.Optional(Moment), answer }),
  not_found: Type.Object({ kind: Type.Literal('not_found'), at: Type.Optional(Moment) }),
  rejected: Type.Object({
    kind: Type.Literal('rejected'),
    at: Type.Optional(orNull(Moment)),
    input: Type.Enum([...rejectedInputs]),
    code: Type.String({ minLength: 1, maxLength: 40 }),
  }),
  unavailable: Type.Object({
    kind: Type.Literal('unavailable'),
    cause: Type.Enum([...unavailableCauses]),
    attempts: Type.Optional(Attempts),
    delivered: Type.Optional(Type.Enum(['no', 'maybe'])),
  }),
  technical: Type.Object({
    kind: Type.Literal('technical'),
    cause: Type.Enum([...technicalCauses]),
    attempts: Type.Optional(Attempts),
    at: Type.Optional(orNull(Moment)),
    httpStatus: Type.Optional(Type.Integer({ minimum: 100, maximum: 599 })),
  }),
});

/** By registry and kind of result. */
export const resultSchemas: Readonly<Record<GenericRegistry, ReturnType<typeof resultWith>>> = {
  br: resultWith(answers.br),
  mx: resultWith(answers.mx),
  'mx-curp': resultWith(answers['mx-curp']),
  'mx-voter-list': resultWith(answers['mx-voter-list']),
  co: resultWith(answers.co),
  us: resultWith(answers.us),
};
