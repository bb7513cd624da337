/** Mexico's two informational checks: their queries, and their results as sent to clients. They never change a verdict. */
import type {
  CombinedRegistryData,
  CombinedRegistryWebhookBody,
  CurpRegistryBody,
  CurpRegistryWebhookBody,
  IneRegistryBody,
  IneRegistryWebhookBody,
} from '@countersign/contract';
import type { DocumentReading } from '../session/document/document-reading.ts';
import type { SessionData } from '../session/session-data.ts';
import { curpStateOf, curpStatusOf } from './curp-status.ts';
import { parseCurp, personGender } from './numbers/curp.ts';
import { isBeforeModelE, isCic, parseOcr } from './numbers/ine-card.ts';
import type { CurpAnswer, CurpQuestion, RegistryResult, VoterListAnswer, VoterListQuestion } from './port.ts';
import { unknownToVoterList, type VoterListState, voterListState } from './voter-list-states.ts';

/**
 * The query to the voter list about a card: the numbers that identify its model, or the CIC alone if no other is known.
 * Cards without a CIC are of model C.
 * @param reading `null`: no document was inspected
 * @returns `null`: neither a CIC nor the numbers of model C are known, so the list cannot be queried
 * @see spec/registries.md 8.5
 */
export function voterListQuestion(
  { document }: Pick<SessionData, 'document'>,
  reading: Pick<DocumentReading, 'voterCard'> | null,
): VoterListQuestion | null {
  const card = reading?.voterCard ?? null;
  const cic = card?.cic ?? document.number ?? '';
  if (!card?.ocr) return isCic(cic) ? { cic } : null;
  const { ocr, voterKey, emissionNumber, issueYear } = card;
  if (isCic(cic)) {
    const citizenId = parseOcr(ocr)?.citizenId;
    return citizenId === undefined || isBeforeModelE(issueYear) ? { cic, ocr } : { cic, citizenId };
  }
  return voterKey && emissionNumber ? { voterKey, emissionNumber, ocr } : null;
}

/**
 * The query to the population registry: the code on the card, otherwise the one supplied.
 * @param reading `null`: no document was inspected
 * @returns `null`: no code is known, or the known one is malformed
 * @see spec/registries.md 8.4
 */
export function curpQuestion(
  { person }: Pick<SessionData, 'person'>,
  reading: Pick<DocumentReading, 'voterCard'> | null,
): CurpQuestion | null {
  const curp = (reading?.voterCard?.curp ?? person.idNumber ?? '').trim().normalize('NFC').toUpperCase();
  return parseCurp(curp) && { curp };
}

/** A check of the voter list: the query and the answer. */
export interface VoterListCheck {
  question: VoterListQuestion;
  result: RegistryResult<VoterListAnswer>;
}

/** The envelope of the three webhooks. */
export interface MexicanQueryEvent {
  sessionId: string;
  attemptId: string;
  vendorData: string | null;
  endUserId: string | null;
  /** ISO 8601, UTC, milliseconds. */
  time: string;
}

/** The result when no number is known to query a registry with, so it is not called. */
export const notQueried = {
  kind: 'rejected',
  at: null,
  input: 'id_number',
  code: 'local:not_known',
} as const;

/**
 * A registry's result for a person: an answer, or `'not_found'`. `null` where there is none, which must never look like "no data":
 * the registry could not be reached, or the query was rejected before the call.
 */
function answerOf<A>(result: RegistryResult<A>): A | 'not_found' | null {
  if (result.kind === 'answered') return result.answer;
  if (result.kind === 'not_found') return 'not_found';
  const refused = result.kind === 'rejected' && result.at !== null;
  return refused && (result.input === 'id_number' || result.input === 'minor') ? 'not_found' : null;
}

/** The same for the population registry; if no code is known, there is no record to find. @see spec/contract.md A-383 */
const recordOf = (result: RegistryResult<CurpAnswer>): CurpAnswer | 'not_found' | null =>
  result.kind === 'rejected' && result.code === notQueried.code ? 'not_found' : answerOf(result);

interface Card {
  state: VoterListState;
  /** `null`: the voter list has no such card. */
  answer: VoterListAnswer | null;
}

function cardOf(result: RegistryResult<VoterListAnswer>): Card | null {
  const answered = answerOf(result);
  if (answered === null) return null;
  if (answered === 'not_found') return { state: unknownToVoterList, answer: null };
  const state = voterListState(answered.code);
  return state && { state, answer: state.status === 'no_encontrado' ? null : answered };
}

/**
 * Body of GET …/decision/ine-registry.
 * @returns `null` when the registry gave no answer: 404
 * @see spec/contract.md A-76
 */
export function ineRegistryBody(result: RegistryResult<VoterListAnswer>): IneRegistryBody | null {
  const card = cardOf(result);
  return card && { active: card.state.active, documentState: card.state.documentState };
}

/**
 * Body of GET …/decision/curp-registry. A status outside the contract's closed list becomes `null` beside the code: clients that
 * accept only that list never receive anything else, and the code still distinguishes the record from one that was not found.
 * @returns `null` when the registry gave no answer: 404
 * @see spec/contract.md A-77
 */
export function curpRegistryBody(result: RegistryResult<CurpAnswer>): CurpRegistryBody | null {
  const answered = recordOf(result);
  if (answered === null) return null;
  if (answered === 'not_found') return { statusCurp: null, curp: null };
  return { statusCurp: curpStatusOf(answered.status), curp: answered.curp };
}

/**
 * Both results together.
 * @returns `null` unless both registries answered: half an answer would show the other half as "no data"
 * @see spec/contract.md A-78
 */
export function combinedRegistryData(
  voterList: VoterListCheck,
  curp: RegistryResult<CurpAnswer>,
): CombinedRegistryData | null {
  const card = cardOf(voterList.result);
  const record = recordOf(curp);
  if (card === null || record === null) return null;
  return {
    ine: ineMember(card, voterList.question),
    curp: record === 'not_found' ? noCurp : curpMember(record),
  };
}

function ineMember({ state, answer }: Card, question: VoterListQuestion): CombinedRegistryData['ine'] {
  const { voterKey = null, federalDistrict = null, registrationYear = null } = answer ?? {};
  const { ocr = question.ocr ?? null, issueYear = null, validUntil = null } = answer ?? { ocr: null };
  const citizenId = question.citizenId ?? parseOcr(ocr ?? '')?.citizenId ?? null;
  const identifier = answer && citizenId;
  return {
    active: state.active,
    status: state.status,
    information: state.documentState,
    electorKey: voterKey,
    federalDistrict,
    ocr,
    registrationYear,
    issueYear,
    validUntil,
    ...(isOlderModel(question, issueYear) ? { ifeIdentifier: identifier } : { ineIdentifier: identifier }),
  };
}

/** Older models are queried by their OCR. For a card queried by its CIC alone, the year may come from the answer. */
const isOlderModel = ({ ocr, citizenId }: VoterListQuestion, answeredYear: string | null): boolean =>
  ocr !== undefined || (citizenId === undefined && isBeforeModelE(answeredYear));

/** Every member `null`: the registry has no such person. */
const noCurp: CombinedRegistryData['curp'] = {
  curp: null,
  statusCurp: null,
  names: null,
  paternalSurname: null,
  maternalSurname: null,
  gender: null,
  dateOfBirth: null,
  birthRegion: null,
  documentEvidence: { book: null, sheet: null, volume: null, actNumber: null },
};

function curpMember(record: CurpAnswer): CombinedRegistryData['curp'] {
  const { book = null, sheet = null, volume = null, actNumber = null } = record.evidence ?? {};
  return {
    curp: record.curp,
    statusCurp: curpStatusOf(record.status),
    names: record.names,
    paternalSurname: record.firstSurname,
    maternalSurname: record.secondSurname,
    gender: personGender(record.sex),
    dateOfBirth: record.dateOfBirth,
    birthRegion: record.birthState,
    documentEvidence: { book, sheet, volume, actNumber },
  };
}

const version = '1.0.0';
const found = { status: 'found', code: 200 } as const;
const notFound = { status: 'not_found', code: 404 } as const;
const failed = { status: 'error', code: 503, details: null } as const;

/** @see spec/contract.md A-93 */
export function ineRegistryWebhook(
  { sessionId, attemptId, vendorData, endUserId, time }: MexicanQueryEvent,
  result: RegistryResult<VoterListAnswer>,
): IneRegistryWebhookBody {
  const details = ineRegistryBody(result);
  return {
    eventType: 'ine_registry',
    sessionId,
    attemptId,
    vendorData,
    endUserId,
    version,
    time,
    data: details
      ? { status: details.documentState, code: 200, details }
      : { status: 'registry_unavailable', code: 503, details },
  };
}

/** @see spec/contract.md A-94 */
export function curpRegistryWebhook(
  { sessionId, attemptId, vendorData, endUserId }: MexicanQueryEvent,
  result: RegistryResult<CurpAnswer>,
): CurpRegistryWebhookBody {
  return {
    type: 'curp_registry',
    id: sessionId,
    vendorData,
    endUserId,
    version,
    data: { attemptId, name: 'curp_registry', ...curpFindings(result) },
  };
}

function curpFindings(result: RegistryResult<CurpAnswer>) {
  const body = curpRegistryBody(result);
  if (body === null) return failed;
  const description =
    result.kind === 'answered' ? (curpStateOf(result.answer.status)?.description ?? null) : null;
  return { ...(body.curp === null ? notFound : found), details: { ...body, description } };
}

/** @see spec/contract.md A-95 */
export function combinedRegistryWebhook(
  { sessionId, attemptId, vendorData, endUserId, time }: MexicanQueryEvent,
  details: CombinedRegistryData | null,
): CombinedRegistryWebhookBody {
  return {
    eventType: 'combined-ine-curp-registry',
    sessionId,
    attemptId,
    vendorData,
    endUserId,
    version,
    time,
    data: details ? { ...(isFound(details) ? found : notFound), details } : failed,
  };
}

const isFound = ({ ine, curp }: CombinedRegistryData): boolean =>
  ine.status !== 'no_encontrado' || curp.curp !== null;
