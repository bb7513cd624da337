import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RegistryResult } from '@countersign/core';
import {
  type Behaviour,
  connectTo,
  context,
  type FarEnd,
  question,
  readStatus,
  reply,
  reset,
  startFarEnd,
} from './calls-far-end.ts';

let farEnd: FarEnd;
afterEach(() => farEnd.close());

const refusedByBreaker = { kind: 'unavailable', cause: 'circuit_open', attempts: 0, delivered: 'no' };

/** A remote end that can be switched between failing and working, and a clock that can be advanced. */
async function withBreaker(sick: Behaviour, { retries = 0, failures = 5 } = {}) {
  const world = { behaviour: sick, now: Date.now() };
  farEnd = await startFarEnd((socket, request) => world.behaviour(socket, request));
  const connected = connectTo(farEnd.url, {
    resilience: { retries, overallMs: 45_000, breaker: { failures, trialAfterMs: 30_000 } },
    deps: { now: () => world.now },
  });
  const deadline = () => new Date(world.now + 45_000).toISOString();
  const request = (read: typeof readStatus = readStatus) =>
    connected.http.request(question, { ...context(), deadline: deadline() }, read);
  return { world, request, ...connected };
}

describe('The breaker', () => {
  it('shows since when a route is held back and why, through trials that fail, until one succeeds', async () => {
    const { request, http, world } = await withBreaker(reply(503));
    const at = (ms: number) => new Date(ms).toISOString();
    const begin = world.now;
    for (let call = 0; call < 4; call += 1) await request();
    expect(http.health().outages).toEqual([]);
    await request();
    world.now = begin + 10_000;
    await request();
    const outage = { route: question.route, cause: 'http_5xx', since: at(begin) };
    expect(http.health().outages).toEqual([{ ...outage, failedAt: at(begin) }]);
    world.now = begin + 30_000;
    await request();
    expect(http.health().outages).toEqual([{ ...outage, failedAt: at(begin + 30_000) }]);
    world.now = begin + 60_000;
    world.behaviour = reply(200);
    await request();
    expect(http.health().outages).toEqual([]);
  });

  it('opens after five transport failures in a row, and then nothing is sent', async () => {
    const { request, http, records } = await withBreaker(reply(503));
    for (let call = 0; call < 4; call += 1) await request();
    expect(http.health().breaker).toBe('closed');
    await request();
    expect(http.health().breaker).toBe('open');
    expect(await request()).toEqual(refusedByBreaker);
    expect(farEnd.requests).toHaveLength(5);
    expect(records.at(-1)).toMatchObject({ kind: 'unavailable', cause: 'circuit_open', breaker: 'open' });
    // The fifth call was let through, and opened it.
    expect(records.map(({ breaker, breakerAfter }) => [breaker, breakerAfter])).toEqual([
      ...Array.from({ length: 4 }, () => ['closed', 'closed']),
      ['closed', 'open'],
      ['open', 'open'],
    ]);
    await http.close();
  });

  it('is separate for each route: one that answers does not affect another that does not', async () => {
    const { request, http, world } = await withBreaker(reply(503));
    const lookUp = () =>
      http.request({ ...question, route: 'br.status' }, { ...context(), deadline: inTime() }, readStatus);
    const inTime = () => new Date(world.now + 45_000).toISOString();
    for (let call = 0; call < 5; call += 1) {
      world.behaviour = reply(200);
      expect(await lookUp()).toMatchObject({ kind: 'answered' });
      world.behaviour = reply(503);
      await request();
    }
    expect(await request()).toEqual(refusedByBreaker);
    world.behaviour = reply(200);
    expect(await lookUp()).toMatchObject({ kind: 'answered' });
    expect(http.health().breaker).toBe('open');
    await http.close();
  });

  it('stops the retries of a call in which it opens; the call keeps its own failure', async () => {
    const { request, http } = await withBreaker(reply(503), { retries: 2, failures: 2 });
    expect(await request()).toEqual({
      kind: 'unavailable',
      cause: 'http_5xx',
      attempts: 2,
      delivered: 'maybe',
    });
    expect(farEnd.requests).toHaveLength(2);
    await http.close();
  });

  it('lets one call try after thirty seconds, and closes when it is answered', async () => {
    const { request, http, world, records } = await withBreaker(reset);
    for (let call = 0; call < 5; call += 1) await request();
    world.now += 29_999;
    expect(await request()).toEqual(refusedByBreaker);
    world.now += 1;
    world.behaviour = reply(200);
    expect(await request()).toMatchObject({ kind: 'answered' });
    expect(farEnd.requests).toHaveLength(6);
    expect(records.find(({ kind }) => kind === 'answered')).toMatchObject({
      breaker: 'trial',
      breakerAfter: 'closed',
    });
    expect(http.health().breaker).toBe('closed');
    await http.close();
  });

  it('has calls that come during the trial wait for it: answered when the registry is back (A-391)', async () => {
    const { request, http, world } = await withBreaker(reset);
    for (let call = 0; call < 5; call += 1) await request();
    world.now += 30_000;
    world.behaviour = (socket, asked) => void setTimeout(() => reply(200)(socket, asked), 50);
    const trial = request();
    await vi.waitFor(() => expect(farEnd.requests).toHaveLength(6));
    const others = [request(), request(), request()];
    expect(farEnd.requests).toHaveLength(6);
    expect((await Promise.all([trial, ...others])).map(({ kind }) => kind)).toEqual([
      'answered',
      'answered',
      'answered',
      'answered',
    ]);
    await http.close();
  });

  it('rejects them when the trial fails, or when their time is over before it ends (A-391)', async () => {
    const { request, http, world } = await withBreaker(reset);
    for (let call = 0; call < 5; call += 1) await request();
    world.now += 30_000;
    let end = () => {};
    world.behaviour = (socket) => void (end = () => socket.resetAndDestroy());
    const trial = request();
    await vi.waitFor(() => expect(farEnd.requests).toHaveLength(6));
    const late = http.request(
      question,
      { ...context(), deadline: new Date(world.now + 20).toISOString() },
      readStatus,
    );
    const waiting = request();
    expect(await late).toEqual(refusedByBreaker);
    end();
    expect(await trial).toMatchObject({ cause: 'timeout', attempts: 1 });
    expect(await waiting).toEqual(refusedByBreaker);
    expect(farEnd.requests).toHaveLength(6);
    await http.close();
  });

  it('stays open for another thirty seconds when the trial fails', async () => {
    const { request, http, world } = await withBreaker(reset);
    for (let call = 0; call < 5; call += 1) await request();
    world.now += 30_000;
    expect(await request()).toMatchObject({ cause: 'timeout', attempts: 1 });
    world.now += 29_999;
    expect(await request()).toEqual(refusedByBreaker);
    world.now += 1;
    expect(await request()).toMatchObject({ cause: 'timeout', attempts: 1 });
    await http.close();
  });

  it('counts anew after an answer', async () => {
    const { request, http, world } = await withBreaker(reply(502));
    for (let call = 0; call < 4; call += 1) await request();
    world.behaviour = reply(200);
    await request();
    world.behaviour = reply(502);
    for (let call = 0; call < 4; call += 1) await request();
    expect(http.health().breaker).toBe('closed');
    await request();
    expect(http.health().breaker).toBe('open');
    await http.close();
  });

  it.each([
    ['429', reply(429)],
    ['403', reply(403)],
    ['415', reply(415)],
    ['a body that cannot be used', reply(200, 'x'.repeat(5_000))],
  ])('counts %s neither as a failure nor as health', async (_, neutral) => {
    const { request, http, world } = await withBreaker(reply(503));
    for (let call = 0; call < 4; call += 1) await request();
    world.behaviour = neutral;
    for (let call = 0; call < 6; call += 1) await request();
    expect(http.health().breaker).toBe('closed');
    world.behaviour = reply(503);
    await request();
    expect(http.health().breaker).toBe('open');
    await http.close();
  });

  it('counts an answer whose body reports an outage', async () => {
    const { request, http } = await withBreaker(reply(200));
    const down: RegistryResult<never> = {
      kind: 'unavailable',
      cause: 'maintenance',
      attempts: 1,
      delivered: 'maybe',
    };
    for (let call = 0; call < 5; call += 1) await request(() => down);
    expect(http.health().breaker).toBe('open');
    await http.close();
  });

  it('opens again for trials when the caller of a trial aborts', async () => {
    const { request, http, world } = await withBreaker(reset);
    for (let call = 0; call < 5; call += 1) await request();
    world.now += 30_000;
    const caller = new AbortController();
    world.behaviour = () => caller.abort();
    const deadline = new Date(world.now + 45_000).toISOString();
    await http.request(question, { ...context(), signal: caller.signal, deadline }, readStatus);
    world.behaviour = reply(200);
    expect(await request()).toMatchObject({ kind: 'answered' });
    expect(http.health().breaker).toBe('closed');
    await http.close();
  });

  it('is not there when the settings turn it off', async () => {
    farEnd = await startFarEnd(reply(503));
    const { http } = connectTo(farEnd.url, { resilience: { breaker: null } });
    for (let call = 0; call < 8; call += 1) await http.request(question, context(), readStatus);
    expect(farEnd.requests).toHaveLength(8);
    await http.close();
  });
});

describe('The queue', () => {
  it('lets sixteen calls go at once, the others in the order they came', async () => {
    const waiting: (() => void)[] = [];
    farEnd = await startFarEnd((socket, request) => waiting.push(() => reply(200)(socket, request)));
    const { http } = connectTo(farEnd.url, { resilience: { dataMs: 60_000, overallMs: 60_000 } });
    const ended: number[] = [];
    const calls = Array.from({ length: 20 }, (_, index) =>
      http
        .request({ ...question, body: JSON.stringify({ index }) }, context(60_000), readStatus)
        .then(() => ended.push(index)),
    );
    await expect.poll(() => waiting.length).toBe(16);
    expect(http.health()).toMatchObject({ inFlight: 16, waiting: 4 });
    for (let next = 16; next < 20; next += 1) {
      waiting.shift()?.();
      await expect.poll(() => farEnd.requests.length).toBe(next + 1);
      expect(farEnd.requests[next]?.body).toBe(JSON.stringify({ index: next }));
    }
    for (const answer of waiting) answer();
    await Promise.all(calls);
    expect(ended).toHaveLength(20);
    expect(http.health()).toMatchObject({ inFlight: 0, waiting: 0 });
    await http.close();
  });

  it('gives no call a place after its deadline: nothing was sent', async () => {
    farEnd = await startFarEnd(() => {});
    const { http } = connectTo(farEnd.url, { resilience: { concurrency: 1, dataMs: 3_000 } });
    const first = http.request(question, context(), readStatus);
    expect(await http.request(question, context(60), readStatus)).toEqual({
      kind: 'unavailable',
      cause: 'timeout',
      attempts: 0,
      delivered: 'no',
    });
    await first;
    expect(farEnd.requests).toHaveLength(1);
    expect(http.health()).toMatchObject({ inFlight: 0, waiting: 0 });
    await http.close();
  });
});

describe('The record of a call', () => {
  it("names route, outcome, status, the registry's code and the fields by outcome, and nothing of a person", async () => {
    farEnd = await startFarEnd(reply(200, '{"cpf":"90000000175"}'));
    const { http, records } = connectTo(farEnd.url);
    await http.request(
      { ...question, path: '/cpf/90000000175', codeOf: () => 'DV041' },
      context(),
      ({ at }): RegistryResult<object> => ({
        kind: 'answered',
        at,
        answer: {
          compared: { name: { similarity: 97.1 }, gender: { equal: true }, licenceNumber: { equal: false } },
        },
      }),
    );
    expect(records).toEqual([
      {
        connector: 'tested',
        route: 'xx.check',
        correlationId: '5f0c1d52-7a3e-4a57-9d3b-0a6a2f1c9e44',
        kind: 'answered',
        cause: null,
        httpStatus: 200,
        code: 'DV041',
        attempts: 1,
        ms: expect.any(Number),
        breaker: 'closed',
        breakerAfter: 'closed',
        compared: { equal: ['gender'], different: ['name', 'licenceNumber'] },
      },
    ]);
    expect(JSON.stringify(records)).not.toContain('90000000175');
    await http.close();
  });

  it.each(['90000000175', 'CPF 90000000175', 'ANA BEATRIZ', 'SOUZA', 'ANA_LIMA', 'local:SOUZA', ''])(
    'leaves out what is not a code: "%s"',
    async (code) => {
      farEnd = await startFarEnd(reply(200));
      const { http, records } = connectTo(farEnd.url);
      await http.request(question, context(), () => ({
        kind: 'rejected',
        at: null,
        input: 'id_number',
        code,
      }));
      expect(records[0]).toMatchObject({ kind: 'rejected', cause: 'id_number', code: null });
      await http.close();
    },
  );

  it.each(['DV041', 'http:451', 'facial:2', 'E12'])('keeps the code "%s"', async (code) => {
    farEnd = await startFarEnd(reply(200));
    const { http, records } = connectTo(farEnd.url);
    await http.request(question, context(), () => ({ kind: 'rejected', at: null, input: 'selfie', code }));
    expect(records[0]).toMatchObject({ code });
    await http.close();
  });
});
