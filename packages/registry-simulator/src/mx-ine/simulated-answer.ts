/** The simulated INE's response, in its gateway's format. @see spec/registries.md 8.3 */
import { createHash, createPrivateKey, sign as signNow } from 'node:crypto';
import { promisify } from 'node:util';
import type { SimulatedCall } from '../server/simulated-route.ts';
import { developmentPrivateKey } from './development-keys.ts';
import type { MexicanPerson } from './mexican-people.ts';
import { type ComparedMember, comparedMembers, type IneTwist } from './scenarios.ts';

/** The parts of a request that affect the response. */
export interface IneRequestBody {
  encabezado: { solicitudId: string; folioCliente: string };
  datos: Readonly<Record<string, string>> & { cic: string };
  facial: { formato: string; imagen: string };
}

/** A person in INE's records (members unknown for patterns), and how the response differs from a plain one. */
export interface CardRecord {
  person: Partial<MexicanPerson>;
  twist: IneTwist;
}

/** Data and facial block of a response; `undefined` members are not sent. */
export interface AnswerBlocks {
  dataResponse?: Record<string, unknown>;
  facialResponse?: FacialBlock | undefined;
}

/** `similitud` is a number or a text with `%`; `null`: there was no comparison. */
export interface FacialBlock {
  codigoRespuestaFacial: number;
  similitud: string | number | null;
}

/** Parsed only once, because parsing takes longer than signing. */
const signingKey = createPrivateKey(developmentPrivateKey);
/** Signs in another thread, in parallel with other responses. */
const sign = promisify(signNow);

/** Base64 SHA-256 of a value's JSON. */
const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64');

const plainSimilarity = '97.3%';
const noPortraitCode = 3;
const mexicoCityOffsetMs = -6 * 3_600_000;

/** `2026-11-20 08:05:09.120`, in the time zone of Mexico City. */
const localTime = (time: Date): string =>
  new Date(time.getTime() + mexicoCityOffsetMs).toISOString().replace('T', ' ').replace('Z', '');

/** The response blocks for an unknown CIC. */
export const noRecordBlocks: AnswerBlocks = {
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

/** @param similarity of the face comparison, 0–100; `null`: no portrait to compare with, or not requested */
export function cardBlocks(
  request: IneRequestBody,
  card: CardRecord,
  similarity: number | null,
): AnswerBlocks {
  const report = reportOf(card);
  return {
    dataResponse: {
      codigoRespuestaDatos: 0,
      respuestaSituacionRegistral: {
        tipoSituacionRegistral: standingOf(card),
        ...(report !== 'absent' && { tipoReporteRoboExtravio: report }),
      },
      respuestaComparacion: { cic: true, ...comparison(request.datos, card) },
    },
    facialResponse: facialBlock(card, similarity),
  };
}

/** `tipoSituacionRegistral`. */
export const standingOf = ({ person, twist }: CardRecord): string =>
  twist.standing ?? person.standing ?? 'VIGENTE';

/** `tipoReporteRoboExtravio`; `absent`: the key is left out. */
export const reportOf = ({ person, twist }: CardRecord): string | null =>
  twist.report ?? person.theftReport ?? null;

/** A field that was not sent is not compared, and is `null`. */
export function comparison(
  sent: Readonly<Record<string, string | undefined>>,
  { person, twist }: CardRecord,
): Record<ComparedMember, boolean | null> {
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
  const members = comparedMembers.map((member) => [member, outcome(member)] as const);
  return Object.fromEntries(members) as Record<ComparedMember, boolean | null>;
}

/** @param similarity of the face comparison, 0–100; `null`: no portrait to compare with, or not requested */
export function facialBlock(
  { person, twist }: CardRecord,
  similarity: number | null,
): FacialBlock | undefined {
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

/** The complete response, signed with the development key. */
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
