import { afterEach, describe, expect, it } from 'vitest';
import type { HttpQuestion } from '../src/calls/registry-http.ts';
import {
  type Behaviour,
  connectTo,
  context,
  type FarEnd,
  hang,
  head,
  question,
  readStatus,
  reply,
  reset,
  startFarEnd,
} from './calls-far-end.ts';

let farEnd: FarEnd;
afterEach(() => farEnd.close());

const behaviours: readonly [name: string, Behaviour][] = [
  ['200', reply(200)],
  ['400', reply(400)],
  ['429', reply(429)],
  ['500', reply(500)],
  ['503', reply(503)],
  ['silence', hang],
  ['reset', reset],
  ['end', (socket) => socket.end()],
  ['half a body', (socket) => socket.end(`${head(200, { 'content-length': '9' })}{`)],
  ['no HTTP', (socket) => socket.end('no HTTP at all\r\n\r\n')],
  ['too much', reply(200, 'x'.repeat(2_000))],
  ['elsewhere', reply(302, '', { location: 'http://127.0.0.1:9/' })],
];

/** A linear congruential generator: the same storm every time. */
function chanceFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

describe('In a storm of failures', () => {
  it.each<HttpQuestion['repeat']>(['data', 'biometric', 'single_use'])(
    'every call ends in one result, leaves nothing behind, and is delivered twice only where the table allows: %s',
    async (repeat) => {
      const chance = chanceFrom(20_261_120);
      const happened = new Map<string, string[]>();
      farEnd = await startFarEnd((socket, request) => {
        const [name, behaviour] = behaviours[Math.floor(chance() * behaviours.length)] ?? ['200', reply(200)];
        happened.set(request.body, [...(happened.get(request.body) ?? []), name]);
        behaviour(socket, request);
      });
      const { http, records, bugs } = connectTo(farEnd.url, {
        resilience: { retries: 2, overallMs: 60_000, dataMs: 1_000, biometricMs: 1_000 },
      });
      const calls = Array.from({ length: 150 }, (_, index) =>
        http.request({ ...question, body: `{"call":${index}}`, repeat }, context(60_000), readStatus),
      );
      const results = await Promise.all(calls);
      expect(
        results.filter(({ kind }) => ['answered', 'unavailable', 'technical'].includes(kind)),
      ).toHaveLength(150);
      expect(records).toHaveLength(150);
      expect(bugs).toEqual([]);
      expect(http.health()).toMatchObject({ inFlight: 0, waiting: 0, breaker: 'closed' });

      const repeatedAfter = new Set([...happened.values()].flatMap((names) => names.slice(0, -1)));
      const allowed: Record<HttpQuestion['repeat'], string[]> = {
        data: ['429', '503', 'silence', 'reset', 'end'],
        biometric: ['429', '503'],
        single_use: ['429'],
      };
      expect([...repeatedAfter]).toEqual(expect.arrayContaining(allowed[repeat]));
      // On a busy machine a late answer counts as silence too, after which data may be queried again.
      if (repeat !== 'data') expect(repeatedAfter.size).toBe(allowed[repeat].length);
      await http.close();
    },
  );
});

describe('A log that cannot be written', () => {
  it('loses no answer', async () => {
    farEnd = await startFarEnd(reply(200));
    const onCall = () => {
      throw new TypeError('disk full');
    };
    const { http, bugs } = connectTo(farEnd.url, { deps: { onCall } });
    expect(await http.request(question, context(), readStatus)).toMatchObject({ kind: 'answered' });
    expect(bugs).toEqual([{ connector: 'tested', route: 'xx.check', errorClass: 'TypeError' }]);
    await http.close();
  });

  it('makes no call throw, even if it cannot log that either', async () => {
    farEnd = await startFarEnd(reply(200));
    const full = () => {
      throw new TypeError('disk full');
    };
    const { http } = connectTo(farEnd.url, { deps: { onCall: full, onBug: full } });
    expect(await http.request(question, context(), readStatus)).toMatchObject({ kind: 'answered' });
    expect(await http.request(question, context(), full)).toMatchObject({
      kind: 'technical',
      cause: 'schema',
    });
    expect(http.health()).toMatchObject({ inFlight: 0, waiting: 0 });
    await http.close();
  });
});
