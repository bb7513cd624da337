import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { isOfBase64Letters, withoutPadding } from '../server/base64-text.ts';
import type {
  Scenario,
  SimulatedCall,
  SimulatedRegistry,
  SimulatedReply,
} from '../server/simulated-route.ts';
import { objectionToMexican } from './mexican-people.ts';
import { inePattern, ineScenarios, type IneTwist } from './scenarios.ts';
import {
  cardBlocks,
  type CardRecord,
  type IneRequestBody,
  noRecordBlocks,
  signedAnswer,
} from './simulated-answer.ts';
import { ineDomain } from './simulated-domain.ts';

const Request = Type.Object({
  encabezado: Type.Object({
    solicitudId: Type.String({ pattern: String.raw`^\d{18}$` }),
    folioCliente: Type.String({ minLength: 1 }),
  }),
  datos: Type.Intersect([
    Type.Object({ cic: Type.String({ pattern: String.raw`^\d{9}$` }) }),
    Type.Record(Type.String(), Type.String()),
  ]),
  consentimiento: Type.Literal(1),
  facial: Type.Object({
    formato: Type.Enum(['JPG', 'PNG']),
    imagen: Type.String({ minLength: 1 }),
  }),
});

function checkedRequest(body: unknown): IneRequestBody | null {
  if (!Value.Check(Request, body)) return null;
  const letters = withoutPadding(body.facial.imagen);
  return letters !== '' && isOfBase64Letters(letters) ? body : null;
}

/** Caches the parsed body: it is read once to find the person, and again for the response. */
const known = new WeakMap<object, IneRequestBody | null>();

/** `null`: a request that INE would reject, for example one without consent. */
function requestOf(body: unknown): IneRequestBody | null {
  if (typeof body !== 'object' || body === null) return null;
  const found = known.get(body);
  const request = found === undefined ? checkedRequest(body) : found;
  known.set(body, request);
  return request;
}

async function answerRequest(
  request: IneRequestBody,
  { person, twist: twists }: Pick<Scenario, 'person' | 'twist'>,
  call: SimulatedCall,
): Promise<SimulatedReply> {
  const twist = twists as IneTwist;
  if (twist.status !== undefined) return { status: twist.status, body: 'Servicio no disponible' };
  const card: CardRecord | null = person && { person, twist };
  const blocks =
    card === null ? noRecordBlocks : cardBlocks(request, card, await similarity(request, twist, call));
  const body = await signedAnswer(request, blocks, { call, twist });
  return { status: 200, body, ...(twist.delayMs !== undefined && { delayMs: twist.delayMs }) };
}

async function similarity(
  { datos, facial }: IneRequestBody,
  twist: IneTwist,
  call: SimulatedCall,
): Promise<number | null> {
  if (twist.face !== 'compared') return null;
  const format = facial.formato === 'JPG' ? 'jpeg' : 'png';
  return call.compareFaces(datos.cic, { format, bytes: Buffer.from(facial.imagen, 'base64') });
}

const data = 'response.dataResponse';

/**
 * Mexico's INE. A repeated request with the same `solicitudId` gets the same scenario. People are `MexicanPerson`s, by CIC.
 * @see spec/registries.md 8.3, 15.3, 16.2
 */
export const mexicanIne: SimulatedRegistry = {
  registry: 'mx',
  routes: [
    {
      name: 'mx.ine',
      method: 'POST',
      path: '/ine/v1/verificacion',
      bearer: false,
      registry: 'mx',
      numberOf: ({ body }) => requestOf(body)?.datos.cic ?? null,
      answer(call, scenario) {
        const request = requestOf(call.body);
        if (request === null) return { status: 400, body: { mensaje: 'Solicitud inválida' } };
        return answerRequest(request, scenario, call);
      },
    },
  ],
  scenarios: ineScenarios,
  pattern: inePattern,
  plain: (number, person) => ({
    id: 'mx.person',
    number,
    person,
    twist: {},
    outcome: 'compared with what is held',
  }),
  faults: {
    boolean: `${data}.respuestaComparacion.nombre`,
    similarity: 'response.facialResponse.similitud',
    block: `${data}.respuestaSituacionRegistral`,
    vocabulary: `${data}.respuestaSituacionRegistral.tipoSituacionRegistral`,
    person: 'response.folioCliente',
    businessError: { status: 200, body: { response: { codigoRespuesta: 1 } } },
  },
  domain: ineDomain,
  objection: objectionToMexican,
};
