import { brazilChecks, type BrazilReason, type BrazilResult } from '@countersign/contract';
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
import { licenceCategory } from './numbers/cnh.ts';
import { cpfDigits, isValidCpf, sandboxCpf } from './numbers/cpf.ts';
import type { BrAnswer, BrField, BrQuestion, IsoDate, RegistryImage, RegistryResult } from './port.ts';
import { registryVerdict } from './registry-verdict.ts';
import type { BrFieldCheck, BrInput, BrPolicy, Evaluation, FieldSetting } from './verdict.ts';

type Check = Cell<BrazilReason>;
type Claim = keyof BrInput['claims'];

/** The field that each check compares; without a claim, every check except the licence's status has no input. @see spec/registries.md 4.1 */
const fieldOf: Record<BrFieldCheck, BrField> = {
  name_match: 'name',
  date_of_birth_match: 'dateOfBirth',
  gender_match: 'gender',
  drivers_license_number_match: 'licenceNumber',
  drivers_license_category_match: 'licenceCategory',
  drivers_license_is_valid: 'licenceStatus',
  drivers_license_first_issue_match: 'firstIssue',
  drivers_license_valid_from_match: 'validFrom',
  drivers_license_valid_until_match: 'validUntil',
};
const isFieldCheck = (check: string): check is BrFieldCheck => Object.hasOwn(fieldOf, check);
/** In wire order. */
const fieldChecks = brazilChecks.filter(isFieldCheck);

/** All inputs of the decision rows. */
interface Facts {
  input: BrInput;
  policy: BrPolicy;
  result: RegistryResult<BrAnswer> | null;
  today: IsoDate;
}

/** The settings in effect: for any document other than a licence, the licence's checks are off. */
const settingOf = ({ input, policy }: Pick<Facts, 'input' | 'policy'>, check: BrFieldCheck): FieldSetting =>
  check.startsWith('drivers_license_') && !input.licencePresented ? 'off' : policy.fields[check];

/** A claim in the form sent; `undefined`: not known. A category outside the national list is dropped. */
function sentClaim({ claims }: BrInput, field: Claim): string | undefined {
  const value = claims[field];
  if (!isGiven(value)) return undefined;
  return field === 'licenceCategory' ? (licenceCategory(value) ?? undefined) : value;
}

const lacksInput = (input: BrInput, check: BrFieldCheck): boolean => {
  const field = fieldOf[check];
  return field !== 'licenceStatus' && sentClaim(input, field) === undefined;
};

const isMissing = (facts: Facts, check: BrFieldCheck): boolean =>
  settingOf(facts, check) === 'required' && lacksInput(facts.input, check);

const hasImpossibleCpf = ({ cpf = '', cpfExempt }: BrInput): boolean =>
  !isValidCpf(cpf) && !(cpfExempt === true && sandboxCpf(cpf));

const isRejected = ({ result }: Facts, input: string): boolean =>
  result?.kind === 'rejected' && result.input === input;

const answerOf = ({ result }: Facts): BrAnswer | null => (result?.kind === 'answered' ? result.answer : null);

const isGone = (facts: Facts): boolean =>
  ['deceased', 'cancelled', 'void'].includes(answerOf(facts)?.taxpayerStatus ?? 'regular');

const isFaceUnusable = (facts: Facts): boolean => {
  const face = answerOf(facts)?.face;
  return face?.onFile === true && face.liveness === 'unusable';
};

/** @see spec/registries.md 4.2 */
const hasNoPortrait = (facts: Facts): boolean => {
  const answer = answerOf(facts);
  if (!answer) return isRejected(facts, 'portrait');
  return answer.licenceFound === false || !answer.face?.onFile || answer.face.similarity == null;
};

const facePasses = (facts: Facts): boolean => {
  const face = answerOf(facts)?.face;
  return (
    face?.similarity != null &&
    face.liveness !== 'spoof' &&
    passes(face.similarity, facts.policy.faceThreshold)
  );
};

type FieldCells = Check | ((facts: Facts, check: BrFieldCheck) => Check | undefined);

interface ValidationsRow extends Row<Facts> {
  person: Check;
  selfie: Check;
  /** Results of the field checks that are on; `undefined`: absent. */
  fields: FieldCells;
  timestamp: 'null' | 'at';
  /** `by fields`: 903 if any of them failed, else approved. */
  reasonCode: 202 | 581 | 902 | 903 | 'by fields';
}

interface ErrorRow extends Row<Facts> {
  error: 'registry_unavailable' | 'technical_issues';
  reasonCode: 901;
}

const missingInput: FieldCells = (facts, check) =>
  isMissing(facts, check) ? F('input_not_provided') : NA('input_not_provided');

/** @see spec/registries.md 4.3 */
// prettier-ignore
const rows: readonly (ValidationsRow | ErrorRow)[] = [
  {
    id: 'B1', applies: (facts) => fieldChecks.some((check) => isMissing(facts, check)),
    person: NA('input_not_provided'), selfie: NA('input_not_provided'), fields: missingInput,
    timestamp: 'null', reasonCode: 903,
  },
  {
    id: 'B2', applies: ({ input }) => !isGiven(input.cpf) || input.unnamed === true,
    person: F('input_not_provided'), selfie: NA('input_not_provided'), fields: NA('input_not_provided'),
    timestamp: 'null', reasonCode: 903,
  },
  {
    id: 'B3', applies: ({ input }) => !input.selfie,
    person: NA('input_not_provided'), selfie: F('input_not_provided'), fields: NA('input_not_provided'),
    timestamp: 'null', reasonCode: 903,
  },
  {
    id: 'B4', applies: ({ input }) => hasImpossibleCpf(input),
    person: F('input_invalid'), selfie: NA('input_invalid'), fields: NA('output_not_received'),
    timestamp: 'null', reasonCode: 902,
  },
  {
    id: 'B4', applies: (facts) => isRejected(facts, 'id_number'),
    person: F('input_invalid'), selfie: NA('input_invalid'), fields: NA('output_not_received'),
    timestamp: 'at', reasonCode: 902,
  },
  { id: 'B5', applies: ({ result }) => result?.kind === 'unavailable', error: 'registry_unavailable', reasonCode: 901 },
  { id: 'B6', applies: ({ result }) => result?.kind === 'technical', error: 'technical_issues', reasonCode: 901 },
  {
    id: 'B7', applies: (facts) => isRejected(facts, 'minor'),
    person: F('input_invalid'), selfie: NA('input_invalid'), fields: NA('output_not_received'),
    timestamp: 'at', reasonCode: 902,
  },
  {
    id: 'B8', applies: (facts) => facts.result?.kind === 'not_found' || isGone(facts),
    person: F('person_not_found'), selfie: NA('person_not_found'), fields: NA('output_not_received'),
    timestamp: 'at', reasonCode: 902,
  },
  {
    id: 'B9', applies: (facts) => isRejected(facts, 'selfie'),
    person: NA('output_not_received'), selfie: F('input_invalid'), fields: NA('output_not_received'),
    timestamp: 'at', reasonCode: 202,
  },
  {
    id: 'B9', applies: isFaceUnusable,
    person: ok, selfie: F('input_invalid'), fields: NA('output_not_received'),
    timestamp: 'at', reasonCode: 202,
  },
  {
    id: 'B10', applies: hasNoPortrait,
    person: ok, selfie: F('output_not_received'), fields: NA('output_not_received'),
    timestamp: 'at', reasonCode: 581,
  },
  {
    id: 'B11', applies: (facts) => answerOf(facts) !== null && !facePasses(facts),
    person: ok, selfie: F('selfie_mismatch'), fields: NA('selfie_mismatch'),
    timestamp: 'at', reasonCode: 581,
  },
  {
    id: 'B12', applies: facePasses,
    person: ok, selfie: ok, fields: comparedField,
    timestamp: 'at', reasonCode: 'by fields',
  },
];

/**
 * Field checks of row B12. The name is compared by similarity; other fields must score 100.
 * @see spec/registries.md 4.4
 */
function comparedField(facts: Facts, check: BrFieldCheck): Check | undefined {
  if (lacksInput(facts.input, check)) return undefined;
  const equal = isEqual(facts, check);
  if (equal === null) {
    return settingOf(facts, check) === 'required' ? F('output_not_received') : NA('output_not_received');
  }
  return equal && !(check === 'drivers_license_is_valid' && hasRunOut(facts)) ? ok : F('value_mismatch');
}

/** `null`: not evaluated. */
function isEqual(facts: Facts, check: BrFieldCheck): boolean | null {
  const compared = answerOf(facts)?.compared[fieldOf[check]];
  if (!compared) return null;
  if ('equal' in compared) return compared.equal;
  return passes(compared.similarity, check === 'name_match' ? facts.policy.nameThreshold : 100);
}

/** True for a licence whose expiry date the registry confirmed and which has expired. */
function hasRunOut(facts: Facts): boolean {
  const { validUntil } = claimsOf(facts);
  const confirmed = isEqual(facts, 'drivers_license_valid_until_match') === true;
  return validUntil !== undefined && confirmed && validUntil < facts.today;
}

/** Claims only for the checks that are on. */
function claimsOf(facts: Pick<Facts, 'input' | 'policy'>): BrQuestion['claims'] {
  const claims: Partial<Record<Claim, string>> = {};
  for (const check of fieldChecks) {
    const field = fieldOf[check];
    if (field === 'licenceStatus' || settingOf(facts, check) === 'off') continue;
    const value = sentClaim(facts.input, field);
    if (value !== undefined) claims[field] = value;
  }
  return claims;
}

/**
 * Brazil's registry check: total, every combination has exactly one answer.
 * @param result `null`: the registry has not been called; returns `call` unless the check can be settled without it
 * @param today day of the call in `America/Sao_Paulo`
 * @see spec/registries.md 4
 */
// oxlint-disable-next-line max-params -- the signature that the specification gives
export function evaluateBr(
  input: BrInput,
  policy: BrPolicy,
  result: RegistryResult<BrAnswer> | null,
  today: IsoDate,
): Evaluation<BrazilResult> {
  const facts: Facts = { input, policy, result, today };
  const row = firstRow(rows, facts);
  if (row === 'call') return row;
  if ('error' in row) {
    const object = inError(row.error, answeredAt(result));
    return { object, verdict: registryVerdict(row.reasonCode), row: row.id };
  }
  const object = validated(validationsOf(row, facts), row.timestamp === 'at' ? answeredAt(result) : null);
  const byFields = object.status === 'failure' ? 903 : null;
  const reasonCode = row.reasonCode === 'by fields' ? byFields : row.reasonCode;
  return { object, verdict: registryVerdict(reasonCode), row: row.id };
}

function validationsOf({ person, selfie, fields }: ValidationsRow, facts: Facts) {
  const validations: NonNullable<BrazilResult['validations']> = {
    person_registered: person,
    selfie_registry_match: selfie,
  };
  for (const check of fieldChecks) {
    if (settingOf(facts, check) === 'off') continue;
    const cell = typeof fields === 'function' ? fields(facts, check) : fields;
    if (cell) validations[check] = cell;
  }
  return validations;
}

/**
 * The query to Brazil's registry, for when `evaluateBr` returns `call`. It omits the data of checks that are off.
 * @throws {Error} there is no CPF: row B2
 * @see spec/registries.md 2, 11
 */
export function questionBr(input: BrInput, policy: BrPolicy, selfie: RegistryImage): BrQuestion {
  if (!isGiven(input.cpf)) throw new Error('registry call: must have a CPF');
  return {
    cpf: cpfDigits(input.cpf),
    selfie,
    claims: claimsOf({ input, policy }),
    compareLicenceStatus: settingOf({ input, policy }, 'drivers_license_is_valid') !== 'off',
  };
}
