import { mexicoChecks, type MexicoReason, type MexicoResult } from '@countersign/contract';
import {
  answeredAt,
  type Cell,
  F,
  firstRow,
  inError,
  isGiven,
  NA,
  ok,
  passes,
  type Row,
  validated,
} from './decision-table.ts';
import type { MxAnswer, MxField, MxQuestion, RegistryImage, RegistryResult } from './port.ts';
import { registryVerdict } from './registry-verdict.ts';
import type { Evaluation, MxInput, MxOptionalCheck, MxPolicy } from './verdict.ts';

type Check = Cell<MexicoReason>;

/** The field that each optional check compares. @see spec/registries.md 5.1 */
const fieldOf: Record<MxOptionalCheck, MxField> = {
  first_name_match: 'firstName',
  father_last_name_match: 'fatherLastName',
  mother_last_name_match: 'motherLastName',
  personal_number_match: 'curp',
  registration_year_match: 'registrationYear',
  issue_year_match: 'issueYear',
};
const isOptionalCheck = (check: string): check is MxOptionalCheck => Object.hasOwn(fieldOf, check);
/** In wire order. */
const optionalChecks = mexicoChecks.filter(isOptionalCheck);

/** All inputs of the decision rows. */
interface Facts {
  input: MxInput;
  policy: MxPolicy;
  result: RegistryResult<MxAnswer> | null;
}

/** At least one consent to Mexico's registries is given, and none is refused. @see spec/registries.md 5.1 */
export function hasIneConsent(consents: MxInput['consents']): boolean {
  const facts = consents.filter(({ type }) => type === 'ine');
  return facts.length > 0 && facts.every(({ approved }) => approved === true);
}

const isRejected = ({ result }: Facts, ...inputs: string[]): boolean =>
  result?.kind === 'rejected' && inputs.includes(result.input);

const answerOf = ({ result }: Facts): MxAnswer | null => (result?.kind === 'answered' ? result.answer : null);

const isReported = (facts: Facts): boolean =>
  ['stolen', 'lost', 'stolen_temporary', 'lost_temporary'].includes(answerOf(facts)?.theftReport ?? 'none');

/** A card can be out of force because it was reported lost or stolen; such a card still counts as found. */
const isOutOfForce = (facts: Facts): boolean =>
  answerOf(facts)?.standing === 'not_current' && !isReported(facts);

const hasNoPortrait = (facts: Facts): boolean => {
  const answer = answerOf(facts);
  return answer ? answer.face?.similarity == null : isRejected(facts, 'portrait');
};

const facePasses = (facts: Facts): boolean => {
  const similarity = answerOf(facts)?.face?.similarity;
  return similarity != null && passes(similarity, facts.policy.faceThreshold);
};

const theftReportIs = (facts: Facts, report: MxAnswer['theftReport']): boolean =>
  facePasses(facts) && answerOf(facts)?.theftReport === report;

interface ValidationsRow extends Row<Facts> {
  /** `consent_obtained`, `person_registered`, `selfie_registry_match`, `not_reported_lost_or_stolen`. */
  core: readonly [Check, Check, Check, Check];
  /** Results of the optional checks that are on. */
  optional: Check | ((facts: Facts, check: MxOptionalCheck) => Check);
  timestamp: 'null' | 'at';
  /** `by optional`: 903 if any of them failed, else approved. */
  reasonCode: 202 | 581 | 640 | 902 | 904 | 'by optional';
}

interface ErrorRow extends Row<Facts> {
  error: 'REGISTRY_UNAVAILABLE' | 'TECHNICAL_ISSUES';
  reasonCode: 901;
}

/** @see spec/registries.md 5.2 */
// prettier-ignore
const rows: readonly (ValidationsRow | ErrorRow)[] = [
  {
    id: 'M1', applies: ({ input }) => !hasIneConsent(input.consents),
    core: [F('INPUT_NOT_PROVIDED'), NA('INPUT_NOT_PROVIDED'), NA('INPUT_NOT_PROVIDED'), NA('INPUT_NOT_PROVIDED')],
    optional: NA('INPUT_NOT_PROVIDED'), timestamp: 'null', reasonCode: 640,
  },
  {
    id: 'M2', applies: ({ input }) => !isGiven(input.cic),
    core: [ok, F('INPUT_NOT_PROVIDED'), NA('INPUT_NOT_PROVIDED'), NA('INPUT_NOT_PROVIDED')],
    optional: NA('INPUT_NOT_PROVIDED'), timestamp: 'null', reasonCode: 902,
  },
  {
    id: 'M3', applies: ({ input }) => !input.selfie,
    core: [ok, NA('INPUT_NOT_PROVIDED'), F('INPUT_NOT_PROVIDED'), NA('INPUT_NOT_PROVIDED')],
    optional: NA('INPUT_NOT_PROVIDED'), timestamp: 'null', reasonCode: 581,
  },
  { id: 'M4', applies: ({ result }) => result?.kind === 'unavailable', error: 'REGISTRY_UNAVAILABLE', reasonCode: 901 },
  { id: 'M5', applies: ({ result }) => result?.kind === 'technical', error: 'TECHNICAL_ISSUES', reasonCode: 901 },
  {
    id: 'M6',
    applies: (facts) =>
      facts.result?.kind === 'not_found' || isRejected(facts, 'id_number', 'minor') || isOutOfForce(facts),
    core: [ok, F('PERSON_NOT_FOUND'), NA('PERSON_NOT_FOUND'), NA('PERSON_NOT_FOUND')],
    optional: NA('PERSON_NOT_FOUND'), timestamp: 'at', reasonCode: 902,
  },
  {
    id: 'M7', applies: (facts) => isRejected(facts, 'selfie'),
    core: [ok, NA('OUTPUT_NOT_RECEIVED'), F('OUTPUT_NOT_RECEIVED'), NA('OUTPUT_NOT_RECEIVED')],
    optional: NA('OUTPUT_NOT_RECEIVED'), timestamp: 'at', reasonCode: 202,
  },
  {
    id: 'M8', applies: hasNoPortrait,
    core: [ok, ok, F('OUTPUT_NOT_RECEIVED'), NA('OUTPUT_NOT_RECEIVED')],
    optional: NA('OUTPUT_NOT_RECEIVED'), timestamp: 'at', reasonCode: 581,
  },
  {
    id: 'M9', applies: (facts) => answerOf(facts) !== null && !facePasses(facts),
    core: [ok, ok, F('SELFIE_MISMATCH'), NA('SELFIE_MISMATCH')],
    optional: NA('SELFIE_MISMATCH'), timestamp: 'at', reasonCode: 581,
  },
  {
    id: 'M10', applies: (facts) => facePasses(facts) && isReported(facts),
    core: [ok, ok, ok, F('VALUE_MISMATCH')],
    optional: NA('VALUE_MISMATCH'), timestamp: 'at', reasonCode: 904,
  },
  {
    id: 'M11', applies: (facts) => theftReportIs(facts, 'not_returned'),
    core: [ok, ok, ok, F('OUTPUT_NOT_RECEIVED')],
    optional: NA('OUTPUT_NOT_RECEIVED'), timestamp: 'at', reasonCode: 904,
  },
  {
    id: 'M12', applies: (facts) => theftReportIs(facts, 'none'),
    core: [ok, ok, ok, ok],
    optional: comparedField, timestamp: 'at', reasonCode: 'by optional',
  },
];

/** Optional checks of row M12. @see spec/registries.md 5.3 */
function comparedField({ input, result }: Facts, check: MxOptionalCheck): Check {
  const field = fieldOf[check];
  if (sentClaim(input, field) === undefined) return NA('INPUT_NOT_PROVIDED');
  const equal = result?.kind === 'answered' ? result.answer.compared[field] : undefined;
  if (equal == null) return NA('OUTPUT_NOT_RECEIVED');
  return equal ? ok : F('VALUE_MISMATCH');
}

/** A claim in the form sent; `undefined`: not sent. Cards of people with one surname print `X` for the other. */
function sentClaim({ claims }: MxInput, field: MxField): string | undefined {
  const value = claims[field];
  if (!isGiven(value) || (field === 'motherLastName' && value.trim() === 'X')) return undefined;
  return value;
}

/**
 * Mexico's registry check: total, every combination has exactly one answer.
 * @param result `null`: the registry has not been called; returns `call` unless the check can be settled without it
 * @see spec/registries.md 5
 */
export function evaluateMx(
  input: MxInput,
  policy: MxPolicy,
  result: RegistryResult<MxAnswer> | null,
): Evaluation<MexicoResult> {
  const facts: Facts = { input, policy, result };
  const row = firstRow(rows, facts);
  if (row === 'call') return row;
  if ('error' in row) {
    const object = inError(row.error, answeredAt(result));
    return { object, verdict: registryVerdict(row.reasonCode), row: row.id };
  }
  const object = validated(validationsOf(row, facts), row.timestamp === 'at' ? answeredAt(result) : null);
  const byOptional = object.status === 'failure' ? 903 : null;
  const reasonCode = row.reasonCode === 'by optional' ? byOptional : row.reasonCode;
  return { object, verdict: registryVerdict(reasonCode), row: row.id };
}

function validationsOf({ core, optional }: ValidationsRow, facts: Facts) {
  const [consent, person, selfie, report] = core;
  const validations: NonNullable<MexicoResult['validations']> = {
    consent_obtained: consent,
    person_registered: person,
    selfie_registry_match: selfie,
    not_reported_lost_or_stolen: report,
  };
  for (const check of optionalChecks) {
    if (!facts.policy.optional[check]) continue;
    validations[check] = typeof optional === 'function' ? optional(facts, check) : optional;
  }
  return validations;
}

/**
 * The query to Mexico's registry, for when `evaluateMx` returns `call`. It omits the data of checks that are off, and
 * identifies the card by all its numbers.
 * @throws {Error} there is no consent, or no CIC: rows M1 and M2
 * @see spec/registries.md 2, 8.3, 11
 */
export function questionMx(input: MxInput, policy: MxPolicy, selfie: RegistryImage): MxQuestion {
  if (!hasIneConsent(input.consents)) throw new Error('registry call: must have consent');
  if (!isGiven(input.cic)) throw new Error('registry call: must have a CIC');
  const claims: MxQuestion['claims'] = {};
  for (const check of optionalChecks) {
    const value = sentClaim(input, fieldOf[check]);
    if (policy.optional[check] && value !== undefined) claims[fieldOf[check]] = value;
  }
  return { cic: input.cic.trim(), selfie, consent: true, claims, ...input.cardNumbers };
}
