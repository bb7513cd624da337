import { describe, expect, it } from 'vitest';
import https from 'node:https';
import { authorised, control, inventedRegistry, post, simulatorOf } from './simulator-fixture.ts';

const people = { br: { '300': { name: 'BIA' } } };

describe('routes', () => {
  it('listens on loopback at a free port', async () => {
    await using one = await simulatorOf();
    await using other = await simulatorOf();
    expect(new URL(one.url).hostname).toBe('127.0.0.1');
    expect(one.url).not.toBe(other.url);
  });

  it('serves every route under /sandbox as well', async () => {
    await using simulator = await simulatorOf();
    const headers = await authorised(simulator);
    expect((await post(`${simulator.url}/validate`, { number: '100' }, headers)).status).toBe(200);
    expect((await post(`${simulator.url}/sandbox/validate`, { number: '100' }, headers)).status).toBe(200);
    expect((await post(`${simulator.url}/sandbox/sandbox/validate`, {}, headers)).status).toBe(404);
  });

  it('answers 404 for a path and for a method that no route has', async () => {
    await using simulator = await simulatorOf();
    expect((await post(`${simulator.url}/elsewhere`, {})).status).toBe(404);
    expect((await fetch(`${simulator.url}/token`)).status).toBe(404);
    expect((await fetch(`${simulator.url}//`)).status).toBe(404);
    expect((await fetch(`${simulator.url}/status/%E0%A4%A`)).status).toBe(404);
  });

  it('refuses a request above 3 MB, 3,000,000 bytes, with 413 and takes one of 3 MB', async () => {
    await using simulator = await simulatorOf();
    const headers = await authorised(simulator);
    // {"number":"100","picture":""} has 29 bytes.
    const ofBytes = (bytes: number) => ({ number: '100', picture: 'x'.repeat(bytes - 29) });
    expect((await post(`${simulator.url}/validate`, ofBytes(3_000_001), headers)).status).toBe(413);
    expect((await post(`${simulator.url}/validate`, ofBytes(3_000_000), headers)).status).toBe(200);
  });

  it('refuses a body that is not JSON with 400', async () => {
    await using simulator = await simulatorOf();
    const headers = await authorised(simulator);
    const response = await fetch(`${simulator.url}/validate`, { method: 'POST', headers, body: '{"number"' });
    expect(response.status).toBe(400);
  });

  it('reads a form', async () => {
    await using simulator = await simulatorOf();
    const body = new URLSearchParams({ grant_type: 'client_credentials' });
    await fetch(`${simulator.url}/token`, { method: 'POST', body });
    expect(simulator.control.calls()[0]?.keys).toEqual(['grant_type']);
  });

  it('answers on a second listener with a certificate that only those trust who were given it', async () => {
    await using simulator = await simulatorOf({ tlsPort: 0 });
    const get = (ca?: string) =>
      new Promise<number | string>((resolve) => {
        https
          .get(`${simulator.tlsUrl}/status/100`, { ...(ca && { ca }), agent: false }, (response) => {
            response.resume();
            resolve(response.statusCode ?? 0);
          })
          .once('error', (error) => resolve('code' in error ? String(error.code) : ''));
      });
    expect(await get(simulator.certificate ?? '')).toBe(200);
    expect(await get()).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
  });

  it('ends open connections when it closes', async () => {
    const simulator = await simulatorOf();
    const headers = await authorised(simulator);
    const waiting = post(`${simulator.url}/validate`, { number: '102' }, headers).then(
      () => 'answered',
      () => 'ended',
    );
    await expect.poll(() => simulator.control.count('br.validate')).toBe(1);
    await simulator.close();
    expect(await waiting).toBe('ended');
  });
});

describe('the person an answer is about', () => {
  const idOf = async (url: string): Promise<string> => {
    const { id } = (await (await fetch(url)).json()) as { id: string };
    return id;
  };

  it('is found in this order: override, scenario, people of control, population, pattern, none', async () => {
    await using simulator = await simulatorOf({
      population: { br: { ...people.br, '200': { name: 'EVA' } } },
    });
    const { url } = simulator;
    expect(await idOf(`${url}/sandbox/status/999`)).toBe('br.nobody');
    expect(await idOf(`${url}/sandbox/status/299`)).toBe('br.sandbox');
    expect(await idOf(`${url}/sandbox/status/200`)).toBe('br.plain');
    expect(await idOf(`${url}/sandbox/status/300`)).toBe('br.plain');
    simulator.control.putPerson('br', '299', { name: 'CARLA' });
    expect(await idOf(`${url}/sandbox/status/299`)).toBe('br.plain');
    simulator.control.putPerson('br', '100', { name: 'CARLA' });
    expect(await idOf(`${url}/sandbox/status/100`)).toBe('br.100');
    simulator.control.override({ registry: 'br', times: 1, scenario: 'br.stranger' });
    expect(await idOf(`${url}/sandbox/status/100`)).toBe('br.stranger');
  });

  it('reads patterns under /sandbox only', async () => {
    await using simulator = await simulatorOf();
    expect(await idOf(`${simulator.url}/status/299`)).toBe('br.nobody');
  });

  it('overrides as many calls as requested, about that number only', async () => {
    await using simulator = await simulatorOf();
    const { url } = simulator;
    simulator.control.override({ registry: 'br', number: '100', times: 2, scenario: 'br.stranger' });
    expect(await idOf(`${url}/status/101`)).toBe('br.101');
    expect(await idOf(`${url}/status/100`)).toBe('br.stranger');
    expect(await idOf(`${url}/status/100`)).toBe('br.stranger');
    expect(await idOf(`${url}/status/100`)).toBe('br.100');
  });

  it('is a person of the population again when control removes a replacement', async () => {
    await using simulator = await simulatorOf({ population: people });
    const headers = await authorised(simulator);
    const nameBehind = async () => {
      const { text } = await post(`${simulator.url}/validate`, { number: '300' }, headers);
      return (JSON.parse(text) as { name: string }).name;
    };
    simulator.control.putPerson('br', '300', { name: 'CARLA' });
    expect(await nameBehind()).toBe('CARLA');
    expect(simulator.control.removePerson('br', '300')).toBe(true);
    expect(await nameBehind()).toBe('BIA');
    expect(simulator.control.removePerson('br', '300')).toBe(false);
  });
});

describe('tokens', () => {
  it('refuses a call without a bearer token, with an unknown one and with an expired one', async () => {
    const start = Date.parse('2026-11-20T08:00:00.000Z');
    let now = start;
    await using simulator = await simulatorOf({ now: () => now });
    const headers = await authorised(simulator);
    const status = async (given: Record<string, string>) =>
      (await post(`${simulator.url}/validate`, { number: '100' }, given)).status;
    expect(await status({})).toBe(401);
    expect(await status({ authorization: 'Bearer 6d9b8a1c-0f6e-4a3e-8b1c-2d3e4f5a6b7c' })).toBe(401);
    now = start + 3_294_999;
    expect(await status(headers)).toBe(200);
    now = start + 3_295_000;
    expect(await status(headers)).toBe(401);
  });

  it('lets a bearer token expire by the clock that control sets', async () => {
    await using simulator = await simulatorOf();
    const headers = await authorised(simulator);
    await control(simulator, ['PUT', '/clock'], { offsetMs: 3_295_000 });
    expect((await post(`${simulator.url}/validate`, { number: '100' }, headers)).status).toBe(401);
  });

  it('takes a consent token once', async () => {
    await using simulator = await simulatorOf();
    const headers = await authorised(simulator);
    const { text: consent } = await post(`${simulator.url}/gcc`, {});
    const status = async () =>
      (await post(`${simulator.url}/validate`, { number: '100', consent }, headers)).status;
    expect(await status()).toBe(200);
    expect(await status()).toBe(422);
  });

  it.each([
    ['429', { fault: 'http.status', params: { status: 429 } }, 200],
    ['401', { fault: 'auth.always_401' }, 200],
    ['503', { fault: 'http.status', params: { status: 503 } }, 422],
    ['silence', { fault: 'net.reset_before_headers' }, 422],
  ])(
    'after a call answered %s the consent token counts as the document specifies',
    async (_what, fault, then) => {
      await using simulator = await simulatorOf();
      const headers = await authorised(simulator);
      const { text: consent } = await post(`${simulator.url}/gcc`, {});
      await simulator.control.setFaults([{ id: 'first', route: 'br.validate', calls: { to: 1 }, ...fault }]);
      const call = () => post(`${simulator.url}/validate`, { number: '100', consent }, headers);
      await call().catch(() => null);
      expect((await call()).status).toBe(then);
    },
  );
});

describe('the same request', () => {
  it('gets the same answer and counts as a duplicate', async () => {
    await using simulator = await simulatorOf();
    const headers = await authorised(simulator);
    const call = async (tag: string) =>
      (await post(`${simulator.url}/validate`, { number: '100', tag }, headers)).text;
    const first = await call('attempt-1');
    simulator.control.override({ registry: 'br', times: 1, scenario: 'br.stranger' });
    expect(await call('attempt-1')).toBe(first);
    expect(await call('attempt-2')).toContain('PEDRO');
    expect(simulator.control.calls({ route: 'br.validate' }).map(({ duplicate }) => duplicate)).toEqual([
      false,
      true,
      false,
    ]);
    expect(simulator.control.counters()['br.validate']?.duplicates).toBe(1);
  });

  it('is answered anew when it got no answer before', async () => {
    await using simulator = await simulatorOf();
    const headers = await authorised(simulator);
    await simulator.control.setFaults([
      { id: 'down', route: 'br.validate', calls: { to: 1 }, fault: 'http.status', params: { status: 503 } },
    ]);
    const call = () => post(`${simulator.url}/validate`, { number: '100', tag: 'attempt-1' }, headers);
    expect((await call()).status).toBe(503);
    expect((await call()).status).toBe(200);
    expect(simulator.control.counters()['br.validate']?.duplicates).toBe(0);
  });

  it.each([
    ['tag', { tag: 'a' }],
    ['encabezado.solicitudId', { encabezado: { solicitudId: '410736654122936392' } }],
  ])('is recognised by %s', async (_name, named) => {
    await using simulator = await simulatorOf();
    const headers = await authorised(simulator);
    await post(`${simulator.url}/validate`, { number: '100', ...named }, headers);
    await post(`${simulator.url}/validate`, { number: '100', ...named }, headers);
    await post(`${simulator.url}/validate`, { number: '101', ...named }, headers);
    expect(simulator.control.counters()['br.validate']).toMatchObject({ calls: 3, duplicates: 1 });
  });
});

describe('time', () => {
  it('waits for its latency and for the delay of a scenario', async () => {
    await using simulator = await simulatorOf({ latencyMs: [120, 160] });
    const timed = async (number: string) => {
      const start = Date.now();
      await fetch(`${simulator.url}/status/${number}`);
      return Date.now() - start;
    };
    expect(await timed('100')).toBeGreaterThanOrEqual(115);
    const headers = await authorised(simulator);
    const start = Date.now();
    await post(`${simulator.url}/validate`, { number: '101' }, headers);
    expect(Date.now() - start).toBeGreaterThanOrEqual(415);
  });

  it('draws the same latencies from the same seed', async () => {
    const drawn = async (seed: number) => {
      const latencies: number[] = [];
      const [route] = inventedRegistry.routes.filter(({ name }) => name === 'br.status');
      if (route === undefined) throw new Error('no such route');
      const noting = {
        ...inventedRegistry,
        routes: [
          {
            ...route,
            answer: ({ latencyMs }: { latencyMs: number }) => {
              latencies.push(latencyMs);
              return { status: 200, body: {} };
            },
          },
        ],
      };
      await using simulator = await simulatorOf({ registries: [noting], seed, latencyMs: [0, 30] });
      for (let call = 0; call < 5; call += 1) await fetch(`${simulator.url}/status/100`);
      return latencies;
    };
    const first = await drawn(7);
    expect(await drawn(7)).toEqual(first);
    expect(await drawn(8)).not.toEqual(first);
  });
});

describe('a fault of the simulator itself', () => {
  it('is a 500 without detail and is reported to whatever started it', async () => {
    const bugs: unknown[] = [];
    const [route] = inventedRegistry.routes;
    if (route === undefined) throw new Error('no route');
    const broken = {
      ...inventedRegistry,
      routes: [
        {
          ...route,
          answer: () => {
            throw new RangeError('9000000001');
          },
        },
      ],
    };
    await using simulator = await simulatorOf({ registries: [broken], onBug: (error) => bugs.push(error) });
    const reply = await post(`${simulator.url}/token`, {});
    expect(reply.status).toBe(500);
    expect(reply.text).not.toContain('9000000001');
    expect(bugs).toHaveLength(1);
  });
});
