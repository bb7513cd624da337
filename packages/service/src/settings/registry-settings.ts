import { limits } from '@countersign/contract';
import { type Static, Type } from 'typebox';

const percent = () => Type.Number({ minimum: 0, maximum: 100 });
const exactly = { additionalProperties: false };
const fieldSetting = () => Type.Union([Type.Literal('off'), Type.Literal('on'), Type.Literal('required')]);

/** How `BR_CPF` is checked. Every field check is off, on, or on with its input required. @see spec/contract.md A-60 */
export const BrazilSettings = Type.Object(
  {
    /** Similarity from which the selfie is accepted. */
    faceThreshold: percent(),
    /** Similarity from which the name is accepted. */
    nameThreshold: percent(),
    name_match: fieldSetting(),
    date_of_birth_match: fieldSetting(),
    gender_match: fieldSetting(),
    drivers_license_number_match: fieldSetting(),
    drivers_license_category_match: fieldSetting(),
    drivers_license_is_valid: fieldSetting(),
    drivers_license_first_issue_match: fieldSetting(),
    drivers_license_valid_from_match: fieldSetting(),
    drivers_license_valid_until_match: fieldSetting(),
  },
  exactly,
);

/** How `MX_INE` is checked, and which queries about the card and the CURP are made. @see spec/contract.md */
export const MexicoSettings = Type.Object(
  {
    /** Similarity from which the selfie is accepted. */
    faceThreshold: percent(),
    first_name_match: Type.Boolean(),
    father_last_name_match: Type.Boolean(),
    mother_last_name_match: Type.Boolean(),
    personal_number_match: Type.Boolean(),
    registration_year_match: Type.Boolean(),
    issue_year_match: Type.Boolean(),
    /** GET …/decision/ine-registry and its webhook. */
    ineQuery: Type.Boolean(),
    /** GET …/decision/curp-registry and its webhook. */
    curpQuery: Type.Boolean(),
    /** GET …/decision/combined-ine-curp-registry and its webhook. */
    combinedQuery: Type.Boolean(),
  },
  exactly,
);

/** How the Colombian check compares names. @see spec/contract.md A-62 */
export const ColombiaSettings = Type.Object(
  {
    /** Similarity above which it approves. */
    passAbove: percent(),
    /** Similarity from which the check requests resubmission; never above `passAbove`. */
    resubmitFrom: percent(),
    /** Shown in decisions. */
    registryName: Type.String({ minLength: 1, maxLength: 200 }),
  },
  exactly,
);

/** On test integrations every optional check is on by default. @see spec/contract.md A-104 */
export const brazilDefaults = (fields: 'off' | 'on'): Static<typeof BrazilSettings> => ({
  faceThreshold: limits.faceThresholdBrazil,
  nameThreshold: limits.nameThresholdBrazil,
  name_match: fields,
  date_of_birth_match: fields,
  gender_match: fields,
  drivers_license_number_match: fields,
  drivers_license_category_match: fields,
  drivers_license_is_valid: fields,
  drivers_license_first_issue_match: fields,
  drivers_license_valid_from_match: fields,
  drivers_license_valid_until_match: fields,
});

export const mexicoDefaults = (optional: boolean): Static<typeof MexicoSettings> => ({
  faceThreshold: limits.faceThresholdMexico,
  first_name_match: optional,
  father_last_name_match: optional,
  mother_last_name_match: optional,
  personal_number_match: optional,
  registration_year_match: optional,
  issue_year_match: optional,
  ineQuery: false,
  curpQuery: false,
  combinedQuery: false,
});

export const colombiaDefaults: Static<typeof ColombiaSettings> = {
  passAbove: limits.nameSimilarityColombia.approveAbove,
  resubmitFrom: limits.nameSimilarityColombia.declineBelow,
  registryName: 'Registraduría Nacional del Estado Civil',
};
