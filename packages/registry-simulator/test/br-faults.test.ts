/** Every fault of the simulator once, through the connector of Brazil. @see spec/registries.md 15.5, 17.4 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { brazil } from '../src/br-cpf/simulator.ts';
import type { FaultRule } from '../src/server/fault-rules.ts';
import { faultTable } from '../src/server/fault-table.ts';
import { type Simulator, startSimulator } from '../src/server/simulator.ts';
import {
  callContext,
  datavalidOptions,
  openDatavalid,
  resilience,
  wholeQuestion,
} from '../../registries/test/br-fixtures.ts';

let simulator: Simulator;
beforeAll(async () => {
  simulator = await startSimulator({ registries: [brazil], population: {}, tlsPort: 0 });
});
afterAll(() => simulator.close());
beforeEach(() => simulator.control.reset());

/** For rows that end in a time-out; the others are not hurried, however busy the machine. */
const impatient = { ...resilience, dataMs: 2_000, biometricMs: 2_000 };

/** Asks about `br.pass` while a rule stands. */
async function askWith(rule: Omit<FaultRule, 'id'>, { baseUrl = simulator.url, limits = resilience } = {}) {
  await simulator.control.setFaults([{ id: 'fault', ...rule }]);
  const deps = simulator.certificate === null ? {} : { certificateAuthorities: simulator.certificate };
  const { connector } = openDatavalid(datavalidOptions(baseUrl, { resilience: limits }), deps);
  const result = await connector.check(wholeQuestion, callContext());
  const calls = simulator.control.calls().filter(({ fault }) => fault === 'fault').length;
  return { result, calls };
}

const answered = {
  kind: 'answered',
  answer: { face: { similarity: 97 }, compared: { name: { similarity: 100 } } },
};
const unavailable = (cause: string, delivered = 'maybe') => ({ kind: 'unavailable', cause, delivered });
const timeout = unavailable('timeout');
const technical = (cause: string) => ({ kind: 'technical', cause });
const rejected = (input: string, code: string) => ({ kind: 'rejected', input, code });
const past = { from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z' };
const now = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };

const validate = 'br.validate';
const lookup = 'br.status';

/** Fault, parameters, route, result, and the calls that were twisted. */
const rows: [fault: string, params: unknown, route: string, result: object, calls: number][] = [
  ['net.hang', undefined, validate, timeout, 1],
  ['net.hang', undefined, lookup, timeout, 3],
  ['net.slow', { ms: 50 }, validate, answered, 1],
  ['net.slow', { min: 8_000, max: 9_000 }, validate, timeout, 1],
  ['net.trickle', { bytesPerSecond: 100_000 }, validate, answered, 1],
  ['net.reset_before_headers', undefined, validate, timeout, 1],
  ['net.reset_mid_body', undefined, validate, technical('malformed_body'), 1],
  ['net.truncate', undefined, validate, technical('malformed_body'), 1],
  ['net.bad_length', undefined, validate, technical('malformed_body'), 1],
  ['http.status', { status: 404 }, validate, technical('unexpected_status'), 1],
  ['http.status', { status: 404 }, lookup, { kind: 'not_found' }, 1],
  ['http.status', { status: 413 }, validate, technical('config'), 1],
  ['http.status', { status: 503 }, lookup, unavailable('http_5xx'), 3],
  ['http.status', { status: 503 }, 'br.gcc', unavailable('http_5xx'), 3],
  ['http.status', { status: 429, retryAfter: 3_600 }, validate, unavailable('rate_limited'), 1],
  ['http.html_gateway', undefined, validate, unavailable('http_5xx'), 1],
  ['http.redirect', undefined, validate, technical('unexpected_status'), 1],
  ['auth.expired_once', undefined, validate, answered, 1],
  ['auth.always_401', undefined, validate, technical('auth'), 2],
  ['auth.token_down', undefined, 'br.token', unavailable('http_5xx', 'no'), 3],
  ['auth.token_garbage', undefined, 'br.token', technical('auth'), 1],
  ['auth.token_no_expiry', undefined, 'br.token', answered, 1],
  ['body.html', undefined, validate, technical('malformed_body'), 1],
  ['body.empty', undefined, validate, technical('malformed_body'), 1],
  ['body.null', undefined, validate, technical('malformed_body'), 1],
  ['body.array', undefined, validate, technical('malformed_body'), 1],
  ['body.xml', undefined, validate, technical('malformed_body'), 1],
  ['body.nan', undefined, validate, technical('malformed_body'), 1],
  ['body.huge', { bytes: 1_000_001 }, validate, technical('response_too_large'), 1],
  ['body.bool_as_string', undefined, validate, technical('schema'), 1],
  ['body.similarity_percent', undefined, validate, technical('schema'), 1],
  ['body.similarity_comma', undefined, validate, technical('schema'), 1],
  ['body.missing_block', undefined, validate, technical('schema'), 1],
  ['body.missing_block', undefined, lookup, technical('schema'), 1],
  ['body.unknown_enum', undefined, lookup, technical('schema'), 1],
  ['body.extra_keys', undefined, validate, answered, 1],
  ['body.latin1', undefined, validate, answered, 1],
  ['body.wrong_person', undefined, lookup, technical('schema'), 1],
  ['dv.code', { code: 'DV002', style: 'code' }, validate, rejected('portrait', 'DV002'), 1],
  ['dv.code', { code: 'DV045', style: 'codigo' }, validate, rejected('selfie', 'DV045'), 1],
  ['dv.code', { code: 'DV300', style: 'text' }, validate, unavailable('maintenance'), 1],
  ['business.error', undefined, validate, unavailable('maintenance'), 1],
  ['flap', { fail: 1, ok: 1 }, lookup, answered, 1],
  ['flap', { fail: 1, ok: 1 }, validate, unavailable('http_5xx'), 1],
  ['maintenance', now, validate, unavailable('http_5xx'), 1],
  ['maintenance', past, validate, answered, 0],
];

describe('a fault of the Brazilian registry', () => {
  it('is every fault of the simulator; signatures are not Brazil’s', () => {
    const named = new Set([
      ...rows.map(([fault]) => fault),
      'net.refuse',
      'net.tls_untrusted',
      'sig.invalid',
      'sig.missing',
    ]);
    expect([...named].toSorted()).toEqual(Object.keys(faultTable).toSorted());
  });

  it.each(rows)('%s %o at %s', async (fault, params, route, result, calls) => {
    const limits = result === timeout ? impatient : resilience;
    const got = await askWith({ route, fault, ...(params !== undefined && { params }) }, { limits });
    expect(got.result).toMatchObject(result);
    expect(got.calls).toBe(calls);
  });

  it('net.refuse', async () => {
    const { result } = await askWith({ route: '*', fault: 'net.refuse' });
    expect(result).toEqual({ kind: 'unavailable', cause: 'connect', attempts: 3, delivered: 'no' });
  });

  it('net.tls_untrusted', async () => {
    const tls = { baseUrl: simulator.tlsUrl ?? '' };
    expect((await askWith({ route: '*', fault: 'net.slow', params: { ms: 1 } }, tls)).result).toMatchObject(
      answered,
    );
    const { result } = await askWith({ route: '*', fault: 'net.tls_untrusted' }, tls);
    expect(result).toEqual({ kind: 'unavailable', cause: 'tls', attempts: 3, delivered: 'no' });
  });
});
