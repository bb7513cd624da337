import type { RegistryResult } from '@countersign/core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { faultTable } from '../src/simulator/fault-table.ts';
import { type Simulator, startSimulator } from '../src/simulator/simulator.ts';
import { callContext, open, type Way, type WayName, ways } from './simulator-countries.ts';

let simulator: Simulator;
beforeAll(async () => {
  simulator = await startSimulator({ tlsPort: 0 });
});
afterEach(() => simulator.control.reset());
afterAll(() => simulator.close());

type Outcome = Partial<RegistryResult<unknown>>;
const unavailable = (cause: string, more: object = {}) =>
  ({ kind: 'unavailable', cause, ...more }) as Outcome;
const technical = (cause: string) => ({ kind: 'technical', cause }) as Outcome;
const answered: Outcome = { kind: 'answered' };

const everyWay = Object.keys(ways) as WayName[];
const generic = everyWay.filter((name) => name.startsWith('generic'));
const own = everyWay.filter((name) => !generic.includes(name));
const withTokens: WayName[] = ['Datavalid', 'Consulta CPF', 'ANI flat', 'ANI nested'];
const ani: WayName[] = ['ANI flat', 'ANI nested'];
const withPerson: WayName[] = ['Consulta CPF', 'INE', 'RENAPO', 'voter list', ...ani];

interface Case {
  fault: string;
  params?: object;
  /** Route the rule is for; the way's own by default. */
  route?: string;
  at: readonly WayName[];
  outcome: Outcome;
}

/** Fault by fault what section 9 makes of it; `at`: the ways whose answers have what the fault twists. */
const cases: readonly Case[] = [
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

const limits = {
  connectMs: 1000,
  dataMs: 2000,
  biometricMs: 2000,
  overallMs: 10_000,
  retries: 0,
  retryMinMs: 1,
  retryMaxMs: 2,
  responseBytes: 1_000_000,
};

/** Ways of a round share no route, so that each has its own rule and all can be asked at once. */
const second: readonly WayName[] = ['Consulta CPF', 'INE with signatures', 'ANI nested'];
const roundsOf = (names: readonly WayName[]): WayName[][] =>
  [names.filter((name) => !second.includes(name)), names.filter((name) => second.includes(name))].filter(
    (round) => round.length > 0,
  );

/** What each way answers, all asked at once. */
async function askAll(
  names: readonly WayName[],
  { at = simulator, trusting }: { at?: Pick<Simulator, 'url'>; trusting?: string } = {},
): Promise<Record<string, RegistryResult<unknown>>> {
  const results = names.map(async (name) => {
    const way: Way = ways[name];
    const registries = open(way.settings(at, limits), trusting);
    try {
      return [name, await way.ask(registries, callContext())] as const;
    } finally {
      await registries.close();
    }
  });
  return Object.fromEntries(await Promise.all(results));
}

const all = <Value>(names: readonly WayName[], value: Value): Record<string, Value> =>
  Object.fromEntries(names.map((name) => [name, value]));

describe('what the connectors make of each fault', () => {
  const rounds = cases.flatMap(({ at, ...one }) => roundsOf(at).map((names) => ({ ...one, names })));

  it.each(rounds)('$fault $params: $outcome at $names', async ({ fault, params, route, names, outcome }) => {
    const routes = [...new Set(names.map((name) => route ?? ways[name].route))];
    await simulator.control.setFaults(
      routes.map((at) => ({ id: at, route: at, fault, ...(params !== undefined && { params }) })),
    );
    expect(await askAll(names)).toMatchObject(all(names, outcome));
    if (fault === 'net.refuse') return;
    const struck = new Set(simulator.control.calls().map((call) => call.fault));
    expect(routes.filter((at) => !struck.has(at))).toEqual([]);
  });

  it('follows no redirect', async () => {
    await simulator.control.setFaults([{ id: 'rule', route: 'mx.curp', fault: 'http.redirect' }]);
    await askAll(['RENAPO']);
    expect(simulator.control.calls().map(({ route }) => route)).toEqual(['mx.curp']);
  });

  it('net.tls_untrusted', async () => {
    const names: WayName[] = ['Datavalid', 'INE', 'ANI flat', 'generic us'];
    const behindTls = { at: { url: simulator.tlsUrl ?? '' }, trusting: simulator.certificate ?? '' };
    expect(await askAll(names, behindTls)).toMatchObject(all(names, answered));
    await simulator.control.setFaults([{ id: 'rule', route: '*', fault: 'net.tls_untrusted' }]);
    expect(await askAll(names, behindTls)).toMatchObject(all(names, unavailable('tls', { delivered: 'no' })));
  });

  it('leaves no fault of the document out', () => {
    const tried = new Set([...cases.map(({ fault }) => fault), 'net.tls_untrusted']);
    expect(Object.keys(faultTable).filter((fault) => !tried.has(fault))).toEqual([]);
  });

  it('answers without any fault on every way', async () => {
    expect(await askAll(everyWay)).toMatchObject(all(everyWay, answered));
  });
});
