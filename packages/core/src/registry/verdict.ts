/** Inputs of evaluators other than the answer, and their results. @see spec/registries.md 2, 3 */
import type { BrazilCheck, MexicoCheck } from '@countersign/contract';
import type { BrField, IsoDate, MxCardNumbers, MxField } from './port.ts';

/** Checks of `BR_CPF` that an integration can switch on or off, in wire order. */
export type BrFieldCheck = Exclude<BrazilCheck, 'person_registered' | 'selfie_registry_match'>;
/** Checks of `MX_INE` that an integration can switch on or off, in wire order. */
export type MxOptionalCheck = Exclude<
  MexicoCheck,
  'consent_obtained' | 'person_registered' | 'selfie_registry_match' | 'not_reported_lost_or_stolen'
>;

/** The session's status after a registry check, with code and text as sent. */
export interface RegistryVerdict {
  status: 'approved' | 'declined' | 'resubmission_requested';
  code: 9001 | 9102 | 9103;
  /** @see spec/registries.md 3.6 */
  reasonCode: 202 | 529 | 544 | 581 | 640 | 901 | 902 | 903 | 904 | 123 | null;
  reason: string | null;
}

/** Result of one attempt's registry check: the public object and its verdict. */
export interface Evaluated<Result> {
  object: Result;
  verdict: RegistryVerdict;
  /** Row of the decision table that applied, `B1` … `B12`, `M1` … `M12`, `C1` … `C10`: for the operator. */
  row: string;
}

/** `call`: the check cannot be settled without calling the registry. Returned only while there is no result. */
export type Evaluation<Result> = 'call' | Evaluated<Result>;

/** 4.1; absent members are not known. */
export interface BrInput {
  /** As supplied or read; dots, hyphens and blanks allowed. */
  cpf?: string;
  /** The CPF belongs to a sandbox persona and needs no valid check digits. */
  cpfExempt?: boolean;
  selfie: boolean;
  /** The registry alone decides, and the session does not name the document by country and type. @see spec/contract.md A-133 */
  unnamed?: boolean;
  /** False when another document than a driving licence was presented: the licence's six checks count as off. */
  licencePresented: boolean;
  claims: Partial<Record<Exclude<BrField, 'licenceStatus'>, string>>;
}

export type FieldSetting = 'off' | 'on' | 'required';

/** Settings of an integration that a Brazilian check depends on. */
export interface BrPolicy {
  /** 0–100, passed at or above. */
  faceThreshold: number;
  /** 0–100, passed at or above. */
  nameThreshold: number;
  fields: Record<BrFieldCheck, FieldSetting>;
}

/** 5.1; absent members are not known. */
export interface MxInput {
  consents: readonly { type: string; approved: boolean | null }[];
  cic?: string;
  selfie: boolean;
  claims: Partial<Record<MxField, string>>;
  /** Further numbers read from the card: part of the query, without influence on the verdict. */
  cardNumbers?: MxCardNumbers;
}

/** Settings of an integration that a Mexican check depends on. */
export interface MxPolicy {
  /** 0–100, passed at or above. */
  faceThreshold: number;
  optional: Record<MxOptionalCheck, boolean>;
}

/** 6.1; absent members are not known. */
export interface CoInput {
  /** As supplied; anything but `CC`, `CE`, `NIT`, `TI` is of impossible shape. */
  idType?: string;
  /** As supplied or read; dots and blanks allowed. */
  number?: string;
  givenNames?: string;
  surnames?: string;
  /** No card was inspected: names, type, number and day of issue are all required. @see spec/contract.md A-133 */
  byData?: boolean;
  /** The name was read from a full zone, so it may be cut off. */
  truncated?: boolean;
  firstIssue?: IsoDate;
}

/** Settings of an integration that a Colombian check depends on. */
export interface CoPolicy {
  /** Approved above, percent with one decimal. */
  passAbove: number;
  /** Resubmission at or above, declined below. */
  resubmitFrom: number;
  registryName: string;
}
