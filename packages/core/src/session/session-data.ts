/**
 * The data supplied at session creation, as far as this service uses it. Members follow spec/contract.md A-25; strings are trimmed,
 * and an empty one counts as not supplied, except `vendorData` and `endUserId`, which are kept as sent.
 */
export interface SessionData {
  vendorData: string | null;
  endUserId: string | null;
  callback: string | null;
  person: SuppliedPerson;
  document: SuppliedDocument;
  address: SuppliedAddress;
  consents: { type: string; approved: boolean | null }[];
  /** Names of A-25; empty when none were requested. */
  proofOfAddressTypes: string[];
}

/** Absent members were not supplied. Dates are `YYYY-MM-DD`; `gender` is `M` or `F`. */
export interface SuppliedPerson {
  firstName?: string;
  lastName?: string;
  secondLastName?: string;
  fullName?: string;
  idNumber?: string;
  gender?: 'M' | 'F';
  dateOfBirth?: string;
  phoneNumber?: string;
  email?: string;
  maritalStatus?: string;
  isDeceased?: boolean;
}

export interface SuppliedDocument {
  number?: string;
  /** ISO 3166-1 alpha-2. */
  country?: string;
  type?: string;
  idCardType?: string;
  firstIssue?: string;
  validFrom?: string;
  validUntil?: string;
  registrationNumber?: string;
  category?: string;
}

export interface SuppliedAddress {
  country?: string;
  fullAddress?: string;
  street?: string;
  houseNumber?: string;
  postcode?: string;
}
