/** What the simulated INE answers, as its gateway writes it. @see spec/registries.md 8.3 */
import { createPrivateKey, sign as signNow } from 'node:crypto';
import { promisify } from 'node:util';
import type { SimulatedCall } from '../simulator/simulated-route.ts';
import { developmentPrivateKey } from './development-keys.ts';
import { type ComparedMember, comparedMembers } from './ine-request.ts';
import type { MexicanPerson } from './mexican-people.ts';
import type { IneTwist } from './scenarios.ts';
import { digestOf } from './signature.ts';

/** The parts of a request that the answer depends on. */
export interface IneRequestBody {
  encabezado: { solicitudId: string; folioCliente: string };
  datos: Readonly<Record<string, string>> & { cic: string };
  facial: { formato: string; imagen: string };
}

/** A person INE holds, members of patterns unknown, and how the answer differs from a plain one. */
export interface HeldCard {
  person: Partial<MexicanPerson>;
  twist: IneTwist;
}

/** Data and facial block of an answer; `undefined` members do not reach the wire. */
export interface AnswerBlocks {
  dataResponse?: Record<string, unknown>;
  facialResponse?: Record<string, unknown> | undefined;
}

/** Read once: reading it takes longer than signing with it. */
const signingKey = createPrivateKey(developmentPrivateKey);
/** On a thread of its own, beside other answers. */
const sign = promisify(signNow);

const plainSimilarity = '97.3%';
const noPortraitCode = 3;
const mexicoCityOffsetMs = -6 * 3_600_000;

/** `2026-11-20 08:05:09.120`, by the clocks of Mexico City. */
const localTime = (time: Date): string =>
  new Date(time.getTime() + mexicoCityOffsetMs).toISOString().replace('T', ' ').replace('Z', '');

/** Nobody has the CIC. */
export const nobodyBlocks: AnswerBlocks = {
  dataResponse: {
    codigoRespuestaDatos: 0,
    respuestaSituacionRegistral: {
      tipoSituacionRegistral: 'DATOS_NO_ENCONTRADOS',
      tipoReporteRoboExtravio: null,
    },
    respuestaComparacion: null,
  },
  facialResponse: { codigoRespuestaFacial: noPortraitCode, similitud: null },
};

/** @param similarity by the comparer, 0–100; `null`: nothing to compare with, or not asked */
export function cardBlocks(request: IneRequestBody, card: HeldCard, similarity: number | null): AnswerBlocks {
  const { person, twist } = card;
  const report = twist.report ?? person.theftReport ?? null;
  return {
    dataResponse: {
      codigoRespuestaDatos: 0,
      respuestaSituacionRegistral: {
        tipoSituacionRegistral: twist.standing ?? person.standing ?? 'VIGENTE',
        ...(report !== 'absent' && { tipoReporteRoboExtravio: report }),
      },
      respuestaComparacion: comparison(request.datos, card),
    },
    facialResponse: facialBlock(card, similarity),
  };
}

/** What was not sent is not compared. */
function comparison(sent: Readonly<Record<string, string>>, { person, twist }: HeldCard) {
  const held: Record<ComparedMember, string | null | undefined> = {
    nombre: person.firstName,
    apellidoPaterno: person.fatherLastName,
    apellidoMaterno: person.motherLastName,
    curp: person.curp,
    anioRegistro: person.registrationYear,
    anioEmision: person.issueYear,
  };
  const outcome = (member: ComparedMember): boolean | null => {
    if (sent[member] === undefined || twist.comparisons === 'null') return null;
    if (twist.different?.includes(member)) return false;
    return twist.comparisons === 'equal' || sent[member] === held[member];
  };
  const members = Object.values(comparedMembers).map((member) => [member, outcome(member)]);
  return { cic: true, ...Object.fromEntries(members) };
}

function facialBlock({ person, twist }: HeldCard, similarity: number | null): AnswerBlocks['facialResponse'] {
  if (twist.face === 'absent') return undefined;
  if (twist.faceCode !== undefined) return { codigoRespuestaFacial: twist.faceCode, similitud: null };
  if (twist.face !== 'compared') {
    const similitud = twist.similarity ?? person.similarity ?? plainSimilarity;
    return { codigoRespuestaFacial: 0, similitud };
  }
  return similarity === null
    ? { codigoRespuestaFacial: noPortraitCode, similitud: null }
    : { codigoRespuestaFacial: 0, similitud: `${Math.round(similarity * 1e4) / 1e4}%` };
}

/** The whole answer, signed with the development key. */
export async function signedAnswer(
  request: IneRequestBody,
  blocks: AnswerBlocks,
  { call, twist }: { call: Pick<SimulatedCall, 'now' | 'latencyMs'>; twist: IneTwist },
): Promise<Record<string, unknown>> {
  const { folioCliente } = request.encabezado;
  const response = {
    codigoRespuesta: twist.responseCode ?? 0,
    fechaHoraPeticion: localTime(call.now),
    tiempoProcesamiento: call.latencyMs + (twist.delayMs ?? 0),
    folioCliente: twist.foreignFolio ? `${folioCliente}-0` : folioCliente,
    ...(twist.responseCode ? {} : blocks),
  };
  const digestValue = digestOf(twist.wrongDigest ? 'another answer' : response);
  const signature = await sign('RSA-SHA256', Buffer.from(digestValue), signingKey);
  return {
    response,
    signature: {
      signedInfo: { reference: { digestValue, uri: '#DATA' } },
      signatureValue: signature.toString('base64'),
    },
    timeStamp: { momento: call.now.toISOString(), indice: request.encabezado.solicitudId },
  };
}
