/** People of the simulated Brazilian registry, in English. @see spec/registries.md 15.2 */
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { SimulatedPerson } from '../server/simulated-route.ts';

const Day = Type.String({ pattern: String.raw`^\d{4}-\d{2}-\d{2}$` });
const UpperCase = Type.String({ pattern: String.raw`^\p{Lu}[\p{Lu}' -]*$` });

const BrLicence = Type.Object(
  {
    /** Registration number, 11 digits. */
    number: Type.String({ pattern: String.raw`^\d{11}$` }),
    /** `AB` */
    categories: Type.String({ pattern: '^(ACC|[A-E]{1,2})$' }),
    firstIssue: Day,
    validFrom: Day,
    validUntil: Day,
    /** `EMITIDA` for a valid licence. */
    situation: Type.Enum(['EMITIDA', 'EM_EMISSAO', 'CANCELADA', 'SUSPENSA', 'CASSADA']),
    impediment: Type.Boolean(),
  },
  { additionalProperties: false },
);

const BrPerson = Type.Object(
  {
    /** Upper case. */
    name: UpperCase,
    socialName: Type.Optional(UpperCase),
    dateOfBirth: Day,
    gender: Type.Enum(['F', 'M']),
    /** `null`: has no licence, and therefore no portrait. */
    licence: Type.Union([BrLicence, Type.Null()]),
    /** `situacao.codigo` of the status lookup. */
    status: Type.Enum([0, 2, 3, 4, 5, 8, 9]),
    yearOfDeath: Type.Optional(Type.Integer({ minimum: 1900, maximum: 2100 })),
    /** Similarity of any selfie to the portrait, 0–1; `null`: no portrait on file. */
    similarity: Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()]),
  },
  { additionalProperties: false },
);

/** A person's record at Receita Federal and Senatran. */
export type BrPerson = Static<typeof BrPerson>;

/** The record used by all scenarios. */
export const brIdentity = {
  name: 'ANA BEATRIZ SOUZA LIMA',
  dateOfBirth: '1990-01-31',
  gender: 'F',
  licence: {
    number: '58316794534',
    categories: 'AB',
    firstIssue: '2010-03-15',
    validFrom: '2022-05-10',
    validUntil: '2032-05-09',
    situation: 'EMITIDA',
    impediment: false,
  },
  status: 0,
  similarity: 0.97,
} as const satisfies BrPerson;

/** Why a person to be added by control is invalid; `null`: it is valid. */
export function objection(person: SimulatedPerson): string | null {
  if (Value.Check(BrPerson, person)) return null;
  const [first] = Value.Errors(BrPerson, person);
  return `${first?.instancePath ?? ''}: ${first?.message ?? 'is not a person of this registry'}`;
}

/** People already validated: records are read with every call, and never change. */
const known = new WeakSet<SimulatedPerson>();

const isPerson = (person: SimulatedPerson): person is BrPerson =>
  known.has(person) || Value.Check(BrPerson, person);

/** The person of a scenario. @throws {TypeError} when it is not a person of this registry */
export function brPerson(person: SimulatedPerson): BrPerson {
  if (!isPerson(person)) throw new TypeError('a person of the Brazilian registry lacks a member');
  known.add(person);
  return person;
}
