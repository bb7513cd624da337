/** INE's generic route: simulates the adapter that an operator runs in front of the registry. @see spec/registries.md 8.3, 8.7 */
import type { MxAnswer, MxField } from '@countersign/core';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import {
  type AdapterResult,
  resultReply,
  serviceFailure,
  unusableAnswer,
} from '../generic/adapter-result.ts';
import { isPaddedBase64 } from '../server/base64-text.ts';
import type { Scenario, SimulatedCall, SimulatedDomain } from '../server/simulated-route.ts';
import { nameOnFile } from './names-on-file.ts';
import type { ComparedMember, IneTwist } from './scenarios.ts';
import {
  comparison,
  facialBlock,
  type FacialBlock,
  type CardRecord,
  reportOf,
  standingOf,
} from './simulated-answer.ts';

const Claim = Type.Optional(Type.String());

const Question = Type.Object({
  cic: Type.String({ pattern: String.raw`^\d{9}$` }),
  consent: Type.Literal(true),
  selfie: Type.Object({ format: Type.Enum(['jpeg', 'png']), base64: Type.String({ minLength: 1 }) }),
  claims: Type.Object({
    firstName: Claim,
    fatherLastName: Claim,
    motherLastName: Claim,
    curp: Claim,
    registrationYear: Claim,
    issueYear: Claim,
  }),
});
type Question = Static<typeof Question>;

/** INE's name of each field. */
const members: Readonly<Record<MxField, ComparedMember>> = {
  firstName: 'nombre',
  fatherLastName: 'apellidoPaterno',
  motherLastName: 'apellidoMaterno',
  curp: 'curp',
  registrationYear: 'anioRegistro',
  issueYear: 'anioEmision',
};

const standings: ReadonlyMap<string, MxAnswer['standing']> = new Map([
  ['VIGENTE', 'current'],
  ['NO_VIGENTE', 'not_current'],
]);

/** `absent` is not a value of INE's: the key was left out. */
const theftReports: ReadonlyMap<string | null, MxAnswer['theftReport']> = new Map([
  [null, 'none'],
  ['absent', 'not_returned'],
  ['REPORTE_DE_ROBO', 'stolen'],
  ['REPORTE_DE_EXTRAVIO', 'lost'],
  ['REPORTE_DE_ROBO_TEMPORAL', 'stolen_temporary'],
  ['REPORTE_DE_EXTRAVIO_TEMPORAL', 'lost_temporary'],
]);

/** Codes of the facial block: no face in the picture, poor picture. */
const refusedPictures = [1, 2];

/** 0–100, four decimals; `null`: not in any of INE's formats. */
function percentOf(similarity: string | number): number | null {
  const isSpelt = typeof similarity === 'number' || /^\d+(\.\d+)?%?$/.test(similarity);
  const percent = isSpelt ? Number.parseFloat(String(similarity)) : Number.NaN;
  return percent >= 0 && percent <= 100 ? Math.round(percent * 1e4) / 1e4 : null;
}

/** Names as stored in the registry; empty values count as not sent. */
function sentOf({ claims }: Question): Partial<Record<ComparedMember, string>> {
  const { firstName, fatherLastName, motherLastName } = claims;
  const names = { firstName, fatherLastName, motherLastName };
  const sent = Object.entries({ ...claims, ...names }).flatMap(([field, claim]) => {
    if (!(field in members) || !claim) return [];
    return [[members[field as MxField], field in names ? nameOnFile(claim) : claim] as const];
  });
  return Object.fromEntries(sent);
}

function comparedOf(question: Question, card: CardRecord): MxAnswer['compared'] {
  const outcomes = comparison(sentOf(question), card);
  const returned = Object.entries(members).filter(([, member]) => outcomes[member] !== null);
  return Object.fromEntries(returned.map(([field, member]) => [field, outcomes[member]]));
}

async function comparedFaces(
  { cic, selfie }: Question,
  { twist }: CardRecord,
  call: SimulatedCall,
): Promise<number | null> {
  if (twist.face !== 'compared') return null;
  return call.compareFaces(cic, { format: selfie.format, bytes: Buffer.from(selfie.base64, 'base64') });
}

/** `unusable`: the similarity cannot be parsed. */
function faceOf(block: FacialBlock | undefined): MxAnswer['face'] | 'unusable' {
  if (block === undefined) return null;
  if (block.similitud === null) return { similarity: null };
  const similarity = percentOf(block.similitud);
  return similarity === null ? 'unusable' : { similarity };
}

async function cardResult(
  question: Question,
  card: CardRecord,
  call: SimulatedCall,
): Promise<AdapterResult<MxAnswer>> {
  const standing = standings.get(standingOf(card));
  const theftReport = theftReports.get(reportOf(card));
  const block = facialBlock(card, await comparedFaces(question, card, call));
  const face = faceOf(block);
  if (standing === undefined || theftReport === undefined || face === 'unusable') return unusableAnswer;
  const at = call.now.toISOString();
  const code = block?.codigoRespuestaFacial ?? 0;
  // Results that settle the check without the picture come first: a card that is not valid and not reported stolen.
  const isSettled = standing === 'not_current' && (theftReport === 'none' || theftReport === 'not_returned');
  if (refusedPictures.includes(code) && !isSettled)
    return { kind: 'rejected', at, input: 'selfie', code: `facial:${code}` };
  const answer: MxAnswer = { standing, theftReport, face, compared: comparedOf(question, card) };
  return { kind: 'answered', at, answer };
}

async function resultOf(
  question: Question,
  { person, twist: twists }: Scenario,
  call: SimulatedCall,
): Promise<AdapterResult<MxAnswer>> {
  const twist = twists as IneTwist;
  if (twist.foreignFolio) return unusableAnswer;
  if (twist.responseCode) return serviceFailure;
  if (person === null) return { kind: 'not_found', at: call.now.toISOString() };
  return cardResult(question, { person, twist }, call);
}

/** Answers questions of the generic route from the same records as the native routes. */
export const ineDomain: SimulatedDomain = {
  numberOf: ({ cic }) => (typeof cic === 'string' ? cic : null),
  async answer(question, scenario, call) {
    if (!Value.Check(Question, question) || !isPaddedBase64(question.selfie.base64))
      return { status: 400, body: { message: 'not a question about a voter card' } };
    const { status, delayMs } = scenario.twist as IneTwist;
    if (status !== undefined) return { status, body: 'Servicio no disponible' };
    return resultReply(await resultOf(question, scenario, call), delayMs);
  },
};
