/** Scenarios of the simulated Brazilian registry, by number. @see spec/registries.md 15.2, 16.1 */
import type { Scenario, SimulatedPerson } from '../server/simulated-route.ts';
import { brIdentity, type BrPerson } from './people.ts';

/** Keys of a response that report whether a value is equal. */
export type ComparedKey =
  | 'data_nascimento'
  | 'sexo'
  | 'numero_registro'
  | 'categoria'
  | 'situacao'
  | 'possui_impedimento'
  | 'data_primeira_habilitacao'
  | 'data_ultima_emissao'
  | 'data_validade';

/** Differences from a plain response about the record. */
export interface BrTwist {
  /** Reported as `false`, whatever is sent. */
  differs?: readonly ComparedKey[];
  /** Everything else is reported as equal, whatever is sent. */
  othersEqual?: true;
  /** Similarities of names, 0–1: to the name on record and to the social name, if there is one. */
  names?: { own: number; social?: number };
  /** The response has no comparisons. */
  withoutFields?: true;
  /** The response when liveness is requested; default `REAL`. */
  liveness?: 'FAKE' | 'BAD_QUALITY';
  /** The validation is rejected: with a code if the status is 422. */
  refusal?: { status: number; code: string | null };
  /** HTTP status of the status lookup. */
  lookupStatus?: number;
  delayMs?: number;
  /** The selfie is actually compared with a portrait. */
  compareFaces?: true;
}

interface Row {
  id: string;
  cpf: string;
  /** Changes to the record; `null`: there is no record. */
  record?: Partial<BrPerson> | null;
  answer?: BrTwist;
  outcome: string;
}

const refused = (code: string): BrTwist => ({ refusal: { status: 422, code } });
const differs = (...keys: readonly ComparedKey[]): BrTwist => ({ differs: keys });

const rows: readonly Row[] = [
  { id: 'br.pass', cpf: '90000000175', outcome: 'approved' },
  { id: 'br.not_found', cpf: '90000000256', record: null, outcome: 'declined 902' },
  { id: 'br.no_portrait', cpf: '90000000337', record: { similarity: null }, outcome: 'declined 581' },
  { id: 'br.no_licence', cpf: '90000000418', record: { licence: null }, outcome: 'declined 581' },
  { id: 'br.face_mismatch', cpf: '90000000507', record: { similarity: 0.41 }, outcome: 'declined 581' },
  { id: 'br.face_below', cpf: '90000000680', record: { similarity: 0.7999 }, outcome: 'declined 581' },
  { id: 'br.face_at', cpf: '90000000760', record: { similarity: 0.8 }, outcome: 'approved' },
  { id: 'br.name', cpf: '90000000841', answer: { names: { own: 0.42 } }, outcome: 'declined 903' },
  { id: 'br.name_at', cpf: '90000000922', answer: { names: { own: 0.9 } }, outcome: 'approved' },
  { id: 'br.dob', cpf: '90000001066', answer: differs('data_nascimento'), outcome: 'declined 903' },
  { id: 'br.gender', cpf: '90000001147', answer: differs('sexo'), outcome: 'declined 903' },
  {
    id: 'br.licence_number',
    cpf: '90000001228',
    answer: differs('numero_registro'),
    outcome: 'declined 903',
  },
  { id: 'br.category', cpf: '90000001309', answer: differs('categoria'), outcome: 'declined 903' },
  { id: 'br.not_issued', cpf: '90000001490', answer: differs('situacao'), outcome: 'declined 903' },
  { id: 'br.impediment', cpf: '90000004243', answer: differs('possui_impedimento'), outcome: 'declined 903' },
  {
    id: 'br.first_issue',
    cpf: '90000001570',
    answer: differs('data_primeira_habilitacao'),
    outcome: 'declined 903',
  },
  {
    id: 'br.valid_from',
    cpf: '90000001651',
    answer: differs('data_ultima_emissao'),
    outcome: 'declined 903',
  },
  { id: 'br.valid_until', cpf: '90000001732', answer: differs('data_validade'), outcome: 'declined 903' },
  {
    id: 'br.expired',
    cpf: '90000001813',
    record: { licence: { ...brIdentity.licence, validUntil: '2022-05-09' } },
    outcome: 'declined 903',
  },
  { id: 'br.fields_missing', cpf: '90000001902', answer: { withoutFields: true }, outcome: 'approved' },
  {
    id: 'br.deceased',
    cpf: '90000002038',
    record: { status: 3, yearOfDeath: 2024 },
    outcome: 'declined 902',
  },
  { id: 'br.multiplicity', cpf: '90000002119', record: { status: 5 }, outcome: 'declined 902' },
  { id: 'br.ex_officio', cpf: '90000002208', record: { status: 9 }, outcome: 'declined 902' },
  { id: 'br.void', cpf: '90000002380', record: { status: 8 }, outcome: 'declined 902' },
  { id: 'br.pending', cpf: '90000002461', record: { status: 4 }, outcome: 'approved' },
  { id: 'br.suspended', cpf: '90000002542', record: { status: 2 }, outcome: 'approved' },
  {
    id: 'br.minor',
    cpf: '90000002623',
    answer: { lookupStatus: 451, ...refused('DV001') },
    outcome: 'declined 902',
  },
  { id: 'br.poor_record', cpf: '90000002704', answer: refused('DV002'), outcome: 'declined 581' },
  { id: 'br.no_face_record', cpf: '90000002895', answer: refused('DV040'), outcome: 'declined 581' },
  {
    id: 'br.selfie_041',
    cpf: '90000002976',
    answer: refused('DV041'),
    outcome: 'resubmission_requested 202',
  },
  {
    id: 'br.selfie_042',
    cpf: '90000003000',
    answer: refused('DV042'),
    outcome: 'resubmission_requested 202',
  },
  {
    id: 'br.selfie_043',
    cpf: '90000003190',
    answer: refused('DV043'),
    outcome: 'resubmission_requested 202',
  },
  {
    id: 'br.selfie_044',
    cpf: '90000003271',
    answer: refused('DV044'),
    outcome: 'resubmission_requested 202',
  },
  {
    id: 'br.selfie_045',
    cpf: '90000003352',
    answer: refused('DV045'),
    outcome: 'resubmission_requested 202',
  },
  {
    id: 'br.social_name',
    cpf: '90000003433',
    record: { socialName: 'BIA SOUZA LIMA' },
    answer: { names: { own: 0.55, social: 1 } },
    outcome: 'approved',
  },
  {
    id: 'br.spoof',
    cpf: '90000003514',
    answer: { liveness: 'FAKE' },
    outcome: 'approved; declined 581 with liveness on',
  },
  {
    id: 'br.bad_quality',
    cpf: '90000003603',
    answer: { liveness: 'BAD_QUALITY' },
    outcome: 'approved; resubmission_requested 202 with liveness on',
  },
  { id: 'br.upstream', cpf: '90000003786', answer: refused('DV150'), outcome: 'declined 901' },
  { id: 'br.consent_setup', cpf: '90000003867', answer: refused('DV200'), outcome: 'declined 901' },
  { id: 'br.slow', cpf: '90000003948', answer: { delayMs: 7_000 }, outcome: 'approved' },
  { id: 'br.face_compare', cpf: '90000004081', answer: { compareFaces: true }, outcome: 'by the score' },
  {
    id: 'br.two',
    cpf: '90000004162',
    answer: { names: { own: 0.42 }, ...differs('data_nascimento') },
    outcome: 'declined 903',
  },
  {
    id: 'br.refused_number',
    cpf: '90000004324',
    answer: { lookupStatus: 400, ...refused('DV010') },
    outcome: 'declined 902',
  },
  { id: 'br.deadline', cpf: '90000004405', answer: { delayMs: 60_000 }, outcome: 'declined 901' },
];

const scenario = ({ id, cpf, record = {}, answer = {}, outcome }: Row): Scenario => ({
  id,
  number: cpf,
  person: record && { ...brIdentity, ...record },
  twist: { ...answer },
  outcome,
});

/** All scenarios of the table. */
export const brScenarios: readonly Scenario[] = rows.map(scenario);

/** Numbers of test integrations: all fields sent are equal except the one that the row names. */
const sandboxRows: readonly Row[] = [
  { id: 'br.sandbox.match', cpf: '12345678900', outcome: 'approved' },
  { id: 'br.sandbox.not_found', cpf: '12345678901', record: null, outcome: 'declined 902' },
  { id: 'br.sandbox.no_licence', cpf: '12345678902', record: { licence: null }, outcome: 'declined 581' },
  { id: 'br.sandbox.name', cpf: '12345678903', answer: { names: { own: 0.42 } }, outcome: 'declined 903' },
  { id: 'br.sandbox.dob', cpf: '12345678904', answer: differs('data_nascimento'), outcome: 'declined 903' },
  { id: 'br.sandbox.face', cpf: '12345678905', record: { similarity: 0.41 }, outcome: 'declined 581' },
];

/** `111HHHDDD11` */
const statusPattern = /^111([45]\d\d)(\d{3})11$/;

/** The meaning of a number under `/sandbox`; `null`: none. */
export function brPattern(number: string): Scenario | null {
  const row = sandboxRows.find(({ cpf }) => cpf === number) ?? statusRow(number);
  if (row === null) return null;
  return { ...scenario({ ...row, answer: { ...row.answer, othersEqual: true } }), number: null };
}

function statusRow(number: string): Row | null {
  const [, digits, code] = statusPattern.exec(number) ?? [];
  if (digits === undefined) return null;
  const status = Number(digits);
  return {
    id: `br.sandbox.http_${digits}`,
    cpf: number,
    answer: { refusal: { status, code: status === 422 ? `DV${code}` : null } },
    outcome: `HTTP ${digits}`,
  };
}

/** A person outside the table, as a scenario. */
export const plainScenario = (number: string, person: SimulatedPerson): Scenario => ({
  id: 'br.plain',
  number,
  person,
  twist: {},
  outcome: 'by comparison',
});
