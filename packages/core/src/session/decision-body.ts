import type {
  BrazilResult,
  ColombiaResult,
  MexicoResult,
  RegistryCheckName,
  ValidationResult,
} from '@countersign/contract';
import { brazilianNumber } from '../registry/registry-claims.ts';
import { type Address, suppliedAddress } from './document/address.ts';
import { type DocumentReading, noReading } from './document/document-reading.ts';
import { voterCardIdentifiers } from './document/voter-card.ts';
import type { SessionData } from './session-data.ts';
import { suppliedFirstName } from './document/single-name.ts';
import type { SessionStatus } from './transitions.ts';
import type { RiskLabel } from './risk.ts';

/** Optional members that decisions of the integration contain. @see spec/contract.md */
export interface DecisionFeatures {
  registry: RegistryCheckName | null;
  extendedData: boolean;
  proofOfAddress: boolean;
  drivingLicenceData: boolean;
  ageEstimation: boolean;
  riskScore: boolean;
  riskLabels: boolean;
}

/** A registry's answer for this decision, as its public object. */
export type DecisionRegistry =
  | { registry: 'br'; object: BrazilResult }
  | { registry: 'mx'; object: MexicoResult }
  | { registry: 'co'; object: ColombiaResult }
  | { registry: 'us'; object: ValidationResult[] };

export interface DecisionInput {
  sessionId: string;
  attemptId: string;
  session: SessionData;
  status: DecidedStatus;
  /** Wire code and text of A-100; both `null` if the status has none. */
  reasonCode: number | null;
  reason: string | null;
  /** Milliseconds, `Z`. */
  decisionTime: string;
  acceptanceTime: string;
  /** Microseconds, `Z`; `null` if the attempt was not submitted. */
  submissionTime: string | null;
  reading: DocumentReading | null;
  /** `null` if no registry check contributed to the decision. */
  registry: DecisionRegistry | null;
  /** The session was only screened: nothing about the person is shown. */
  onlyScreened: boolean;
  risk: { score: number | null; labels: RiskLabel[] };
  /** The end-user's address as the flow saw it; `null` for API-fed attempts. */
  ip: string | null;
  features: DecisionFeatures;
}

export type DecidedStatus = Exclude<SessionStatus, 'created' | 'started' | 'submitted'>;

/** @see spec/contract.md A-47 */
const codes: Readonly<Record<DecidedStatus, number>> = {
  approved: 9001,
  declined: 9102,
  resubmission_requested: 9103,
  expired: 9104,
  abandoned: 9104,
  review: 9121,
};

/** `verification.code` of a decided status. */
export const decisionCode = (status: DecidedStatus): number => codes[status];

/**
 * The decision object, members in wire order. It is serialised once, in the transaction that decides; the webhook and GET
 * decision send those bytes.
 * @see spec/contract.md
 */
export function decisionBody(input: DecisionInput) {
  const { session, status, features } = input;
  // shows nothing about the person if the session expired, was abandoned (forced outcomes of A-102 included) or was only screened.
  const blank = status === 'expired' || status === 'abandoned';
  const shown =
    blank || input.onlyScreened
      ? shownValues(noReading, noPerson)
      : shownValues(input.reading ?? noReading, session, registryNumber(input));
  return {
    status: 'success' as const,
    verification: {
      id: input.sessionId,
      attemptId: input.attemptId,
      vendorData: session.vendorData,
      endUserId: session.endUserId,
      status,
      code: codes[status],
      reason: input.reason,
      reasonCode: input.reasonCode,
      decisionTime: blank ? null : input.decisionTime,
      acceptanceTime: input.acceptanceTime,
      submissionTime: input.submissionTime,
      person: personMembers(shown, features),
      document: documentMembers(shown, features),
      ...registryMembers(input),
      additionalVerifiedData: additionalMembers(input, shown),
      comments: [] as never[],
      ...(features.riskScore
        ? { riskScore: input.risk.score === null ? null : { score: input.risk.score } }
        : {}),
      ...(features.riskLabels ? { riskLabels: blank ? [] : input.risk.labels } : {}),
    },
    technicalData: { ip: input.ip },
  };
}

/** The CPF or CURP sent to a registry; a number from another country's document does not replace it. @see spec/contract.md A-381 */
function registryNumber({ registry, reading, session }: DecisionInput): string | undefined {
  if (registry?.registry === 'br') return brazilianNumber(reading) ?? session.person.idNumber;
  if (registry?.registry === 'mx') return reading?.voterCard?.curp ?? session.person.idNumber;
  return undefined;
}

/** @see spec/contract.md A-52 */
function registryMembers({ features, registry }: DecisionInput) {
  if (features.registry !== 'BR_CPF' && features.registry !== 'MX_INE') return {};
  if (registry?.registry === 'br') return { registryValidations: { BR_CPF: registry.object } };
  if (registry?.registry === 'mx') return { registryValidations: { MX_INE: registry.object } };
  return { registryValidations: {} };
}

const noPerson = { person: {}, document: {}, address: {} } satisfies Partial<SessionData>;

/** Values that were read take precedence over supplied ones; a decision that may show nothing receives neither. */
function shownValues(reading: DocumentReading, { person, document, address }: Shown, ofRegistry?: string) {
  return {
    ...namesOf(reading, person),
    idNumber: ofRegistry ?? reading.idNumber ?? person.idNumber ?? null,
    gender: reading.gender ?? person.gender ?? null,
    dateOfBirth: reading.dateOfBirth ?? person.dateOfBirth ?? null,
    nationality: reading.nationality,
    address: reading.address ?? suppliedAddress(address),
    number: reading.number ?? document.number ?? null,
    type: reading.type ?? document.type ?? null,
    country: reading.country ?? document.country ?? null,
    portraitIsVisible: reading.source === null ? null : reading.hasPortrait,
    placeOfBirth: reading.placeOfBirth,
    state: reading.state,
    issuedBy: reading.issuedBy,
    licence: reading.licence,
    extended: extendedPerson(reading),
    ...datesOf(reading, document),
  };
}

/** The supplied second last name is added to a supplied last name only; one that was read is complete. @see spec/contract.md A-300 */
const namesOf = (reading: DocumentReading, person: SessionData['person']) => ({
  firstName: reading.firstName ?? suppliedFirstName(person, reading) ?? null,
  lastName: reading.lastName ?? person.lastName ?? null,
  secondLastName: reading.lastName === null ? (person.secondLastName ?? null) : null,
  wholeName: reading.wholeName,
  suppliedFullName: person.fullName ?? null,
});

type Shown = Pick<SessionData, 'person' | 'document' | 'address'>;

const datesOf = (reading: DocumentReading, document: SessionData['document']) => ({
  validFrom: reading.validFrom ?? document.validFrom ?? null,
  validUntil: reading.validUntil ?? document.validUntil ?? null,
  firstIssue: reading.licence?.firstIssue ?? document.firstIssue ?? null,
});

type ShownValues = ReturnType<typeof shownValues>;

function personMembers(shown: ShownValues, { registry, extendedData, proofOfAddress }: DecisionFeatures) {
  const { firstName, lastName, idNumber, gender, dateOfBirth, nationality, address } = shown;
  const joined = [firstName, lastName, shown.secondLastName].filter(Boolean).join(' ');
  const fullName = shown.wholeName ?? (joined || shown.suppliedFullName);
  const wide = registry === 'CO' || extendedData;
  return {
    firstName,
    lastName,
    citizenship: null,
    idNumber,
    gender,
    dateOfBirth,
    yearOfBirth: dateOfBirth?.slice(0, 4) ?? null,
    placeOfBirth: shown.placeOfBirth,
    nationality,
    pepSanctionMatch: null,
    ...(wide ? { fullName } : {}),
    ...(wide || proofOfAddress
      ? { addresses: address === null ? [] : [addressItem(address, extendedData)] }
      : {}),
    ...(extendedData ? shown.extended : {}),
  };
}

const addressItem = ({ full, parsed }: Address, extendedData: boolean) => ({
  fullAddress: full,
  ...(extendedData ? { parsedAddress: parsed } : {}),
});

/** No reader exists for titles, occupations and similar members of documents. */
const extendedPerson = ({ eyeColor, hairColor, height, weight, voterCard }: DocumentReading) => ({
  extraNames: null,
  title: null,
  occupation: null,
  employer: null,
  foreignerStatus: null,
  eyeColor,
  hairColor,
  height,
  weight,
  ...voterCardIdentifiers(voterCard),
});

function documentMembers(shown: ShownValues, { extendedData }: DecisionFeatures) {
  const { number, type, country, validFrom, validUntil, firstIssue } = shown;
  return {
    number,
    type,
    country,
    state: shown.state,
    validFrom,
    validUntil,
    ...(extendedData ? extendedDocument(shown, firstIssue) : {}),
  };
}

const extendedDocument = ({ issuedBy, portraitIsVisible }: ShownValues, firstIssue: string | null) => ({
  firstIssue,
  placeOfIssue: null,
  issuedBy,
  issueNumber: null,
  remarks: null,
  residencePermitType: null,
  nfcValidated: null,
  portraitIsVisible,
  signatureIsVisible: null,
  specimen: null,
});

/** Members of enabled features; `null` until the feature has a value. */
function additionalMembers({ features, registry }: DecisionInput, { licence }: ShownValues) {
  return {
    ...(features.drivingLicenceData ? licenceMembers(licence) : {}),
    ...(features.extendedData ? { processNumber: null } : {}),
    ...(features.ageEstimation ? { estimatedAge: null, estimatedGender: null } : {}),
    ...(registry?.registry === 'co' ? { registryValidation: registry.object } : {}),
    ...(features.proofOfAddress
      ? { proofOfAddress: { nameMatch: null, nameMatchPercentage: null, documentType: null } }
      : {}),
    ...(registry?.registry === 'us' ? { validationResults: registry.object } : {}),
  };
}

/** Dates per category are printed in tables that are not read: `null`. */
function licenceMembers(licence: DocumentReading['licence']) {
  const categories = licence?.categories ?? null;
  return {
    driversLicenseNumber: licence?.number ?? null,
    driversLicenseCategory: categories && Object.fromEntries(categories.map((name) => [name, true] as const)),
    driversLicenseCategoryFrom: null,
    driversLicenseCategoryUntil: null,
    driversLicenseCategories: categories,
  };
}
