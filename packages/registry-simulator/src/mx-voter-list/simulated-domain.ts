/** The generic route of the voter list: simulates an operator's adapter in front of it. @see spec/registries.md 8.5, 8.7 */
import type { VoterListAnswer } from '@countersign/core';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import {
  type AdapterResult,
  resultReply,
  serviceFailure,
  unusableAnswer,
} from '../generic/adapter-result.ts';
import type { Scenario, SimulatedDomain } from '../server/simulated-route.ts';
import { type CardRequest, cardMembers, contentOf, messageCode, requestedNumber } from './simulated-card.ts';

const CardNumber = Type.Optional(Type.String());

const Question = Type.Object({
  cic: CardNumber,
  citizenId: Type.Optional(Type.String({ pattern: String.raw`^\d{9}$` })),
  ocr: CardNumber,
  voterKey: CardNumber,
  emissionNumber: CardNumber,
});
type Question = Static<typeof Question>;

/**
 * The card of a question: models E to H by CIC and citizen number, D by CIC and OCR, C by voter key, emission and OCR; unknown
 * models by CIC. `null`: these numbers do not identify a card.
 */
function cardOf({ cic, citizenId, ocr, voterKey, emissionNumber }: Question): CardRequest | null {
  if (cic) {
    if (citizenId) return { cic, identificadorCiudadano: citizenId };
    return ocr ? { cic, ocr } : { cic };
  }
  return voterKey && emissionNumber && ocr ? { claveElector: voterKey, ocr } : null;
}

const cardRequestOf = (question: unknown): CardRequest | null =>
  Value.Check(Question, question) ? cardOf(question) : null;

/** The known data of a card; unknown members are not sent. */
function answerOf(code: number, card: Partial<ReturnType<typeof cardMembers>>) {
  return {
    code,
    cic: card.cic ?? undefined,
    ocr: card.ocr,
    voterKey: card.claveElector,
    emissionNumber: card.numeroEmision,
    federalDistrict: card.distritoFederal,
    localDistrict: card.distritoLocal,
    registrationYear: card.anioRegistro,
    issueYear: card.anioEmision,
    validUntil: card.vigencia,
  } satisfies Record<keyof VoterListAnswer, number | string | undefined>;
}

function resultOf(
  request: CardRequest,
  number: string | null,
  { scenario, at }: { scenario: Scenario; at: string },
): AdapterResult<ReturnType<typeof answerOf>> {
  const code = messageCode(scenario);
  const content = contentOf(code);
  if (content === null) return unusableAnswer;
  if (content === 'failure') return serviceFailure;
  const card = content === 'card' ? cardMembers(request, number, scenario) : {};
  return { kind: 'answered', at, answer: answerOf(code, card) };
}

/** Answers questions of the generic route from the same records as the native routes. */
export const voterListDomain: SimulatedDomain = {
  numberOf: (question, { people }) => requestedNumber(cardRequestOf(question), people),
  answer(question, scenario, { people, now }) {
    const request = cardRequestOf(question);
    if (request === null) return { status: 400, body: { message: 'not a question about a voter card' } };
    const at = now.toISOString();
    return resultReply(resultOf(request, requestedNumber(request, people), { scenario, at }));
  },
};
