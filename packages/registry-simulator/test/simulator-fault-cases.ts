/** What section 9 makes of each fault: one table for the connectors, and for the service that stands on them. */
import type { RegistryResult } from '@countersign/core';
import { type WayName, ways } from './simulator-countries.ts';

/** The members of a result that are promised. */
export type Outcome = Partial<RegistryResult<unknown>>;
export const unavailable = (cause: string, more: object = {}) =>
  ({ kind: 'unavailable', cause, ...more }) as Outcome;
export const technical = (cause: string) => ({ kind: 'technical', cause }) as Outcome;
export const answered: Outcome = { kind: 'answered' };

export const everyWay = Object.keys(ways) as WayName[];
const generic = everyWay.filter((name) => name.startsWith('generic'));
const own = everyWay.filter((name) => !generic.includes(name));
const withTokens: WayName[] = ['Datavalid', 'Consulta CPF', 'ANI flat', 'ANI nested'];
const ani: WayName[] = ['ANI flat', 'ANI nested'];
const withPerson: WayName[] = ['Consulta CPF', 'INE', 'RENAPO', 'voter list', ...ani];

/** One fault at the ways whose answers have what it twists. */
export interface FaultCase {
  fault: string;
  params?: object;
  /** Route the rule is for; the way's own by default. */
  route?: string;
  at: readonly WayName[];
  outcome: Outcome;
}

/** Fault by fault. `net.tls_untrusted` needs a far end behind TLS, and so has tests of its own. @see spec/registries.md 9, 15.5 */
export const faultCases: readonly FaultCase[] = [
  { fault: 'net.refuse', at: everyWay, outcome: unavailable('connect', { delivered: 'no' }) },
  { fault: 'net.hang', at: everyWay, outcome: unavailable('timeout', { delivered: 'maybe' }) },
  { fault: 'net.slow', params: { ms: 100 }, at: everyWay, outcome: answered },
  { fault: 'net.slow', params: { min: 5000, max: 6000 }, at: everyWay, outcome: unavailable('timeout') },
  { fault: 'net.trickle', params: { bytesPerSecond: 10_000 }, at: everyWay, outcome: answered },
  { fault: 'net.trickle', params: { bytesPerSecond: 1 }, at: everyWay, outcome: unavailable('timeout') },
  {
    fault: 'net.reset_before_headers',
    at: everyWay,
    outcome: unavailable('timeout', { delivered: 'maybe' }),
  },
  { fault: 'net.reset_mid_body', at: everyWay, outcome: technical('malformed_body') },
  { fault: 'net.truncate', at: everyWay, outcome: technical('malformed_body') },
  { fault: 'net.bad_length', at: everyWay, outcome: technical('malformed_body') },
  ...(
    [
      [500, unavailable('http_5xx')],
      [502, unavailable('http_5xx')],
      [503, unavailable('http_5xx')],
      [504, unavailable('http_5xx')],
      [408, unavailable('timeout')],
      [429, unavailable('rate_limited')],
      [403, technical('auth')],
      [405, technical('unexpected_status')],
      [406, technical('config')],
      [410, technical('unexpected_status')],
      [413, technical('config')],
      [415, technical('config')],
      [204, technical('malformed_body')],
    ] as const
  ).map(([status, outcome]) => ({ fault: 'http.status', params: { status }, at: everyWay, outcome })),
  { fault: 'http.html_gateway', at: everyWay, outcome: unavailable('http_5xx') },
  { fault: 'http.redirect', at: everyWay, outcome: technical('unexpected_status') },
  { fault: 'auth.expired_once', at: withTokens, outcome: answered },
  { fault: 'auth.always_401', at: everyWay, outcome: technical('auth') },
  { fault: 'auth.token_down', route: 'br.token', at: withTokens, outcome: unavailable('http_5xx') },
  { fault: 'auth.token_garbage', route: 'br.token', at: withTokens, outcome: technical('auth') },
  { fault: 'auth.token_no_expiry', route: 'br.token', at: withTokens, outcome: answered },
  ...['body.html', 'body.empty', 'body.null', 'body.array', 'body.xml', 'body.nan'].map((fault) => ({
    fault,
    at: everyWay,
    outcome: technical('malformed_body'),
  })),
  {
    fault: 'body.huge',
    params: { bytes: 2_000_000 },
    at: everyWay,
    outcome: technical('response_too_large'),
  },
  {
    fault: 'body.bool_as_string',
    at: ['Datavalid', 'INE', 'generic br', 'generic mx'],
    outcome: technical('schema'),
  },
  {
    fault: 'body.similarity_percent',
    at: ['Datavalid', 'INE', 'generic br', 'generic mx'],
    outcome: technical('schema'),
  },
  {
    fault: 'body.similarity_comma',
    at: ['Datavalid', 'INE', 'generic br', 'generic mx'],
    outcome: technical('schema'),
  },
  { fault: 'body.missing_block', at: everyWay, outcome: technical('schema') },
  {
    fault: 'body.unknown_enum',
    at: ['Consulta CPF', 'INE', 'RENAPO', 'voter list', ...ani, ...generic],
    outcome: technical('schema'),
  },
  // The names of compared fields are a closed list of the generic format.
  {
    fault: 'body.extra_keys',
    at: [...own, 'generic mx-curp', 'generic mx-voter-list', 'generic co'],
    outcome: answered,
  },
  { fault: 'body.latin1', at: own, outcome: answered },
  { fault: 'body.wrong_person', at: withPerson, outcome: technical('schema') },
  ...(['code', 'codigo', 'text'] as const).map((style) => ({
    fault: 'dv.code',
    params: { code: 'DV041', style },
    at: ['Datavalid'] as const,
    outcome: { kind: 'rejected', input: 'selfie', code: 'DV041' } as const,
  })),
  {
    fault: 'dv.code',
    params: { code: 'DV041', style: 'code' },
    at: ['INE', 'RENAPO', 'voter list', ...ani],
    outcome: technical('unexpected_status'),
  },
  {
    fault: 'business.error',
    at: ['Datavalid', 'INE', 'RENAPO', 'voter list', 'ANI nested', ...generic],
    outcome: unavailable('maintenance'),
  },
  { fault: 'sig.invalid', at: ['INE with signatures'], outcome: technical('bad_signature') },
  { fault: 'sig.missing', at: ['INE with signatures'], outcome: technical('bad_signature') },
  { fault: 'flap', params: { fail: 1, ok: 1 }, at: everyWay, outcome: unavailable('http_5xx') },
  {
    fault: 'maintenance',
    params: { from: '2000-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' },
    at: everyWay,
    outcome: unavailable('http_5xx'),
  },
];
