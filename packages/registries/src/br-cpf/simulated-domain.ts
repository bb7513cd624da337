/** The generic route of Brazil: an operator's adapter in front of Datavalid, in the registry's place. @see spec/registries.md 8.7 */
import type { BrAnswer, BrQuestion, RegistryResult } from '@countersign/core';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { HttpAnswer } from '../calls/registry-http.ts';
import { bodyBytes } from '../simulator/outgoing-reply.ts';
import type {
  Scenario,
  SimulatedCall,
  SimulatedDomain,
  SimulatedReply,
} from '../simulator/simulated-route.ts';
import { answerAbout } from './simulated-validation.ts';
import { answerStatus } from './simulated-status.ts';
import { endsCheck, readStatus } from './status-lookup.ts';
import { readValidation } from './validation-answer.ts';
import { validation } from './validation-request.ts';

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
  askLicenceStatus: Type.Boolean(),
});

const wire = { wireVersion: 'v5', requestLiveness: false } as const;

/** A reply as the adapter receives it. */
const received = ({ status, headers = {}, body }: SimulatedReply, call: SimulatedCall): HttpAnswer => ({
  status,
  headers,
  body: bodyBytes(body).bytes,
  at: call.now.toISOString(),
  attempts: 1,
});

/** Statuses that say nothing about the person: the adapter hands them on. */
const isHandedOn = ({ status }: SimulatedReply): boolean =>
  status >= 500 || [401, 403, 408, 413, 415, 429].includes(status);

const said = (result: RegistryResult<unknown>, delayMs = 0): SimulatedReply => ({
  status: 200,
  body: result,
  delayMs,
});

async function answer(
  question: BrQuestion,
  scenario: Scenario,
  call: SimulatedCall,
): Promise<SimulatedReply> {
  const lookup = { ...call, params: { cpf: question.cpf } };
  const status = readStatus(received(answerStatus(lookup, scenario), lookup), question.cpf);
  if (status.kind !== 'answered') return said(status);
  if (endsCheck(status.answer)) {
    const gone: BrAnswer = { taxpayerStatus: status.answer, licenceFound: null, face: null, compared: {} };
    return said({ ...status, answer: gone });
  }
  const reply = await answerAbout(call, scenario, validation(question, wire));
  if (isHandedOn(reply)) return reply;
  return said(readValidation(received(reply, call), status.answer), reply.delayMs);
}

/** Answers questions in terms of the domain from the same records as the wire. */
export const brDomain: SimulatedDomain = {
  numberOf: ({ cpf }) => (typeof cpf === 'string' ? cpf : null),
  answer(question, scenario, call) {
    if (!Value.Check(Question, question))
      return { status: 400, body: { message: 'not a question to this registry' } };
    const { format, base64 } = question.selfie;
    const selfie = { format, bytes: Buffer.from(base64, 'base64') };
    return answer({ ...question, selfie }, scenario, call);
  },
};
