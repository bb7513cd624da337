import { limits } from './limits.ts';
import { type Accepted, member, memberTable, membersBelow, readMembers, verificationOf } from './members.ts';
import { Problem } from './problems.ts';
import {
  also,
  boolean,
  callbackUrl,
  country,
  date,
  items,
  object,
  oneOf,
  type ReadOptions,
  Refusal,
  type RuleContext,
  suppliedValue,
  text,
  translated,
  uuid,
} from './rules.ts';

/** Session statuses of the interface, and `created` and `review` of the contract. @see spec/contract.md A-96 */
export const sessionStatuses = [
  'created',
  'started',
  'submitted',
  'review',
  'approved',
  'declined',
  'resubmission_requested',
  'expired',
  'abandoned',
] as const;
export type SessionStatus = (typeof sessionStatuses)[number];

/** Document types a request may name; a response may also have `OTHER`. @see spec/contract.md A-25 */
export const documentTypes = ['PASSPORT', 'ID_CARD', 'RESIDENCE_PERMIT', 'DRIVERS_LICENSE', 'VISA'] as const;

/** Colombian identity document types, valid with `document.country` `CO`. @see spec/contract.md A-25 */
export const colombianIdCardTypes = ['CC', 'CE', 'NIT', 'TI'] as const;

/** Driving licence categories. @see spec/contract.md A-25 */
export const licenceCategories = ['A', 'B', 'C', 'D', 'E', 'AB', 'AC', 'AD', 'AE', 'ACC'] as const;

/** Types of consent. @see spec/contract.md A-25 */
export const consentTypes = ['ine', 'bipa', 'aadhaar'] as const;

/** Names of `proofOfAddress.acceptableTypes`. @see spec/contract.md A-25 */
export const proofOfAddressTypes = [
  'BANK_STATEMENT',
  'CAR_INSURANCE_POLICY',
  'CERTIFICATE_OF_NON-TAXATION',
  'CERTIFICATE_OF_RESIDENCE',
  'COUNCIL_OR_HOUSING_ASSOCIATION_DOCUMENTATION',
  'CREDIT_CARD_BILL',
  'ELECTORAL_REGISTER_ENTRY',
  'ELECTRICITY_BILL',
  'GAS_BILL',
  'GOVERNMENT_ISSUED_LETTER',
  'HEALTH_INSURANCE_CARD',
  'HOME_INSURANCE_POLICY',
  'INSURANCE_BILL',
  'INSURANCE_LETTER',
  'LANDLORD_LETTER',
  'LEASE_AGREEMENT',
  'LEASE_BILL',
  'LOAN_STATEMENT',
  'MOBILE_BILL',
  'MORTGAGE_STATEMENT',
  'OFFICIAL_CORRESPONDENCE',
  'PENSION_STATEMENT',
  'PHONE_BILL',
  'PROOF_OF_BANK_ACCOUNT',
  'PROOF_OF_HOUSING_TAX',
  'RENT_BILL',
  'RENT_RECEIPT',
  'RENTAL_AGREEMENT',
  'RENTAL_CONTRACT',
  'RESIDENCE_PERMIT',
  'RESIDENCE_REGISTRATION',
  'SOCIAL_INSURANCE_DOCUMENT',
  'SOLICITORS_LETTER',
  'TAX_ASSESSMENT',
  'TAX_BILL',
  'TAX_DOCUMENT',
  'VEHICLE_REGISTRATION',
  'WATER_BILL',
] as const;

const genders = new Map([
  ['M', 'M'],
  ['MALE', 'M'],
  ['F', 'F'],
  ['FEMALE', 'F'],
]);
const phoneNumber = text(32, /^\+?[0-9 ]+$/);
const documentDate = date('1900-01-01', '2199-12-31');
const dateFaults = { form: 'date-invalid', value: 'date-invalid' } as const;

/** A CIC has exactly 9 digits; checked after the general rules, in the order of the contract's row. */
const documentNumber = also(text(40, /^[A-Za-z0-9]+$/), (value, { options }) =>
  options.mexico && !/^[0-9]{9}$/.test(value) ? new Refusal('value') : value,
);

/** What a registry needs if it is the only source of the decision; a member without a value here may have any. @see spec/contract.md A-133 */
const documentOfRegistry = {
  BR_CPF: { country: 'BR', type: 'DRIVERS_LICENSE' },
  MX_INE: { country: 'MX', type: 'ID_CARD' },
  CO: { country: 'CO', type: null },
} as const;

const fitsRegistry =
  (name: 'country' | 'type') =>
  (value: string, { options }: RuleContext) => {
    const fixed = options.registryAlone === null ? null : documentOfRegistry[options.registryAlone][name];
    return fixed === null || fixed === value ? value : new Refusal('value');
  };

const idCardType = also(text(10, /^[A-Za-z]+$/), (value, { accepted }) =>
  accepted('document.country') === 'CO' && !colombianIdCardTypes.some((type) => type === value)
    ? new Refusal('value')
    : value,
);

/**
 * Members of POST /sessions below `verification`, one row per member in the contract's order.
 * @see spec/contract.md A-25
 */
export const createSessionTable = memberTable('verification.', [
  member('callback', callbackUrl(2048), { faults: { value: 'callback-not-https' } }),
  member('vendorData', text(limits.vendorDataCharacters), {
    verbatim: true,
    faults: { type: 'vendor-data-not-string', length: 'vendor-data-too-long' },
  }),
  member('endUserId', uuid(), { verbatim: true }),
  member('person', object()),
  member('document', object()),
  member('address', object()),
  member('proofOfAddress', object()),
  member('person.firstName', text(255)),
  member('person.lastName', text(255)),
  member('person.secondLastName', text(255)),
  member('person.fullName', text(255)),
  member('person.idNumber', text(64)),
  member('person.gender', translated(genders)),
  member('person.dateOfBirth', date('1900-01-01', null), {
    faults: { form: 'date-invalid', value: 'date-of-birth-invalid' },
  }),
  member('person.phoneNumber', phoneNumber),
  member('person.email', text(320, /@/)),
  member('person.maritalStatus', oneOf(['single', 'married', 'divorced', 'widowed'])),
  member('person.isDeceased', boolean()),
  member('document.number', documentNumber, {
    faults: { length: 'document-number-too-long', form: 'document-number-characters' },
  }),
  member('document.country', also(country(), fitsRegistry('country')), {
    faults: { value: 'document-country-unsupported' },
  }),
  member('document.type', also(oneOf(documentTypes), fitsRegistry('type')), {
    faults: { value: 'document-type-unsupported' },
  }),
  member('document.idCardType', idCardType),
  member('document.firstIssue', documentDate, { faults: dateFaults }),
  member('document.validFrom', documentDate, { faults: dateFaults }),
  member('document.validUntil', documentDate, { faults: dateFaults }),
  member('document.registrationNumber', text(20, /^[A-Za-z0-9]+$/)),
  member('document.category', oneOf(licenceCategories)),
  member('address.country', country()),
  member('address.fullAddress', text(500)),
  member('address.street', text(255)),
  member('address.houseNumber', text(50)),
  member('address.postcode', text(32)),
  member(
    'consents',
    items(10, [
      { name: 'type', rule: oneOf(consentTypes), mandatory: true },
      { name: 'approved', rule: boolean(), mandatory: false },
    ]),
  ),
  member(
    'proofOfAddress.acceptableTypes',
    items(40, [{ name: 'name', rule: oneOf(proofOfAddressTypes), mandatory: true }]),
  ),
]);

/** What session creation supplies: trimmed, checked, unknown members dropped. Absent members were not supplied. */
export interface CreateSession {
  /** As sent, also when empty; `null` when not sent. */
  vendorData: string | null;
  endUserId: string | null;
  callback: string | null;
  person: CreateSessionPerson;
  document: CreateSessionDocument;
  address: CreateSessionAddress;
  consents: { type: (typeof consentTypes)[number]; approved: boolean | null }[];
  /** Names of `proofOfAddress.acceptableTypes`; empty when none were requested. */
  proofOfAddressTypes: (typeof proofOfAddressTypes)[number][];
}

/** Dates are `YYYY-MM-DD`; `MALE` and `FEMALE` are read as `M` and `F`. */
export interface CreateSessionPerson {
  firstName?: string;
  lastName?: string;
  secondLastName?: string;
  fullName?: string;
  idNumber?: string;
  gender?: 'M' | 'F';
  dateOfBirth?: string;
  phoneNumber?: string;
  email?: string;
  maritalStatus?: 'single' | 'married' | 'divorced' | 'widowed';
  isDeceased?: boolean;
}

/** Dates are `YYYY-MM-DD`; `country` is ISO 3166-1 alpha-2. */
export interface CreateSessionDocument {
  number?: string;
  country?: string;
  type?: (typeof documentTypes)[number];
  idCardType?: string;
  firstIssue?: string;
  validFrom?: string;
  validUntil?: string;
  registrationNumber?: string;
  category?: (typeof licenceCategories)[number];
}

/** Address of residence; `country` is ISO 3166-1 alpha-2. */
export interface CreateSessionAddress {
  country?: string;
  fullAddress?: string;
  street?: string;
  houseNumber?: string;
  postcode?: string;
}

function sessionFrom(accepted: Accepted): CreateSession {
  const names = (accepted.get('proofOfAddress.acceptableTypes') ?? []) as { name: string }[];
  // The table above guarantees these types; session.test.ts compares it with the contract row by row.
  return {
    vendorData: accepted.get('vendorData') ?? null,
    endUserId: accepted.get('endUserId') ?? null,
    callback: accepted.get('callback') ?? null,
    person: membersBelow(accepted, 'person'),
    document: membersBelow(accepted, 'document'),
    address: membersBelow(accepted, 'address'),
    consents: accepted.get('consents') ?? [],
    proofOfAddressTypes: names.map(({ name }) => name),
  } as unknown as CreateSession;
}

/**
 * Reads the body of POST /sessions, already parsed as JSON.
 * @throws Problem of the first violated row
 * @see spec/contract.md A-25
 */
export function parseCreateSession(body: unknown, options: ReadOptions): CreateSession {
  return sessionFrom(readMembers(createSessionTable, verificationOf(body), options));
}

/** The only operation of PATCH /sessions/{sessionId}. */
export interface SubmitSession {
  status: 'submitted';
}

/**
 * Reads the body of PATCH /sessions/{sessionId}.
 * @param path.sessionId the identifier of the path, in any letter case
 * @throws Problem parameter-missing, parameter-invalid, status-invalid
 * @see spec/contract.md
 */
export function parseSubmitSession(body: unknown, path: { sessionId: string }): SubmitSession {
  const verification = verificationOf(body);
  const status = suppliedValue(verification, 'status', oneOf([]));
  if (status === undefined) throw new Problem('parameter-missing', { parameter: 'verification.status' });
  if (status !== 'submitted') throw new Problem('status-invalid');
  const id = suppliedValue(verification, 'id', null);
  if (id !== undefined && !isSameId(id, path.sessionId)) {
    throw new Problem('parameter-invalid', {
      parameter: 'verification.id',
      detail: 'verification.id must be the session of the path, or not be sent.',
    });
  }
  return { status: 'submitted' };
}

/** True when a body member is a string with the same identifier, in any letter case. @see spec/contract.md A-17 */
export const isSameId = (value: unknown, id: string): boolean =>
  typeof value === 'string' && value.trim().toLowerCase() === id.toLowerCase();

/**
 * Reads the body of validate-registry: A-25, then the members the check needs.
 * @throws Problem of the first violated row
 * @see spec/contract.md
 */
export function parseValidateRegistry(body: unknown, options: ReadOptions): CreateSession {
  const verification = verificationOf(body);
  if (suppliedValue(verification, 'id', null) !== undefined) {
    throw new Problem('parameter-invalid', {
      parameter: 'verification.id',
      detail: 'verification.id must not be sent: the request makes a session.',
    });
  }
  const session = sessionFrom(readMembers(createSessionTable, verification, options));
  requireRegistryInput(session);
  return session;
}

function requireRegistryInput({ person, address }: CreateSession): void {
  if (person.idNumber === undefined) throw new Problem('id-number-missing');
  if (!/^[0-9]{9}$/.test(person.idNumber.replace(/[-\s]/g, ''))) {
    throw new Problem('parameter-invalid', {
      parameter: 'verification.person.idNumber',
      detail: 'verification.person.idNumber must be 9 digits; blanks and hyphens between them do not count.',
    });
  }
  const named =
    (person.firstName !== undefined && person.lastName !== undefined) || person.fullName !== undefined;
  if (!named) throw new Problem('names-missing');
  const { street, houseNumber, postcode } = address;
  const parts = street !== undefined && houseNumber !== undefined && postcode !== undefined;
  if (person.dateOfBirth === undefined && address.fullAddress === undefined && !parts) {
    throw new Problem('birth-date-or-address-missing');
  }
}
