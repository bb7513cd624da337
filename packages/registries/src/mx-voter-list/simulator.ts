import { type VoterListQuestion, voterListServiceError, voterListState } from '@countersign/core';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { type MexicanPerson, objectionToMexican } from '../mx-ine/mexican-people.ts';
import { resultOfReply } from '../mx-ine/reply-result.ts';
import type {
  Scenario,
  SimulatedCall,
  SimulatedRegistry,
  SimulatedReply,
} from '../simulator/simulated-route.ts';
import { readNominalAnswer } from './nominal-answer.ts';
import { nominalRequest } from './nominal-connector.ts';
import { voterListPattern, voterListScenarios, type VoterListTwist } from './scenarios.ts';

const text = Type.String({ minLength: 1 });

/** By model: E to H, D, C; last, of an unknown one. @see spec/registries.md 8.5 */
const Request = Type.Union([
  Type.Object({ cic: text, identificadorCiudadano: Type.String({ pattern: String.raw`^\d{9}$` }) }),
  Type.Object({ cic: text, ocr: text }),
  Type.Object({ claveElector: text, numeroEmision: text, ocr: text }),
  Type.Object({ cic: text }, { additionalProperties: false }),
]);

/** Names of the request, whichever the model. */
interface CardAsked {
  cic?: string;
  identificadorCiudadano?: string;
  ocr?: string;
  claveElector?: string;
}

const requestOf = (body: unknown): CardAsked | null => (Value.Check(Request, body) ? body : null);

const currentCode = 3;
const unknownCode = 5;
const cardLifeYears = 10;

const messages = { answered: 'Consulta realizada', failed: 'Servicio no disponible, intente más tarde' };

/** It takes every client, but none without credentials. */
const unauthorised: SimulatedReply = {
  status: 401,
  headers: { 'www-authenticate': 'Basic' },
  body: { estatus: 'ERROR', mensaje: 'No autorizado' },
};

function answerAbout(asked: CardAsked, number: string | null, { person, twist }: Scenario): SimulatedReply {
  const holder: Partial<MexicanPerson> = person ?? {};
  const plain = person === null ? unknownCode : (holder.voterListCode ?? currentCode);
  const claveMensaje = (twist as Partial<VoterListTwist>).code ?? plain;
  const mensaje = claveMensaje === voterListServiceError ? messages.failed : messages.answered;
  const isKnown = (voterListState(claveMensaje) ?? { status: 'no_encontrado' }).status !== 'no_encontrado';
  const body = { estatus: 'OK', claveMensaje, mensaje, ...(isKnown && cardMembers(asked, number, holder)) };
  return { status: 200, body };
}

/** A sandbox's card has the numbers that were asked about, everybody else their own. */
function cardMembers(asked: CardAsked, number: string | null, holder: Partial<MexicanPerson>) {
  const { identificadorCiudadano: citizenId } = asked;
  const section = holder.ocr?.slice(0, 4) ?? '';
  const { issueYear = '2023' } = holder;
  return {
    cic: asked.cic ?? number,
    ocr: asked.ocr ?? (citizenId ? section + citizenId : holder.ocr),
    claveElector: asked.claveElector ?? holder.voterKey,
    numeroEmision: holder.emissionNumber,
    distritoFederal: '12',
    distritoLocal: '8',
    anioRegistro: holder.registrationYear,
    anioEmision: issueYear,
    vigencia: String(Number(issueYear) + cardLifeYears),
  };
}

/** The CIC asked about; of a card of model C, the CIC of whoever has its voter key. */
function numberAsked(asked: CardAsked | null, people: SimulatedCall['people']): string | null {
  if (asked?.cic !== undefined || asked === null) return asked?.cic ?? null;
  const hasKey = (person: Scenario['person']) => person?.['voterKey'] === asked.claveElector;
  const scenario = voterListScenarios.find(({ person }) => hasKey(person));
  return scenario?.number ?? [...people].find(([, person]) => hasKey(person))?.[0] ?? null;
}

const DomainQuestion = Type.Object({
  cic: Type.Optional(Type.String()),
  citizenId: Type.Optional(Type.String()),
  ocr: Type.Optional(Type.String()),
  voterKey: Type.Optional(Type.String()),
  emissionNumber: Type.Optional(Type.String()),
});
const domainQuestion = (question: unknown): VoterListQuestion | null =>
  Value.Check(DomainQuestion, question) ? question : null;
const requestOfDomain = (asked: unknown): CardAsked | null => {
  const question = domainQuestion(asked);
  return question && requestOf(nominalRequest(question));
};

/**
 * Mexico's list of voters. People are `MexicanPerson`s, by CIC, the same as INE's.
 * @see spec/registries.md 8.5, 15.3
 */
export const mexicanVoterList: SimulatedRegistry = {
  registry: 'mx-voter-list',
  routes: [
    {
      name: 'mx.voterList',
      method: 'POST',
      path: '/ine/v2/valida_ine',
      bearer: false,
      registry: 'mx-voter-list',
      numberOf: ({ body, people }) => numberAsked(requestOf(body), people),
      answer(call, scenario) {
        if (!/^Basic \S/i.test(call.headers['authorization'] ?? '')) return unauthorised;
        const asked = requestOf(call.body);
        if (asked === null) return { status: 400, body: { estatus: 'ERROR', mensaje: 'Solicitud inválida' } };
        return answerAbout(asked, numberAsked(asked, call.people), scenario);
      },
    },
  ],
  scenarios: voterListScenarios,
  pattern: voterListPattern,
  plain: (number, person) => ({ id: 'mx-voter-list.person', number, person, twist: {}, outcome: 'vigente' }),
  faults: {
    boolean: null,
    similarity: null,
    block: 'claveMensaje',
    vocabulary: 'claveMensaje',
    person: 'cic',
    businessError: { status: 200, body: { estatus: 'ERROR', mensaje: messages.failed } },
  },
  domain: {
    numberOf: (question, { people }) => numberAsked(requestOfDomain(question), people),
    answer(question, scenario, call) {
      const asked = requestOfDomain(question);
      if (asked === null) return { status: 400, body: { message: 'not a question about a voter card' } };
      const reply = answerAbout(asked, numberAsked(asked, call.people), scenario);
      return resultOfReply(reply, call, (answer) =>
        readNominalAnswer(answer, domainQuestion(question) ?? {}),
      );
    },
  },
  objection: objectionToMexican,
};
