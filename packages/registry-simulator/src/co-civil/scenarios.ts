/** Scenarios of the simulated Colombian registry, by number. @see spec/registries.md 15.4, 16.3 */
import type { Scenario } from '../server/simulated-route.ts';
import { coIdentity, type CoPerson } from './people.ts';

/** Differences from a plain response about the person. */
export type CoTwist = {
  /** HTTP status in place of a response with data. */
  status?: number;
  /** The whole query fails, whatever the number. */
  batchError?: true;
  /** The response is about this number. */
  answeredNumber?: string;
  /** Latin-1 bytes labelled as UTF-8. */
  latin1?: true;
  delayMs?: number;
  /** The response headers are never sent. */
  silent?: true;
};

interface Row {
  id: string;
  number: string | null;
  /** Changes to the identity; `null`: the person is not in the registry. */
  record?: Partial<CoPerson> | null;
  answer?: CoTwist;
  outcome: string;
}

const pass = 'approved';
const refused = 'declined 529';
const silent = 'declined 544';
const review = 'resubmission_requested 529';

const stranger: Partial<CoPerson> = {
  firstGiven: 'PEDRO',
  secondGiven: 'PABLO',
  firstSurname: 'CHAVES',
  secondSurname: 'TORRES',
};
const noName: Partial<CoPerson> = {
  firstGiven: null,
  secondGiven: null,
  firstSurname: null,
  particle: null,
  secondSurname: null,
};
const oneSurname: Partial<CoPerson> = {
  firstGiven: 'LUIS',
  secondGiven: null,
  firstSurname: 'ROMERO',
  secondSurname: null,
};
const died = '2021-03-04';

const table: readonly Row[] = [
  { id: 'co.pass', number: '9000000001', outcome: pass },
  { id: 'co.not_found', number: '9000000002', record: null, outcome: refused },
  { id: 'co.stranger', number: '9000000003', record: stranger, outcome: refused },
  { id: 'co.review', number: '9000000004', record: { firstGiven: 'LUZ' }, outcome: review },
  { id: 'co.issue_date', number: '9000000005', record: { issuedOn: '2014-06-20' }, outcome: refused },
  { id: 'co.deceased', number: '9000000006', record: { state: 21, deathDate: died }, outcome: refused },
  { id: 'co.no_name', number: '9000000007', record: noName, outcome: refused },
  { id: 'co.slash', number: '9000000008', record: { firstSurname: 'NU/EZ' }, outcome: pass },
  { id: 'co.question', number: '9000000009', record: { firstSurname: 'NU?EZ' }, outcome: pass },
  { id: 'co.particle', number: '9000000010', record: { particle: 'DE LA' }, outcome: pass },
  { id: 'co.one_surname', number: '9000000011', record: oneSurname, outcome: pass },
  { id: 'co.no_second', number: '9000000012', record: { secondSurname: null }, outcome: review },
  { id: 'co.no_issue_date', number: '9000000013', record: { issuedOn: null }, outcome: pass },
  { id: 'co.down', number: '9000000014', answer: { status: 503 }, outcome: silent },
  { id: 'co.slow', number: '9000000015', answer: { delayMs: 7_000 }, outcome: pass },
  { id: 'co.batch_error', number: '9000000016', answer: { batchError: true }, outcome: silent },
  {
    id: 'co.other_person',
    number: '9000000017',
    answer: { answeredNumber: '9000000099' },
    outcome: silent,
  },
  { id: 'co.death_date_only', number: '9000000018', record: { deathDate: died }, outcome: refused },
  { id: 'co.latin1', number: '9000000019', answer: { latin1: true }, outcome: pass },
  { id: 'co.minor_card', number: '9000000020', outcome: pass },
  {
    id: 'co.sister',
    number: '9000000021',
    record: { firstGiven: 'ANA', secondGiven: 'LUCIA' },
    outcome: refused,
  },
  { id: 'co.silent', number: '9000000022', answer: { silent: true }, outcome: silent },
];

/** States in the order of the table. @see spec/registries.md 6.2 */
const outcomes: readonly (readonly [held: readonly number[], outcome: string])[] = [
  [[0, 1, 12, 14], pass],
  [[21, 51], refused],
  [[22, 52, 23, 53, 24, 54, 25, 55, 28, 26, 56, 27], refused],
  [[88, 99], review],
];

const outcomeOf = (state: number): string => outcomes.find(([held]) => held.includes(state))?.[1] ?? silent;

/** `co.state_NN`: the number ends in the state, even for states that do not exist. */
const states: readonly Row[] = Array.from({ length: 100 }, (_, state) => {
  const digits = String(state).padStart(2, '0');
  return {
    id: `co.state_${digits}`,
    number: `90000001${digits}`,
    record: { state },
    outcome: outcomeOf(state),
  };
});

const notFound: Row = { id: 'co.sandbox.not_found', number: null, record: null, outcome: refused };

/** Patterns by the last digit. */
const patterns: Readonly<Record<string, Row>> = {
  0: { id: 'co.sandbox.in_force', number: null, outcome: pass },
  1: { id: 'co.sandbox.cancelled', number: null, record: { state: 22 }, outcome: refused },
  2: {
    id: 'co.sandbox.deceased',
    number: null,
    record: { state: 21, deathDate: died },
    outcome: refused,
  },
  3: { id: 'co.sandbox.name', number: null, record: { secondGiven: 'FERNANDA' }, outcome: refused },
  4: { id: 'co.sandbox.silent', number: null, answer: { silent: true }, outcome: silent },
  5: { id: 'co.sandbox.slow', number: null, answer: { delayMs: 7_000 }, outcome: pass },
  6: { id: 'co.sandbox.review', number: null, record: { firstGiven: 'LUZ' }, outcome: review },
  7: notFound,
  8: notFound,
  9: notFound,
};

const scenario = ({ id, number, record = {}, answer = {}, outcome }: Row): Scenario => ({
  id,
  number,
  person: record && { ...coIdentity, ...record },
  twist: { ...answer },
  outcome,
});

/** All scenarios of the table; outcomes for the CO identity's data, and of `LUIS ROMERO` for `co.one_surname`. */
export const coScenarios: readonly Scenario[] = [...table, ...states].map(scenario);

/** The meaning of a number under `/sandbox`, by its last digit; `null`: none. */
export function coPattern(number: string): Scenario | null {
  const row = /^\d{6,11}$/.test(number) ? patterns[number.slice(-1)] : undefined;
  return row === undefined ? null : { ...scenario(row), number };
}
