import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { objectionToMexican } from '../mx-ine/mexican-people.ts';
import type { Scenario, SimulatedRegistry, SimulatedReply } from '../server/simulated-route.ts';
import { voterListPattern, voterListScenarios } from './scenarios.ts';
import { type CardRequest, cardMembers, contentOf, messageCode, requestedNumber } from './simulated-card.ts';
import { voterListDomain } from './simulated-domain.ts';

const text = Type.String({ minLength: 1 });

/** Requests by model: E to H, D, C; the last one is for an unknown model. @see spec/registries.md 8.5 */
const Request = Type.Union([
  Type.Object({ cic: text, identificadorCiudadano: Type.String({ pattern: String.raw`^\d{9}$` }) }),
  Type.Object({ cic: text, ocr: text }),
  Type.Object({ claveElector: text, numeroEmision: text, ocr: text }),
  Type.Object({ cic: text }, { additionalProperties: false }),
]);

const requestOf = (body: unknown): CardRequest | null => (Value.Check(Request, body) ? body : null);

const messages = { answered: 'Consulta realizada', failed: 'Servicio no disponible, intente más tarde' };

/** Accepts any credentials, but requires some. */
const unauthorised: SimulatedReply = {
  status: 401,
  headers: { 'www-authenticate': 'Basic' },
  body: { estatus: 'ERROR', mensaje: 'No autorizado' },
};

function answerAbout(request: CardRequest, number: string | null, scenario: Scenario): SimulatedReply {
  const claveMensaje = messageCode(scenario);
  const content = contentOf(claveMensaje);
  const mensaje = content === 'failure' ? messages.failed : messages.answered;
  const card = content === 'card' ? cardMembers(request, number, scenario) : {};
  return { status: 200, body: { estatus: 'OK', claveMensaje, mensaje, ...card } };
}

/**
 * Mexico's voter list. People are `MexicanPerson`s, by CIC, the same as INE's.
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
      numberOf: ({ body, people }) => requestedNumber(requestOf(body), people),
      answer(call, scenario) {
        if (!/^Basic \S/i.test(call.headers['authorization'] ?? '')) return unauthorised;
        const request = requestOf(call.body);
        if (request === null)
          return { status: 400, body: { estatus: 'ERROR', mensaje: 'Solicitud inválida' } };
        return answerAbout(request, requestedNumber(request, call.people), scenario);
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
  domain: voterListDomain,
  objection: objectionToMexican,
};
