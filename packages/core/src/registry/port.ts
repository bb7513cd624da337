/**
 * Queries to registries and their answers, in domain terms: no registry's vocabulary leaks past a connector.
 * @see spec/registries.md 2
 */

/** ISO 8601, UTC, milliseconds, `Z`. */
export type Instant = string;
/** `YYYY-MM-DD`. */
export type IsoDate = string;

/** A picture as sent by a connector: the complete bytes, not encoded. */
export interface RegistryImage {
  format: 'jpeg' | 'png';
  bytes: Uint8Array;
}

/** Why a registry gave no answer. */
export const unavailableCauses = [
  'connect',
  'tls',
  'timeout',
  'http_5xx',
  'rate_limited',
  'maintenance',
  'circuit_open',
] as const;
export type UnavailableCause = (typeof unavailableCauses)[number];

/** Why an answer is unusable, or why none could be obtained. */
export const technicalCauses = [
  'malformed_body',
  'schema',
  'auth',
  'config',
  'bad_signature',
  'unexpected_status',
  'response_too_large',
  'unsupported',
] as const;
export type TechnicalCause = (typeof technicalCauses)[number];

/**
 * What was rejected: `id_number`, the number itself, by the registry or by our shape check; `minor`, the person is under age and
 * everything is withheld; `selfie`, the picture sent cannot be used; `portrait`, the record exists but its portrait is absent
 * or unusable.
 */
export const rejectedInputs = ['id_number', 'minor', 'selfie', 'portrait'] as const;
export type RejectedInput = (typeof rejectedInputs)[number];

/** A registry's answer about a person, and when it arrived. */
export interface Answered<A> {
  kind: 'answered';
  at: Instant;
  answer: A;
}

/** Everything but an answer; the same for every registry. */
export type NoAnswer =
  /** An answer of the registry itself. No other result may become "person not found". */
  | { kind: 'not_found'; at: Instant }
  /** `at` null: rejected locally, nothing was sent. */
  | { kind: 'rejected'; at: Instant | null; input: RejectedInput; code: string }
  | { kind: 'unavailable'; cause: UnavailableCause; attempts: number; delivered: 'no' | 'maybe' }
  | {
      kind: 'technical';
      cause: TechnicalCause;
      attempts: number;
      /** Arrival of the response; `null` when there was none. */
      at: Instant | null;
      httpStatus?: number;
    };

/** The result of one call. */
export type RegistryResult<A> = Answered<A> | NoAnswer;

/** Deadline and identifiers of one call, the same for every registry. */
export interface CallContext {
  signal: AbortSignal;
  /** An answer must have arrived by then, including retries and tokens. */
  deadline: Instant;
  /** Sent to the registry and logged; contains nothing about a person. Repeated calls reuse it. */
  correlationId: string;
  /** Identifies the recorded consent to a consent manager. */
  consentRef?: string;
}

/** Client of one registry. Never throws, whatever the remote end does. */
export interface RegistryConnector<Question, Answer> {
  /** `datavalid`, `http-generic`, … */
  readonly id: string;
  check(question: Question, context: CallContext): Promise<RegistryResult<Answer>>;
  probe(context: CallContext): Promise<'up' | 'down' | 'unknown'>;
}

// Brazil -------------------------------------------------------------------------------------------------------------

/** Fields that Brazil compares. */
export const brazilFields = [
  'name',
  'dateOfBirth',
  'gender',
  'licenceNumber',
  'licenceCategory',
  'licenceStatus',
  'firstIssue',
  'validFrom',
  'validUntil',
] as const;
export type BrField = (typeof brazilFields)[number];

/** The query to Brazil: a face and claims about a CPF. */
export interface BrQuestion {
  /** 11 digits. */
  cpf: string;
  selfie: RegistryImage;
  /** Only fields whose check is on and whose value is known. Dates `YYYY-MM-DD`, gender `M` or `F`. */
  claims: Partial<Record<Exclude<BrField, 'licenceStatus'>, string>>;
  compareLicenceStatus: boolean;
}

/** Brazil's answer about a known CPF. */
export interface BrAnswer {
  /** `null`: not known. */
  taxpayerStatus: 'regular' | 'pending' | 'suspended' | 'deceased' | 'cancelled' | 'void' | null;
  licenceFound: boolean | null;
  /** Similarity 0–100, four decimals. */
  face: {
    onFile: boolean;
    similarity: number | null;
    liveness: 'real' | 'spoof' | 'unusable' | null;
  } | null;
  /** Absent: not evaluated. */
  compared: Partial<Record<BrField, { equal: boolean } | { similarity: number }>>;
}

// Mexico -------------------------------------------------------------------------------------------------------------

/** Fields that INE compares. */
export const mexicoFields = [
  'firstName',
  'fatherLastName',
  'motherLastName',
  'curp',
  'registrationYear',
  'issueYear',
] as const;
export type MxField = (typeof mexicoFields)[number];

/** Numbers of a card besides its CIC; absent where they are not known. @see spec/registries.md 12.5 */
export interface MxCardNumbers {
  ocr?: string;
  citizenId?: string;
  voterKey?: string;
  emissionNumber?: string;
}

/** The query to INE: a face and claims about a card. */
export interface MxQuestion extends MxCardNumbers {
  /** 9 digits. */
  cic: string;
  selfie: RegistryImage;
  consent: true;
  claims: Partial<Record<MxField, string>>;
}

/** INE's answer about a known card. */
export interface MxAnswer {
  standing: 'current' | 'not_current';
  theftReport: 'none' | 'stolen' | 'lost' | 'stolen_temporary' | 'lost_temporary' | 'not_returned';
  /** Similarity 0–100, four decimals. */
  face: { similarity: number | null } | null;
  /** Absent: not returned. */
  compared: Partial<Record<MxField, boolean>>;
}

/** The query to RENAPO: a CURP, or a person whose CURP is to be found. */
export type CurpQuestion =
  | { curp: string }
  | {
      names: string;
      firstSurname: string;
      secondSurname?: string;
      dateOfBirth: IsoDate;
      sex: 'male' | 'female' | 'x';
      /** Two letters as in a CURP, not ISO. */
      birthState: string;
    };

/** RENAPO's record of one CURP. */
export interface CurpAnswer {
  /** The current code. */
  curp: string;
  previous: string[];
  /** As received, `AN`, `BD`, … */
  status: string;
  names: string;
  firstSurname: string;
  secondSurname: string | null;
  sex: 'male' | 'female' | 'x';
  dateOfBirth: IsoDate;
  birthState: string;
  /** `book`, `sheet`, `volume`, `actNumber` and whatever else the registry names. */
  evidence?: Record<string, string>;
}

/** Card numbers by which the nominal list is searched; absent if not known. */
export interface VoterListQuestion {
  cic?: string;
  citizenId?: string;
  ocr?: string;
  voterKey?: string;
  emissionNumber?: string;
}

/** The nominal list's record of a card; members it omits are absent. */
export interface VoterListAnswer {
  /** `claveMensaje`. @see spec/registries.md 14 */
  code: number;
  ocr?: string;
  cic?: string;
  voterKey?: string;
  emissionNumber?: string;
  federalDistrict?: string;
  localDistrict?: string;
  registrationYear?: string;
  issueYear?: string;
  validUntil?: string;
}

// Colombia -----------------------------------------------------------------------------------------------------------

/** Types of numbers: citizen (CC), foreigner (CE), taxpayer (NIT), minor (TI). */
export const colombianIdTypes = ['CC', 'CE', 'NIT', 'TI'] as const;
export type CoIdType = (typeof colombianIdTypes)[number];

/** The query to Colombia. */
export interface CoQuestion {
  idType: CoIdType;
  /** Without dots and blanks. */
  number: string;
}

/** A registered name in parts; `null` for a part it does not have. */
export interface CoName {
  firstGiven: string | null;
  secondGiven: string | null;
  firstSurname: string | null;
  particle: string | null;
  secondSurname: string | null;
}

/** Colombia's record of a number. */
export interface CoAnswer {
  /** State of the card. @see spec/registries.md 6.2 */
  stateCode: number;
  issuedOn?: IsoDate;
  deathDate?: IsoDate;
  name: CoName;
}

// United States ------------------------------------------------------------------------------------------------------

/** @see spec/contract.md A-34 */
export interface UsQuestion {
  /** 9 digits. */
  ssn: string;
  firstName?: string;
  lastName?: string;
  fullName?: string;
  dateOfBirth?: IsoDate;
  address?: { fullAddress?: string; street?: string; houseNumber?: string; postcode?: string };
}

/** How closely a field of the United States registry matches. */
export const matchLevels = ['full_match', 'partial_match', 'no_match'] as const;
export type MatchLevel = (typeof matchLevels)[number];

/** Fields that the United States registry compares. */
export const unitedStatesFields = [
  'firstName',
  'lastName',
  'dateOfBirth',
  'address',
  'city',
  'state',
  'zip',
  'idNumber',
] as const;
export type UsField = (typeof unitedStatesFields)[number];

/** Fields compared for a number known to the registry. */
export interface UsAnswer {
  /** `null`: not compared. */
  compared: Record<UsField, MatchLevel | null>;
}
