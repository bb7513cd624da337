import https from 'node:https';
import { describe, expect, it } from 'vitest';
import { authorised, control, controlToken, post, simulatorOf } from './simulator-fixture.ts';

describe('the control interface', () => {
  it('does not exist without a token', async () => {
    await using simulator = await simulatorOf({ controlToken: null });
    for (const path of ['/health', '/calls', '/faults', '/reset'])
      expect(await control(simulator, ['GET', path])).toMatchObject({ status: 404 });
  });

  it('requires its token', async () => {
    await using simulator = await simulatorOf();
    const status = async (authorization?: string) =>
      (await fetch(`${simulator.url}/__sim/health`, { ...(authorization && { headers: { authorization } }) }))
        .status;
    expect(await status()).toBe(401);
    expect(await status('Bearer another')).toBe(401);
    expect(await status(controlToken)).toBe(401);
    expect(await status(`Bearer ${controlToken}`)).toBe(200);
  });

  it('does not exist under /sandbox, and rejects unknown routes and methods', async () => {
    await using simulator = await simulatorOf();
    const headers = { authorization: `Bearer ${controlToken}` };
    expect((await fetch(`${simulator.url}/sandbox/__sim/health`, { headers })).status).toBe(404);
    expect(await control(simulator, ['GET', '/elsewhere'])).toMatchObject({ status: 404 });
    expect(await control(simulator, ['POST', '/health'])).toMatchObject({ status: 405 });
  });

  it('reports status, clock and seed', async () => {
    await using simulator = await simulatorOf({
      seed: 42,
      now: () => Date.parse('2026-11-20T08:00:00.000Z'),
    });
    expect(await control(simulator, ['GET', '/health'])).toEqual({
      status: 200,
      body: { status: 'ok', clock: '2026-11-20T08:00:00.000Z', seed: 42 },
    });
  });

  it('lists calls by route and time, with the names of what was sent and no value of it', async () => {
    let now = Date.parse('2026-11-20T08:00:00.000Z');
    await using simulator = await simulatorOf({ now: () => now });
    const headers = await authorised(simulator);
    const body = {
      number: '100',
      validacao: { nome: 'ANA', cnh: { categoria: 'AB' } },
      eventos: [{ id: 1 }],
    };
    await post(`${simulator.url}/validate?versao=5`, body, headers);
    now += 60_000;
    await fetch(`${simulator.url}/status/999`);
    const { body: all } = await control(simulator, ['GET', '/calls?route=br.validate']);
    expect(all).toEqual({
      calls: [
        {
          route: 'br.validate',
          time: '2026-11-20T08:00:00.000Z',
          status: 200,
          scenario: 'br.100',
          fault: null,
          keys: [
            'number',
            'validacao',
            'validacao.nome',
            'validacao.cnh',
            'validacao.cnh.categoria',
            'eventos',
            'eventos.id',
            'versao',
          ],
          duplicate: false,
        },
      ],
    });
    const { body: late } = await control(simulator, ['GET', '/calls?since=2026-11-20T08:00:30Z']);
    expect(late).toMatchObject({ calls: [{ route: 'br.status', status: 404, scenario: 'br.nobody' }] });
    expect(JSON.stringify(late)).not.toContain('999');
  });

  it('counts calls by route and outcome', async () => {
    await using simulator = await simulatorOf();
    await fetch(`${simulator.url}/status/100`);
    await fetch(`${simulator.url}/status/999`);
    await fetch(`${simulator.url}/status/998`);
    await simulator.control.setFaults([{ id: 'r', route: 'br.status', fault: 'net.reset_before_headers' }]);
    await fetch(`${simulator.url}/status/100`).catch(() => null);
    const { body } = await control(simulator, ['GET', '/counters']);
    expect(body).toMatchObject({
      routes: { 'br.status': { duplicates: 0, outcomes: { 200: 1, 404: 2 } } },
    });
    expect(simulator.control.counters()['br.status']?.outcomes['no_response']).toBeGreaterThanOrEqual(1);
  });

  it('asserts how often a route was called', async () => {
    await using simulator = await simulatorOf();
    const claim = (calls: number) => control(simulator, ['POST', '/assert'], { route: 'br.status', calls });
    expect(await claim(0)).toEqual({ status: 200, body: { route: 'br.status', calls: 0 } });
    await fetch(`${simulator.url}/status/100`);
    expect(await claim(0)).toEqual({ status: 409, body: { route: 'br.status', calls: 1 } });
    expect(await claim(1)).toMatchObject({ status: 200 });
  });

  it('replaces, reads and clears fault rules', async () => {
    await using simulator = await simulatorOf();
    const rules = [
      { id: 'a', route: 'br.status', fault: 'http.status', params: { status: 503 } },
      { id: 'b', route: '*', match: { number: '100' }, calls: { from: 2 }, fault: 'net.hang' },
    ];
    expect(await control(simulator, ['PUT', '/faults'], { rules })).toEqual({ status: 200, body: { rules } });
    expect(await control(simulator, ['GET', '/faults'])).toEqual({ status: 200, body: { rules } });
    expect((await fetch(`${simulator.url}/status/100`)).status).toBe(503);
    expect(await control(simulator, ['DELETE', '/faults'])).toMatchObject({ status: 200 });
    expect(await control(simulator, ['GET', '/faults'])).toEqual({ status: 200, body: { rules: [] } });
    expect((await fetch(`${simulator.url}/status/100`)).status).toBe(200);
  });

  it('is reachable through the second listener while the port is closed, and opens it again', async () => {
    await using simulator = await simulatorOf({ tlsPort: 0 });
    const rules = [{ id: 'a', route: '*', fault: 'net.refuse' }];
    expect(await control(simulator, ['PUT', '/faults'], { rules })).toEqual({ status: 200, body: { rules } });
    await expect(fetch(`${simulator.url}/status/100`)).rejects.toThrow('fetch failed');
    const cleared = await new Promise((resolve, reject) => {
      const options = {
        method: 'DELETE',
        headers: { authorization: `Bearer ${controlToken}` },
        ca: simulator.certificate ?? '',
        agent: false,
      };
      https
        .request(`${simulator.tlsUrl}/__sim/faults`, options, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
        .once('error', reject)
        .end();
    });
    expect(cleared).toBe(200);
    expect((await fetch(`${simulator.url}/status/100`)).status).toBe(200);
  });

  it('does not open a port again after the simulator was closed', async () => {
    const simulator = await simulatorOf();
    await simulator.close();
    await simulator.control.reset();
    await expect(fetch(`${simulator.url}/status/100`)).rejects.toThrow('fetch failed');
  });

  it('refuses a rule for a listener that counts calls', async () => {
    await using simulator = await simulatorOf();
    const rule = { id: 'a', route: '*', fault: 'net.refuse', calls: { to: 2 } };
    await expect(simulator.control.setFaults([rule])).rejects.toThrow('rules/0: a listener sees no calls');
  });

  it('keeps the current rules when new ones are invalid', async () => {
    await using simulator = await simulatorOf();
    await simulator.control.setFaults([{ id: 'a', route: 'br.status', fault: 'net.hang' }]);
    const wrong = { rules: [{ id: 'b', route: 'br.status', fault: 'net.hung' }] };
    expect(await control(simulator, ['PUT', '/faults'], wrong)).toMatchObject({ status: 400 });
    expect(simulator.control.faults().map(({ id }) => id)).toEqual(['a']);
  });

  it('sets the clock to an instant or ahead, and back', async () => {
    const real = Date.parse('2026-11-20T08:00:00.000Z');
    await using simulator = await simulatorOf({ now: () => real });
    const clock = async (method: string, body?: unknown) =>
      ((await control(simulator, [method, '/clock'], body)).body as { clock: string }).clock;
    expect(await clock('PUT', { now: '2030-01-02T03:04:05Z' })).toBe('2030-01-02T03:04:05.000Z');
    expect(await clock('PUT', { offsetMs: -60_000 })).toBe('2026-11-20T07:59:00.000Z');
    expect(await clock('DELETE')).toBe('2026-11-20T08:00:00.000Z');
  });

  it('adds and removes people', async () => {
    await using simulator = await simulatorOf();
    const status = async () => (await fetch(`${simulator.url}/status/555`)).status;
    expect(await status()).toBe(404);
    expect(await control(simulator, ['PUT', '/people/br/555'], { name: 'CARLA' })).toMatchObject({
      status: 200,
    });
    expect(await status()).toBe(200);
    expect(await control(simulator, ['DELETE', '/people/br/555'])).toMatchObject({ status: 200 });
    expect(await control(simulator, ['DELETE', '/people/br/555'])).toMatchObject({ status: 404 });
    expect(await status()).toBe(404);
  });

  it('overrides the next calls', async () => {
    await using simulator = await simulatorOf();
    const override = { registry: 'br', number: '100', times: 1, scenario: 'br.stranger' };
    expect(await control(simulator, ['POST', '/override'], override)).toMatchObject({ status: 200 });
    await fetch(`${simulator.url}/status/100`);
    expect(simulator.control.calls().map(({ scenario }) => scenario)).toEqual(['br.stranger']);
  });

  it('lists the scenarios', async () => {
    await using simulator = await simulatorOf();
    const { body } = await control(simulator, ['GET', '/scenarios']);
    const { scenarios } = body as { scenarios: unknown[] };
    expect(scenarios).toHaveLength(4);
    expect(scenarios[0]).toEqual({
      registry: 'br',
      id: 'br.100',
      number: '100',
      outcome: 'approved',
      person: { name: 'ANA' },
      twist: {},
    });
  });

  it('clears everything on reset: faults, overrides, people, counters, calls, tokens, clock', async () => {
    await using simulator = await simulatorOf();
    const headers = await authorised(simulator);
    await simulator.control.setFaults([{ id: 'a', route: 'br.gcc', fault: 'net.hang' }]);
    simulator.control.override({ registry: 'br', times: 5, scenario: 'br.stranger' });
    simulator.control.putPerson('br', '555', { name: 'CARLA' });
    simulator.control.shiftClock(86_400_000);
    expect(await control(simulator, ['POST', '/reset'])).toMatchObject({ status: 200 });
    expect(simulator.control.faults()).toEqual([]);
    expect(simulator.control.calls()).toEqual([]);
    expect(simulator.control.counters()).toEqual({});
    expect(Math.abs(Date.parse(simulator.control.health().clock) - Date.now())).toBeLessThan(5000);
    expect((await post(`${simulator.url}/validate`, { number: '100' }, headers)).status).toBe(401);
    expect((await fetch(`${simulator.url}/status/555`)).status).toBe(404);
    await fetch(`${simulator.url}/status/100`);
    expect(simulator.control.calls().at(-1)?.scenario).toBe('br.100');
  });
});

describe('invalid input is refused with a clear message', () => {
  const rule = { id: 'a', route: 'br.status', fault: 'net.hang' };
  it.each([
    ['PUT', '/faults', [], 'body'],
    ['PUT', '/faults', { rules: [{ ...rule, extra: 1 }] }, 'rules/0'],
    ['PUT', '/faults', { rules: [{ ...rule, route: 'br.unknown' }] }, 'rules/0/route: unknown route'],
    ['PUT', '/faults', { rules: [{ ...rule, fault: 'net.hung' }] }, 'rules/0/fault: unknown fault'],
    ['PUT', '/faults', { rules: [{ ...rule, fault: 'toString' }] }, 'rules/0/fault: unknown fault'],
    ['PUT', '/faults', { rules: [rule, rule] }, 'rules: two rules have the id a'],
    ['PUT', '/faults', { rules: [{ ...rule, params: { ms: 1 } }] }, 'rules/0/params'],
    ['PUT', '/faults', { rules: [{ ...rule, fault: 'net.slow' }] }, 'rules/0/params'],
    ['PUT', '/faults', { rules: [{ ...rule, calls: { from: 0 } }] }, 'rules/0/calls/from'],
    ['PUT', '/faults', { rules: [{ ...rule, probability: 2 }] }, 'rules/0/probability'],
    [
      'PUT',
      '/faults',
      { rules: [{ ...rule, fault: 'auth.token_down' }] },
      'rules/0/route: this fault is for br.token',
    ],
    [
      'PUT',
      '/faults',
      { rules: [{ ...rule, fault: 'net.refuse' }] },
      'rules: net.refuse closes the way to this interface too',
    ],
    [
      'PUT',
      '/faults',
      { rules: [{ ...rule, fault: 'maintenance', params: { from: 'noon', to: 'midnight' } }] },
      'rules/0/params: from and to are instants',
    ],
    ['POST', '/assert', { route: 'br.status' }, 'body'],
    ['POST', '/assert', { route: 'br.unknown', calls: 0 }, 'route: unknown route'],
    ['POST', '/override', { registry: 'xx', times: 1, scenario: 'br.100' }, 'registry: unknown registry'],
    [
      'POST',
      '/override',
      { registry: 'br', times: 1, scenario: 'br.none' },
      'scenario: the registry has no scenario',
    ],
    ['POST', '/override', { registry: 'br', times: 0, scenario: 'br.100' }, 'body/times'],
    ['PUT', '/clock', {}, 'body'],
    ['PUT', '/clock', { now: 'noon' }, 'now: not an instant'],
    ['PUT', '/people/br/555', {}, 'person: needs a name'],
    ['PUT', '/people/xx/555', { name: 'CARLA' }, 'registry: unknown registry'],
    ['PUT', '/people/br/%E0%A4%A', { name: 'CARLA' }, 'path: not percent-encoded'],
    ['GET', '/calls?from=1', null, 'query: unknown parameter'],
    ['GET', '/calls?since=noon', null, 'since: not an instant'],
    ['GET', '/calls?route=br.unknown', null, 'route: unknown route'],
    ['POST', '/reset', { what: 'all' }, 'body: this route takes none'],
  ])('%s %s %j', async (method, path, body, message) => {
    await using simulator = await simulatorOf();
    const reply = await control(simulator, [method, path], body);
    expect(reply.status).toBe(400);
    expect((reply.body as { message: string }).message).toContain(message);
  });
});
