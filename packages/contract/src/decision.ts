import { type Static, Type } from 'typebox';
import { ColombiaResult, RegistryValidations } from './registry-results.ts';
import { documentTypes, proofOfAddressTypes } from './session.ts';
import {
  CalendarDate,
  CountryCode,
  Microseconds,
  Milliseconds,
  NullableText,
  nullable,
  oneOfTexts,
  Success,
  Uuid,
} from './wire.ts';

/** `verification.code` by status. @see spec/contract.md A-47 */
export const decisionCodes = {
  approved: 9001,
  declined: 9102,
  resubmission_requested: 9103,
  expired: 9104,
  abandoned: 9104,
  review: 9121,
} as const;

/** Statuses a decision can carry. @see spec/contract.md A-47 */
export const decisionStatuses = [
  'approved',
  'declined',
  'resubmission_requested',
  'expired',
  'abandoned',
  'review',
] as const;
export type DecisionStatus = (typeof decisionStatuses)[number];

/** Document types a response may name. @see spec/contract.md A-50 */
export const responseDocumentTypes = [...documentTypes, 'OTHER'] as const;

/** Present only with extended data. */
const extended = Type.Optional(NullableText);

/** An address as read; `parsedAddress` with extended data only. @see spec/contract.md A-49 */
export const DecisionAddress = Type.Object({
  fullAddress: Type.String(),
  parsedAddress: Type.Optional(
    Type.Object({
      street: NullableText,
      houseNumber: NullableText,
      unit: NullableText,
      city: NullableText,
      state: NullableText,
      postcode: NullableText,
      country: NullableText,
    }),
  ),
});
export type DecisionAddress = Static<typeof DecisionAddress>;

/** `verification.person`; optional members are absent unless the integration's options add them. @see spec/contract.md A-49 */
export const DecisionPerson = Type.Object({
  firstName: NullableText,
  lastName: NullableText,
  /** Deprecated. */
  citizenship: Type.Null(),
  idNumber: NullableText,
  gender: nullable(oneOfTexts(['M', 'F'])),
  dateOfBirth: nullable(CalendarDate),
  yearOfBirth: nullable(Type.String({ pattern: '^\\d{4}$' })),
  placeOfBirth: NullableText,
  nationality: nullable(CountryCode),
  /** Legacy. */
  pepSanctionMatch: Type.Null(),
  fullName: extended,
  addresses: Type.Optional(Type.Array(DecisionAddress)),
  extraNames: extended,
  title: extended,
  occupation: extended,
  employer: extended,
  foreignerStatus: extended,
  eyeColor: extended,
  hairColor: extended,
  height: extended,
  weight: extended,
  electorNumber: extended,
  ifeIdentifier: extended,
  ineIdentifier: extended,
});
export type DecisionPerson = Static<typeof DecisionPerson>;

const nullableBoolean = nullable(Type.Boolean());
const extendedBoolean = Type.Optional(nullableBoolean);

/** What is known about the kind of document; extended data only. @see spec/contract.md A-50 */
export const DocumentSpecimen = Type.Object({
  containsContactlessChip: nullableBoolean,
  firstIssuedDate: nullable(CalendarDate),
  lastIssuedDate: nullable(CalendarDate),
  nistVersion: NullableText,
  digitalDocument: nullableBoolean,
  nonStandardDrivingLicense: nullableBoolean,
  militaryDocument: nullableBoolean,
  temporaryEmergencyDocument: nullableBoolean,
  asylumRefugeeDocument: nullableBoolean,
  ICAOStandardizedDocument: nullableBoolean,
  notNationalIdCard: nullableBoolean,
  legalStatus: nullable(oneOfTexts(['primary', 'secondary', 'tertiary'])),
  hasSecurityRisk: nullableBoolean,
});
export type DocumentSpecimen = Static<typeof DocumentSpecimen>;

/** `verification.document`. @see spec/contract.md A-50 */
export const DecisionDocument = Type.Object({
  number: nullable(Type.String({ pattern: '^[A-Za-z0-9]*$' })),
  type: nullable(oneOfTexts(responseDocumentTypes)),
  country: nullable(CountryCode),
  state: NullableText,
  validFrom: nullable(CalendarDate),
  validUntil: nullable(CalendarDate),
  firstIssue: extended,
  placeOfIssue: extended,
  issuedBy: extended,
  issueNumber: extended,
  remarks: extended,
  residencePermitType: extended,
  nfcValidated: extendedBoolean,
  portraitIsVisible: extendedBoolean,
  signatureIsVisible: extendedBoolean,
  specimen: Type.Optional(nullable(DocumentSpecimen)),
});
export type DecisionDocument = Static<typeof DecisionDocument>;

/** Levels of agreement with the US registry; `null`: not compared. @see spec/contract.md A-51 */
const matchLevels = ['full_match', 'partial_match', 'no_match'] as const;
const matchLevel = nullable(oneOfTexts(matchLevels));

/** One item of `additionalVerifiedData.validationResults`. @see spec/contract.md A-51 */
export const ValidationResult = Type.Object({
  registryName: Type.String(),
  firstName: matchLevel,
  lastName: matchLevel,
  dateOfBirth: matchLevel,
  address: matchLevel,
  city: matchLevel,
  state: matchLevel,
  zip: matchLevel,
  idNumber: matchLevel,
});
export type ValidationResult = Static<typeof ValidationResult>;

/** `verification.additionalVerifiedData`: members of features that are off are absent. @see spec/contract.md A-51 */
export const AdditionalVerifiedData = Type.Object({
  driversLicenseNumber: Type.Optional(NullableText),
  driversLicenseCategory: Type.Optional(nullable(Type.Record(Type.String(), Type.Boolean()))),
  driversLicenseCategoryFrom: Type.Optional(nullable(Type.Record(Type.String(), nullable(CalendarDate)))),
  driversLicenseCategoryUntil: Type.Optional(nullable(Type.Record(Type.String(), nullable(CalendarDate)))),
  driversLicenseCategories: Type.Optional(nullable(Type.Array(Type.String()))),
  processNumber: Type.Optional(NullableText),
  /** Years, one decimal. */
  estimatedAge: Type.Optional(nullable(Type.Number())),
  /** 0 (male) to 1 (female), two decimals. */
  estimatedGender: Type.Optional(nullable(Type.Number({ minimum: 0, maximum: 1 }))),
  registryValidation: Type.Optional(ColombiaResult),
  proofOfAddress: Type.Optional(
    nullable(
      Type.Object({
        nameMatch: nullableBoolean,
        nameMatchPercentage: nullable(Type.Number({ minimum: 0, maximum: 100 })),
        documentType: nullable(oneOfTexts(proofOfAddressTypes)),
      }),
    ),
  ),
  validationResults: Type.Optional(Type.Array(ValidationResult)),
});
export type AdditionalVerifiedData = Static<typeof AdditionalVerifiedData>;

/** Labels by category; clients accept labels and categories they do not know. @see spec/contract.md A-53 */
export const riskLabels = {
  client_data_mismatch: [
    'dob_differences_detected',
    'name_differences_detected',
    'document_country_differences_detected',
    'document_type_differences_detected',
    'document_number_differences_detected',
    'id_number_differences_detected',
    'gender_differences_detected',
  ],
  crosslinks: [
    'document_crosslinked_with_fraud',
    'document_integration_level_crosslinked_with_fraud',
    'document_integration_level_crosslinked_with_multiple_declines',
    'document_integration_level_crosslinked_with_multiple_vendor_sent_names',
    'document_integration_level_crosslinked_with_suspicious_behaviour',
    'document_integration_level_crosslinked_with_tampering',
    'document_holder_photo_crosslinked_with_multiple_dobs',
    'session_crosslinked_with_known_fraud',
    'session_crosslinked_with_person_and_document_photo_mismatch',
    'session_crosslinked_with_suspected_document_tampering',
    'session_crosslinked_with_suspicious_behaviour',
    'session_crosslinked_with_velocity_abuse',
    'session_person_crosslinked_with_multiple_dobs',
    'session_person_crosslinked_with_multiple_names',
    'session_face_related_to_a_session_with_potentially_different_data',
  ],
  images: [
    'low_face_similarity_poor_document_image_sharpness',
    'low_face_similarity_poor_unknown_document_image_conditions',
    'low_face_similarity_document_face_not_clearly_visible',
    'low_face_similarity_image_quality_good',
  ],
  person: ['possible_age_risk_young'],
  device: [],
  document: [],
  network: [],
  session: ['session_attempts_of_different_people'],
} as const;

/** One item of `verification.riskLabels`; at most 20 sessions, newest first. @see spec/contract.md A-53 */
export const RiskLabel = Type.Object({
  label: Type.String(),
  category: Type.String(),
  sessionIds: Type.Array(Uuid, { maxItems: 20 }),
});
export type RiskLabel = Static<typeof RiskLabel>;

/** `verification` of a decision. @see spec/contract.md A-48 */
export const DecisionVerification = Type.Object({
  id: Uuid,
  attemptId: Uuid,
  vendorData: NullableText,
  endUserId: NullableText,
  status: oneOfTexts(decisionStatuses),
  code: Type.Unsafe<(typeof decisionCodes)[DecisionStatus]>({
    type: 'integer',
    enum: [9001, 9102, 9103, 9104, 9121],
  }),
  /** Display text; programs use `reasonCode`. */
  reason: NullableText,
  reasonCode: nullable(Type.Integer()),
  decisionTime: nullable(Milliseconds),
  acceptanceTime: Milliseconds,
  submissionTime: nullable(Microseconds),
  person: DecisionPerson,
  document: DecisionDocument,
  /** Absent unless the integration has the Brazilian or Mexican check. */
  registryValidations: Type.Optional(RegistryValidations),
  additionalVerifiedData: AdditionalVerifiedData,
  /** Deprecated: always empty. */
  comments: Type.Array(Type.Never(), { maxItems: 0 }),
  /** 0 to 1, higher is riskier; absent unless enabled, `null` when it could not be computed. */
  riskScore: Type.Optional(nullable(Type.Object({ score: Type.Number({ minimum: 0, maximum: 1 }) }))),
  riskLabels: Type.Optional(Type.Array(RiskLabel)),
});
export type DecisionVerification = Static<typeof DecisionVerification>;

/** `technicalData`: the end-user's address, `null` for API-fed attempts. @see spec/contract.md A-54 */
export const TechnicalData = Type.Object({ ip: NullableText });

/** Body of GET decision; for a decision it is byte for byte the body of its webhook. @see spec/contract.md */
export const DecisionBody = Type.Object({
  status: Success,
  /** `null` while there is no decision. */
  verification: nullable(DecisionVerification),
  technicalData: TechnicalData,
});
export type DecisionBody = Static<typeof DecisionBody>;

/** Decision webhook; unlike GET decision, it always carries a decision. @see spec/contract.md A-88 */
export const DecisionWebhookBody = Type.Object({
  status: Success,
  verification: DecisionVerification,
  technicalData: TechnicalData,
});
export type DecisionWebhookBody = Static<typeof DecisionWebhookBody>;
