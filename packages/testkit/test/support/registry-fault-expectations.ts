/** What a client is told of each kind of result, by country: the decision tables of spec/registries.md 4.3, 5.2 and 6.3. */
import {
  answered,
  type FaultCase,
  type Outcome,
  technical,
  unavailable,
} from '../../../registry-simulator/test/simulator-fault-cases.ts';
import type { Column, Told } from './registry-fault-matrix.ts';

type Expected = readonly [
  row: string,
  decision: string,
  reason: string | null,
  error: string | null,
  timestamp: Told['timestamp'],
];

const noRegistry = ['declined 901', 'Registry unavailable'] as const;
const noAnswer = [
  'declined 544',
  'Registry did not respond',
  'Unable to get response from registry',
] as const;
const approved = ['approved', null, null] as const;
const person = ['declined 902', 'Person not found', null] as const;
const portrait = ['declined 581', 'Selfie does not match the registry portrait', null] as const;
const selfie = ['resubmission_requested 202', 'Face not clearly visible', null] as const;

/** The tables; kinds of result that nothing here leads to are left out. */
const tables: Readonly<Record<Column['country'], Readonly<Record<string, Expected>>>> = {
  br: {
    unavailable: ['B5', ...noRegistry, 'registry_unavailable', 'null'],
    technical: ['B6', ...noRegistry, 'technical_issues', 'of the answer'],
    'rejected id_number': ['B4', ...person, 'of the answer'],
    'rejected minor': ['B7', ...person, 'of the answer'],
    not_found: ['B8', ...person, 'of the answer'],
    'rejected selfie': ['B9', ...selfie, 'of the answer'],
    'rejected portrait': ['B10', ...portrait, 'of the answer'],
    answered: ['B12', ...approved, 'of the answer'],
  },
  mx: {
    unavailable: ['M4', ...noRegistry, 'REGISTRY_UNAVAILABLE', 'null'],
    technical: ['M5', ...noRegistry, 'TECHNICAL_ISSUES', 'of the answer'],
    answered: ['M12', ...approved, 'of the answer'],
  },
  co: {
    unavailable: ['C1', ...noAnswer, 'none'],
    technical: ['C1', ...noAnswer, 'none'],
    answered: ['C10', ...approved, 'none'],
  },
};

/** `unavailable timeout`, `rejected selfie`, `answered` */
const wordsOf = (outcome: Outcome): string[] => {
  const { kind = '' } = outcome;
  if ('cause' in outcome) return [kind, outcome.cause];
  return 'input' in outcome ? [kind, outcome.input] : [kind];
};

/** What the client of one session is to be told. @throws {Error} the tables here have no such row */
export function expectedOf(outcome: Outcome, { country }: Column): Told {
  const words = wordsOf(outcome);
  const [kind = ''] = words;
  const found = tables[country][words.join(' ')] ?? tables[country][kind];
  if (!found) throw new Error(`no row for ${words.join(' ')} in ${country}`);
  const [row, decision, reason, error, timestamp] = found;
  return { row, classified: words.join(' '), decision, reason, error, timestamp, webhooks: 1 };
}

const rejected = (input: string) => ({ kind: 'rejected', input }) as Outcome;
const dv = (code: string, outcome: Outcome): FaultCase => ({
  fault: 'dv.code',
  params: { code, style: 'code' },
  at: ['Datavalid'],
  outcome,
});

/** Codes and statuses that say something of the person or of the request. @see spec/registries.md 9 */
export const sayings: readonly FaultCase[] = [
  dv('DV001', rejected('minor')),
  dv('DV002', rejected('portrait')),
  dv('DV010', rejected('id_number')),
  dv('DV011', technical('config')),
  dv('DV016', technical('config')),
  dv('DV036', technical('config')),
  dv('DV040', rejected('portrait')),
  dv('DV042', rejected('selfie')),
  dv('DV043', rejected('selfie')),
  dv('DV044', rejected('selfie')),
  dv('DV045', rejected('selfie')),
  dv('DV150', unavailable('maintenance')),
  dv('DV300', unavailable('maintenance')),
  dv('DV200', technical('config')),
  dv('DV999', technical('unexpected_status')),
];

const statusAt = (status: number, at: FaultCase['at'], outcome: Outcome): FaultCase => ({
  fault: 'http.status',
  params: { status },
  at,
  outcome,
});

/** Refusals without a word; only the status lookup's 400 and 404 are about the number. @see spec/registries.md 8.2, 9 */
export const refusals: readonly FaultCase[] = [
  statusAt(400, ['Datavalid', 'INE', 'ANI flat', 'ANI nested'], technical('config')),
  statusAt(400, ['Consulta CPF'], rejected('id_number')),
  statusAt(404, ['Datavalid', 'INE', 'ANI flat', 'ANI nested'], technical('unexpected_status')),
  statusAt(404, ['Consulta CPF'], { kind: 'not_found' }),
  statusAt(422, ['Datavalid', 'INE', 'ANI flat', 'ANI nested'], technical('unexpected_status')),
  statusAt(
    409,
    ['Datavalid', 'Consulta CPF', 'INE', 'ANI flat', 'ANI nested'],
    technical('unexpected_status'),
  ),
];

/** Once each, with two repetitions allowed: a question with a token that works once is not asked again. @see spec/registries.md 10 */
export const repeated: readonly FaultCase[] = [
  { fault: 'flap', params: { fail: 1, ok: 9 }, at: ['Datavalid'], outcome: unavailable('http_5xx') },
  {
    fault: 'flap',
    params: { fail: 1, ok: 9 },
    at: ['Consulta CPF', 'INE with signatures', 'ANI flat', 'ANI nested'],
    outcome: answered,
  },
  {
    fault: 'flap',
    params: { fail: 3, ok: 1 },
    at: ['Consulta CPF', 'INE with signatures', 'ANI flat', 'ANI nested'],
    outcome: unavailable('http_5xx'),
  },
];

/** A certificate that nobody vouches for. @see spec/registries.md 9, 15.5 */
export const distrusted: readonly FaultCase[] = [
  {
    fault: 'net.tls_untrusted',
    at: ['Datavalid', 'INE with signatures', 'ANI flat', 'ANI nested'],
    outcome: unavailable('tls'),
  },
];
