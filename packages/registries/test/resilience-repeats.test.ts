import { afterEach, describe, expect, it } from 'vitest';
import type { HttpQuestion } from '../src/calls/registry-http.ts';
import { retryAfterMs } from '../src/calls/repeat-rules.ts';
import {
  type Behaviour,
  connectTo,
  context,
  type FarEnd,
  hang,
  impatient,
  question,
  readStatus,
  reply,
  reset,
  startFarEnd,
} from './calls-far-end.ts';

let farEnd: FarEnd;
afterEach(() => farEnd.close());

type Repeat = HttpQuestion['repeat'];
const asked = (repeat: Repeat): HttpQuestion => ({
  ...question,
  kind: repeat === 'data' ? 'data' : 'biometric',
  repeat,
});

describe('A question is sent again', () => {
  const ok = reply(200);
  // spec/registries.md 10, second table; the number of requests when the event happens once and an answer would follow.
  it.each<[string, Behaviour, Repeat, number, string]>([
    ['429', reply(429), 'data', 2, 'answered'],
    ['429', reply(429), 'biometric', 2, 'answered'],
    ['429', reply(429), 'single_use', 2, 'answered'],
    ['502', reply(502), 'data', 2, 'answered'],
    ['502', reply(502), 'biometric', 2, 'answered'],
    ['502', reply(502), 'single_use', 1, 'http_5xx'],
    ['503', reply(503), 'data', 2, 'answered'],
    ['503', reply(503), 'biometric', 2, 'answered'],
    ['503', reply(503), 'single_use', 1, 'http_5xx'],
    ['504', reply(504), 'data', 2, 'answered'],
    ['504', reply(504), 'biometric', 2, 'answered'],
    ['504', reply(504), 'single_use', 1, 'http_5xx'],
    ['500', reply(500), 'data', 1, 'http_5xx'],
    ['500', reply(500), 'biometric', 1, 'http_5xx'],
    ['500', reply(500), 'single_use', 1, 'http_5xx'],
    ['silence', hang, 'data', 2, 'answered'],
    ['silence', hang, 'biometric', 1, 'timeout'],
    ['silence', hang, 'single_use', 1, 'timeout'],
    ['a reset', reset, 'data', 2, 'answered'],
    ['a reset', reset, 'biometric', 1, 'timeout'],
    ['a reset', reset, 'single_use', 1, 'timeout'],
    ['408', reply(408), 'data', 1, 'timeout'],
    ['404', reply(404), 'data', 1, 'answered'],
  ])('after %s, by the table: %#', async (_, behaviour, repeat, requests, outcome) => {
    farEnd = await startFarEnd(behaviour, ok);
    const { http } = connectTo(farEnd.url, {
      resilience: { retries: 2, ...(behaviour === hang && impatient) },
    });
    const result = await http.request(asked(repeat), context(), readStatus);
    expect(farEnd.requests).toHaveLength(requests);
    expect(result.kind === 'unavailable' ? result.cause : result.kind).toBe(outcome);
    expect(result.kind === 'unavailable' ? result.delivered : 'maybe').toBe('maybe');
    await http.close();
  });

  it.each<Repeat>(['data', 'biometric', 'single_use'])(
    'when the connection was not made, since nothing was sent: %s',
    async (repeat) => {
      farEnd = await startFarEnd(ok);
      let lookUps = 0;
      const resolve = () => {
        lookUps += 1;
        return lookUps < 3 ? Promise.reject(new Error('EAI_AGAIN')) : Promise.resolve(['127.0.0.1']);
      };
      const { http } = connectTo(farEnd.url.replace('127.0.0.1', 'registry.example'), {
        resilience: { retries: 2 },
        deps: { resolve },
      });
      expect(await http.request(asked(repeat), context(), readStatus)).toMatchObject({ answer: 200 });
      expect(farEnd.requests).toHaveLength(1);
      await http.close();
    },
  );

  it('at most twice, with the same body, and reports how often it was sent', async () => {
    farEnd = await startFarEnd(reply(503));
    const { http, records } = connectTo(farEnd.url, { resilience: { retries: 2 } });
    expect(await http.request(question, context(), readStatus)).toEqual({
      kind: 'unavailable',
      cause: 'http_5xx',
      attempts: 3,
      delivered: 'maybe',
    });
    expect(farEnd.requests.map(({ body }) => body)).toEqual([
      '{"asked":true}',
      '{"asked":true}',
      '{"asked":true}',
    ]);
    expect(records[0]).toMatchObject({ attempts: 3, httpStatus: 503 });
    await http.close();
  });

  it('after waits spread evenly over the range', async () => {
    farEnd = await startFarEnd(reply(503));
    const chances = [0, 0.5];
    const { http, waits } = connectTo(farEnd.url, {
      resilience: { retries: 2, retryMinMs: 500, retryMaxMs: 1_500, overallMs: 60_000 },
      deps: { random: () => chances.shift() ?? 0 },
    });
    await http.request(question, context(60_000), readStatus);
    expect(waits).toEqual([500, 1_000]);
    await http.close();
  });

  it('only while the deadline leaves time to wait', async () => {
    farEnd = await startFarEnd(reply(503));
    const { http, waits } = connectTo(farEnd.url, {
      resilience: { retries: 2, retryMinMs: 4_000, retryMaxMs: 4_000 },
    });
    expect(await http.request(question, context(2_000), readStatus)).toMatchObject({ attempts: 1 });
    expect(waits).toEqual([]);
    await http.close();
  });

  it('stays maybe delivered when the attempt after it could not connect', async () => {
    farEnd = await startFarEnd(reset);
    let lookUps = 0;
    const resolve = () => {
      lookUps += 1;
      return lookUps > 1 ? Promise.reject(new Error('EAI_AGAIN')) : Promise.resolve(['127.0.0.1']);
    };
    const { http } = connectTo(farEnd.url.replace('127.0.0.1', 'registry.example'), {
      resilience: { retries: 1 },
      deps: { resolve },
    });
    expect(await http.request(question, context(), readStatus)).toEqual({
      kind: 'unavailable',
      cause: 'connect',
      attempts: 2,
      delivered: 'maybe',
    });
    await http.close();
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-11-20T14:05:50.000Z');
  const deadline = '2026-11-20T14:06:35.000Z';

  it.each([
    ['in seconds', '7', [7_000]],
    ['of zero', '0', [0]],
    ['as a date', 'Fri, 20 Nov 2026 14:05:54 GMT', [4_000]],
    ['as a date that has passed', 'Fri, 20 Nov 2026 14:05:00 GMT', [0]],
    ['of ten seconds', '10', [10_000]],
    ['of eleven seconds: the call ends', '11', []],
    ['as a date too far away: the call ends', 'Fri, 20 Nov 2026 14:06:10 GMT', []],
    ['that is none: the usual wait', 'soon', [500]],
  ])('%s is honoured', async (_, header, expected) => {
    for (const status of [429, 503]) {
      farEnd = await startFarEnd(reply(status, '', { 'retry-after': header }));
      const { http, waits } = connectTo(farEnd.url, {
        resilience: { retries: 1, retryMinMs: 500, retryMaxMs: 4_000, overallMs: 45_000 },
        deps: { now: () => now, random: () => 0 },
      });
      await http.request(question, { ...context(), deadline }, readStatus);
      expect(waits).toEqual(expected);
      await http.close();
      await farEnd.close();
    }
  });

  it.each(['', '-1', '1.5', '1e3', '2026-11-20', 'Fri, 99 Nov 2026'])('"%s" is not read', (header) => {
    expect(retryAfterMs(header, now)).toBeNull();
  });
});

describe('A cancelled call', () => {
  it('ends at once, as a time-out that does not count against the registry', async () => {
    farEnd = await startFarEnd(hang);
    const { http } = connectTo(farEnd.url, {
      resilience: { retries: 2, breaker: { failures: 1, trialAfterMs: 30_000 } },
    });
    const caller = new AbortController();
    const asking = http.request(question, context(60_000, caller.signal), readStatus);
    await expect.poll(() => farEnd?.requests.length).toBe(1);
    const start = performance.now();
    caller.abort();
    const result = await asking;
    expect(performance.now() - start).toBeLessThan(4_000);
    expect(result).toEqual({ kind: 'unavailable', cause: 'timeout', attempts: 1, delivered: 'maybe' });
    expect(http.health().breaker).toBe('closed');
    await http.close();
  });

  it('before it began is never sent', async () => {
    farEnd = await startFarEnd(reply(200));
    const { http } = connectTo(farEnd.url);
    expect(await http.request(question, context(20_000, AbortSignal.abort()), readStatus)).toEqual({
      kind: 'unavailable',
      cause: 'timeout',
      attempts: 0,
      delivered: 'no',
    });
    expect(farEnd.requests).toEqual([]);
  });

  it('by a deadline that has come is never sent, not even over a connection that is open', async () => {
    farEnd = await startFarEnd(reply(200));
    const { http } = connectTo(farEnd.url);
    await http.request(question, context(), readStatus);
    expect(await http.request(question, context(0), readStatus)).toEqual({
      kind: 'unavailable',
      cause: 'timeout',
      attempts: 0,
      delivered: 'no',
    });
    expect(farEnd.requests).toHaveLength(1);
    await http.close();
  });

  it('by the deadline ends then, however long one attempt might take', async () => {
    farEnd = await startFarEnd(hang);
    const { http } = connectTo(farEnd.url, { resilience: { retries: 2, dataMs: 10_000 } });
    const start = performance.now();
    expect(await http.request(question, context(100), readStatus)).toEqual({
      kind: 'unavailable',
      cause: 'timeout',
      attempts: 1,
      delivered: 'maybe',
    });
    expect(performance.now() - start).toBeLessThan(4_000);
    await http.close();
  });

  it("by the connector's own overall limit, when the caller allows more", async () => {
    farEnd = await startFarEnd(hang);
    const { http } = connectTo(farEnd.url, { resilience: { dataMs: 10_000, overallMs: 100 } });
    const start = performance.now();
    expect(await http.request(question, context(60_000), readStatus)).toMatchObject({ cause: 'timeout' });
    expect(performance.now() - start).toBeLessThan(4_000);
    await http.close();
  });

  it('is a biometric one only after its own, longer limit', async () => {
    farEnd = await startFarEnd((socket, request) => {
      setTimeout(() => reply(200)(socket, request), 600);
    });
    const { http } = connectTo(farEnd.url, { resilience: { dataMs: 300, biometricMs: 10_000 } });
    expect(await http.request(asked('data'), context(), readStatus)).toMatchObject({ kind: 'unavailable' });
    expect(await http.request(asked('biometric'), context(), readStatus)).toMatchObject({ kind: 'answered' });
    await http.close();
  });
});

describe('A question that must not be sent twice', () => {
  it('never goes over a connection that was kept from before', async () => {
    const ports: (number | undefined)[] = [];
    farEnd = await startFarEnd((socket, request) => {
      ports.push(socket.remotePort);
      reply(200)(socket, request);
    });
    const { http } = connectTo(farEnd.url);
    for (const repeat of ['data', 'data', 'biometric', 'single_use'] as const) {
      await http.request(asked(repeat), context(), readStatus);
      // The connection becomes free a moment after its answer.
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    expect(ports[1]).toBe(ports[0]);
    expect(new Set(ports.slice(1)).size).toBe(3);
    await http.close();
  });
});
