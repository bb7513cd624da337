import type { MatchLevel, UsField } from '@countersign/core';
import type { Scenario } from '../server/simulated-route.ts';

/** A person of the simulated Social Security registry. */
export interface SsnHolder {
  firstName: string;
  lastName: string;
  /** `YYYY-MM-DD`. */
  dateOfBirth: string;
  address: { houseNumber: string; street: string; city: string; state: string; postcode: string };
}

/** The changes that a row makes. */
export interface SsnTwist {
  /** Levels that replace the compared ones, for fields that were sent. */
  answers?: Partial<Record<UsField, MatchLevel>>;
  /** HTTP status in place of a response with data. */
  status?: number;
  /** The response headers are never sent. */
  silent?: boolean;
}

/** The **US identity**, from the example in spec/contract.md A-34. */
const identity: SsnHolder = {
  firstName: 'Marlon',
  lastName: 'Tavistock',
  dateOfBirth: '1979-12-05',
  address: {
    houseNumber: '12',
    street: 'Example Street',
    city: 'Springfield',
    state: 'IL',
    postcode: '62701',
  },
};

type Row = readonly [id: string, number: string, person: SsnHolder | null, twist: SsnTwist, outcome: string];

/**
 * 987-65-4320 to 987-65-4329: reserved for advertisements and never issued. Outcomes for the identity's name, date of birth and
 * address, by A-34.
 */
const rows: readonly Row[] = [
  ['us.pass', '987654320', identity, {}, 'approved'],
  ['us.silent', '987654321', identity, { silent: true }, 'declined 901'],
  ['us.first_name', '987654322', identity, { answers: { firstName: 'no_match' } }, 'declined 123'],
  ['us.last_name', '987654323', identity, { answers: { lastName: 'no_match' } }, 'declined 123'],
  ['us.date_of_birth', '987654324', identity, { answers: { dateOfBirth: 'no_match' } }, 'approved'],
  ['us.address', '987654325', identity, { answers: { address: 'no_match' } }, 'approved'],
  ['us.id_partial', '987654326', identity, { answers: { idNumber: 'partial_match' } }, 'declined 123'],
  ['us.not_found', '987654327', null, {}, 'declined 123'],
  ['us.down', '987654328', identity, { status: 503 }, 'declined 901'],
  ['us.partial_address', '987654329', identity, { answers: { address: 'partial_match' } }, 'approved'],
];

/** @see spec/contract.md A-34 */
export const ssnScenarios: readonly Scenario[] = rows.map(([id, number, person, twist, outcome]) => ({
  id,
  number,
  person: person === null ? null : { ...person },
  twist: { ...twist },
  outcome,
}));
