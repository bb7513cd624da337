/** The generic route of Brazil: simulates an operator's adapter in front of Datavalid. @see spec/registries.md 8.7 */
import type { BrAnswer, BrField, RegistryImage } from '@countersign/core';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { type AdapterResult, resultReply } from '../generic/adapter-result.ts';
import type { Scenario, SimulatedCall, SimulatedDomain, SimulatedReply } from '../server/simulated-route.ts';
import { isEqual, nameScores, type Subject } from './compare-record.ts';
import { brPerson, type BrPerson } from './people.ts';
import { resultOfCode } from './refusal-codes.ts';
import type { BrTwist, ComparedKey } from './scenarios.ts';
import { faceScore } from './simulated-validation.ts';

const Claim = Type.Optional(Type.String());

const Question = Type.Object({
  cpf: Type.String(),
  selfie: Type.Object({ format: Type.Enum(['jpeg', 'png']), base64: Type.String({ minLength: 1 }) }),
  claims: Type.Object({
    name: Claim,
    dateOfBirth: Claim,
    gender: Claim,
    licenceNumber: Claim,
    licenceCategory: Claim,
    firstIssue: Claim,
    validFrom: Claim,
    validUntil: Claim,
  }),
  compareLicenceStatus: Type.Boolean(),
});
type Question = Static<typeof Question>;

type TaxpayerStatus = NonNullable<BrAnswer['taxpayerStatus']>;

/** The meaning of each code of the status lookup. @see spec/registries.md 8.2 "Status lookup" */
const taxpayerStatuses: Readonly<Record<BrPerson['status'], TaxpayerStatus>> = {
  0: 'regular',
  2: 'suspended',
  3: 'deceased',
  4: 'pending',
  5: 'cancelled',
  8: 'void',
  9: 'cancelled',
};

/** With one of these statuses a person counts as not found, so the face is not compared. @see spec/registries.md 4.2 */
const endingStatuses: ReadonlySet<TaxpayerStatus> = new Set(['deceased', 'cancelled', 'void']);

/** Claims that are compared with the licence's record for equality, with Datavalid's keys. */
const licenceClaims = [
  ['gender', 'sexo'],
  ['licenceNumber', 'numero_registro'],
  ['licenceCategory', 'categoria'],
  ['firstIssue', 'data_primeira_habilitacao'],
  ['validFrom', 'data_ultima_emissao'],
  ['validUntil', 'data_validade'],
] as const satisfies readonly (readonly [keyof Question['claims'] & BrField, ComparedKey])[];

/** The result for a status with which the lookup rejects a request; `null`: the status has no special meaning. */
function refusedLookup(status: number, at: string): AdapterResult<never> | null {
  const code = `http:${status}`;
  if (status === 400) return { kind: 'rejected', at, input: 'id_number', code };
  if (status === 422 || status === 451) return { kind: 'rejected', at, input: 'minor', code };
  return status === 404 ? { kind: 'not_found', at } : null;
}

/** Statuses that are not about the person are passed on. */
const forwardedRefusal = (status: number): SimulatedReply => ({
  status,
  body: { message: 'Datavalid refused' },
});

/** Converts 0–1 to 0–100, four decimals. @see spec/registries.md 2 */
const percentage = (similarity: number): number => Math.round(similarity * 1e6) / 1e4;

function nameCompared(subject: Subject, name: string): BrAnswer['compared'] {
  const { own, social = own } = nameScores(subject, name);
  return { name: { similarity: percentage(Math.max(own, social)) } };
}

/** Whether situation and impediment both equal the values of a valid licence. */
const licenceInOrder = (subject: Subject): boolean =>
  isEqual(subject, 'situacao', 'EMITIDA') && isEqual(subject, 'possui_impedimento', false);

function licenceCompared(subject: Subject, { claims, compareLicenceStatus }: Question): BrAnswer['compared'] {
  const given = licenceClaims.flatMap(([field, key]) => {
    const claim = claims[field];
    // Datavalid only compares female and male.
    if (!claim || (field === 'gender' && claim !== 'F' && claim !== 'M')) return [];
    return [[field, { equal: isEqual(subject, key, claim) }] as const];
  });
  return {
    ...(Object.fromEntries(given) as BrAnswer['compared']),
    ...(compareLicenceStatus && { licenceStatus: { equal: licenceInOrder(subject) } }),
  };
}

function compared(subject: Subject, question: Question): BrAnswer['compared'] {
  if (subject.twist.withoutFields) return {};
  const { name, dateOfBirth } = question.claims;
  return {
    ...(name && nameCompared(subject, name)),
    ...(dateOfBirth && { dateOfBirth: { equal: isEqual(subject, 'data_nascimento', dateOfBirth) } }),
    ...(subject.person.licence && licenceCompared(subject, question)),
  };
}

/** The result without liveness, which is not requested. @param score 0–1; `null`: no portrait on file */
const faceOf = (score: number | null): BrAnswer['face'] => ({
  onFile: score !== null,
  similarity: score === null ? null : percentage(score),
  liveness: null,
});

async function answerAbout(
  question: Question,
  person: BrPerson,
  { scenario, call }: { scenario: Scenario; call: SimulatedCall },
): Promise<BrAnswer> {
  const taxpayerStatus = taxpayerStatuses[person.status];
  if (endingStatuses.has(taxpayerStatus))
    return { taxpayerStatus, licenceFound: null, face: null, compared: {} };
  const { format, base64 } = question.selfie;
  const selfie = (): RegistryImage => ({ format, bytes: Buffer.from(base64, 'base64') });
  return {
    taxpayerStatus,
    licenceFound: person.licence !== null,
    face: person.licence && faceOf(await faceScore({ call, scenario, person }, selfie)),
    compared: compared({ person, twist: scenario.twist }, question),
  };
}

async function answer(question: Question, scenario: Scenario, call: SimulatedCall): Promise<SimulatedReply> {
  const { lookupStatus, refusal, delayMs }: BrTwist = scenario.twist;
  const at = call.now.toISOString();
  if (lookupStatus !== undefined) {
    const refused = refusedLookup(lookupStatus, at);
    return refused === null ? forwardedRefusal(lookupStatus) : resultReply(refused);
  }
  if (scenario.person === null) return resultReply({ kind: 'not_found', at });
  const person = brPerson(scenario.person);
  const isCompared = !endingStatuses.has(taxpayerStatuses[person.status]);
  if (refusal && isCompared)
    return refusal.code === null
      ? forwardedRefusal(refusal.status)
      : resultReply(resultOfCode(refusal.code, at));
  const found = await answerAbout(question, person, { scenario, call });
  return resultReply({ kind: 'answered', at, answer: found }, isCompared ? delayMs : 0);
}

/** Answers questions of the generic route from the same records as the native routes. */
export const brDomain: SimulatedDomain = {
  numberOf: ({ cpf }) => (typeof cpf === 'string' ? cpf : null),
  answer: (question, scenario, call) =>
    Value.Check(Question, question)
      ? answer(question, scenario, call)
      : { status: 400, body: { message: 'not a question to this registry' } },
};
