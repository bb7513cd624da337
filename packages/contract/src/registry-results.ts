import { type Static, Type } from 'typebox';
import { Milliseconds, NullableText, nullable, oneOfTexts } from './wire.ts';

/** Registry checks that an integration can choose: the values of its setting `registry`. */
export type RegistryCheckName = 'BR_CPF' | 'MX_INE' | 'CO';

/** Checks of `BR_CPF`: two core checks, then the nine optional field checks. @see spec/interface.md, "Registry result object" */
export const brazilChecks = [
  'person_registered',
  'selfie_registry_match',
  'name_match',
  'date_of_birth_match',
  'gender_match',
  'drivers_license_number_match',
  'drivers_license_category_match',
  'drivers_license_is_valid',
  'drivers_license_first_issue_match',
  'drivers_license_valid_from_match',
  'drivers_license_valid_until_match',
] as const;
export type BrazilCheck = (typeof brazilChecks)[number];

/** Checks of `MX_INE`: four core checks, then those a solutions engineer enables. @see spec/interface.md, "Registry result object" */
export const mexicoChecks = [
  'consent_obtained',
  'person_registered',
  'selfie_registry_match',
  'not_reported_lost_or_stolen',
  'first_name_match',
  'father_last_name_match',
  'mother_last_name_match',
  'personal_number_match',
  'registration_year_match',
  'issue_year_match',
] as const;
export type MexicoCheck = (typeof mexicoChecks)[number];

/** Reasons for results of Brazilian checks. @see spec/interface.md, "Registry result object" */
export const brazilReasons = [
  'input_invalid',
  'input_not_provided',
  'output_not_received',
  'person_not_found',
  'registry_unavailable',
  'selfie_mismatch',
  'technical_issues',
  'value_mismatch',
] as const;
export type BrazilReason = (typeof brazilReasons)[number];

/** Reasons for results of Mexican checks. @see spec/interface.md, "Registry result object" */
export const mexicoReasons = [
  'PERSON_NOT_FOUND',
  'SELFIE_MISMATCH',
  'VALUE_MISMATCH',
  'INPUT_NOT_PROVIDED',
  'REGISTRY_UNAVAILABLE',
  'TECHNICAL_ISSUES',
  'OUTPUT_NOT_RECEIVED',
] as const;
export type MexicoReason = (typeof mexicoReasons)[number];

/** Results of one check, always lower case. @see spec/contract.md A-01 */
export const checkResults = ['success', 'failure', 'not_applicable'] as const;
export type CheckResult = (typeof checkResults)[number];

/** The only `error.code` of a registry result. */
export const registryErrorCode = 'registry_error';

const check = <const Reasons extends readonly string[]>(reasons: Reasons) =>
  Type.Object({
    result: oneOfTexts(checkResults),
    /** `null` when the result is `success`. */
    reason: nullable(oneOfTexts(reasons)),
  });
const optionalCheck = <const Reasons extends readonly string[]>(reasons: Reasons) =>
  Type.Optional(check(reasons));
const brazil = () => optionalCheck(brazilReasons);
const mexico = () => optionalCheck(mexicoReasons);

/** `registryValidations.BR_CPF`; checks that are switched off are absent. @see spec/contract.md A-60 */
export const BrazilResult = Type.Object({
  status: oneOfTexts(['success', 'failure', 'error']),
  data: Type.Null(),
  validations: nullable(
    Type.Object({
      person_registered: brazil(),
      selfie_registry_match: brazil(),
      name_match: brazil(),
      date_of_birth_match: brazil(),
      gender_match: brazil(),
      drivers_license_number_match: brazil(),
      drivers_license_category_match: brazil(),
      drivers_license_is_valid: brazil(),
      drivers_license_first_issue_match: brazil(),
      drivers_license_valid_from_match: brazil(),
      drivers_license_valid_until_match: brazil(),
    }),
  ),
  error: nullable(
    Type.Object({
      code: Type.Literal(registryErrorCode),
      message: oneOfTexts(['registry_unavailable', 'technical_issues']),
    }),
  ),
  /** When the registry's answer arrived; `null` if there was none. */
  timestamp: nullable(Milliseconds),
});
export type BrazilResult = Static<typeof BrazilResult>;

/** `registryValidations.MX_INE`; checks that are switched off are absent. @see spec/contract.md A-61 */
export const MexicoResult = Type.Object({
  status: oneOfTexts(['success', 'failure', 'error']),
  data: Type.Null(),
  validations: nullable(
    Type.Object({
      consent_obtained: mexico(),
      person_registered: mexico(),
      selfie_registry_match: mexico(),
      not_reported_lost_or_stolen: mexico(),
      first_name_match: mexico(),
      father_last_name_match: mexico(),
      mother_last_name_match: mexico(),
      personal_number_match: mexico(),
      registration_year_match: mexico(),
      issue_year_match: mexico(),
    }),
  ),
  error: nullable(
    Type.Object({
      code: Type.Literal(registryErrorCode),
      message: oneOfTexts(['REGISTRY_UNAVAILABLE', 'TECHNICAL_ISSUES']),
    }),
  ),
  timestamp: nullable(Milliseconds),
});
export type MexicoResult = Static<typeof MexicoResult>;

/** `verification.registryValidations`: `{}` or exactly one member. @see spec/contract.md A-52 */
export const RegistryValidations = Type.Object({
  BR_CPF: Type.Optional(BrazilResult),
  MX_INE: Type.Optional(MexicoResult),
});
export type RegistryValidations = Static<typeof RegistryValidations>;

/** Text of `error` when the Colombian registry did not answer. @see spec/contract.md A-62 */
export const colombiaNoAnswer = 'Unable to get response from registry';

/** `additionalVerifiedData.registryValidation`. @see spec/contract.md A-62 */
export const ColombiaResult = Type.Object({
  countryRegistry: nullable(Type.Literal('CO')),
  registryName: NullableText,
  /** Percent, one decimal. */
  fullNameSimilarity: nullable(Type.Number({ minimum: 0, maximum: 100 })),
  documentValid: nullable(Type.Boolean()),
  personIsAlive: nullable(Type.Boolean()),
  /** Present only when the registry did not answer. */
  error: Type.Optional(Type.Array(Type.Literal(colombiaNoAnswer), { minItems: 1, maxItems: 1 })),
});
export type ColombiaResult = Static<typeof ColombiaResult>;

/** GET …/decision/ine-registry. @see spec/contract.md A-76 */
export const IneRegistryBody = Type.Object({ active: Type.Boolean(), documentState: Type.String() });
export type IneRegistryBody = Static<typeof IneRegistryBody>;

/** Values of `statusCurp`. @see spec/contract.md A-77 */
export const curpStatuses = [
  'AN',
  'AH',
  'CRA',
  'CU',
  'RCN',
  'RCC',
  'BD',
  'BDA',
  'BCC',
  'BCN',
  'BAP',
  'BSU',
  'BJD',
  'BDP',
] as const;
export type CurpStatus = (typeof curpStatuses)[number];

/** GET …/decision/curp-registry; both `null` when not found. @see spec/contract.md A-77 */
export const CurpRegistryBody = Type.Object({
  statusCurp: nullable(oneOfTexts(curpStatuses)),
  curp: NullableText,
});
export type CurpRegistryBody = Static<typeof CurpRegistryBody>;

/** Both Mexican registry results; exactly one of `ineIdentifier` and `ifeIdentifier` is present. @see spec/contract.md A-78 */
export const CombinedRegistryData = Type.Object({
  ine: Type.Object({
    active: Type.Boolean(),
    status: oneOfTexts(['vigente', 'no_vigente', 'no_encontrado']),
    information: Type.String(),
    electorKey: NullableText,
    federalDistrict: NullableText,
    ocr: NullableText,
    registrationYear: NullableText,
    issueYear: NullableText,
    validUntil: NullableText,
    ineIdentifier: Type.Optional(NullableText),
    ifeIdentifier: Type.Optional(NullableText),
  }),
  curp: Type.Object({
    curp: NullableText,
    statusCurp: nullable(oneOfTexts(curpStatuses)),
    names: NullableText,
    paternalSurname: NullableText,
    maternalSurname: NullableText,
    gender: nullable(oneOfTexts(['M', 'F'])),
    dateOfBirth: NullableText,
    birthRegion: NullableText,
    documentEvidence: Type.Object({
      book: NullableText,
      sheet: NullableText,
      volume: NullableText,
      actNumber: NullableText,
    }),
  }),
});
export type CombinedRegistryData = Static<typeof CombinedRegistryData>;

/** GET …/decision/combined-ine-curp-registry. @see spec/contract.md A-78 */
export const CombinedRegistryBody = Type.Object({ data: CombinedRegistryData });
export type CombinedRegistryBody = Static<typeof CombinedRegistryBody>;

/** The only supported value of the query parameter `version`. @see spec/contract.md A-75 */
export const registryVersion = '1.0.0';
