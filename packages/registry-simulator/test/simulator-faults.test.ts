import { describe, expect, it } from 'vitest';
import { faultTable } from '../src/server/fault-table.ts';
import type { FaultRule } from '../src/server/fault-rules.ts';
import type { Simulator } from '../src/server/simulator.ts';
import { ask, authorised, post, type RawAnswer, simulatorOf } from './simulator-fixture.ts';

type Rule = Partial<FaultRule> & Pick<FaultRule, 'fault'>;

const put = (simulator: Simulator, rule: Rule): Promise<void> =>
  simulator.control.setFaults([{ id: 'rule', route: 'br.validate', ...rule }]);

/** What 100 is answered, byte by byte, while the rule stands. */
async function under(rule: Rule, waitMs?: number): Promise<RawAnswer> {
  await using simulator = await simulatorOf();
  const { authorization: token } = await authorised(simulator);
  await put(simulator, rule);
  return await ask(simulator, '100', waitMs === undefined ? { token } : { token, waitMs });
}

const plainBody =
  '{"nuip":"100","found":true,"name":"ANA","score":0.97,"state":"EMITIDA","block":{"needed":true},"signature":{"signatureValue":"c2lnbmVk"}}';
const statusOf = ({ head }: RawAnswer): number => Number(head.split(' ')[1]);
const promisedLength = ({ head }: RawAnswer): number => Number(/content-length: (\d+)/i.exec(head)?.[1]);
const json = ({ body }: RawAnswer): Record<string, unknown> =>
  JSON.parse(body.toString()) as Record<string, unknown>;

describe('network faults', () => {
  it('net.refuse closes the port while it applies and then opens the same one again', async () => {
    await using simulator = await simulatorOf();
    const { authorization: token } = await authorised(simulator);
    await put(simulator, { fault: 'net.refuse' });
    await expect(ask(simulator, '100', { token })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await simulator.control.setFaults([]);
    expect(statusOf(await ask(simulator, '100', { token }))).toBe(200);
  });

  it('net.refuse leaves the second listener open, and a reset opens the first', async () => {
    await using simulator = await simulatorOf({ tlsPort: 0 });
    await put(simulator, { fault: 'net.refuse' });
    await expect(ask(simulator, '100', { token: '' })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await simulator.control.reset();
    expect(statusOf(await ask(simulator, '100', { token: '' }))).toBe(401);
  });

  it('net.tls_untrusted shows a certificate that even those refuse who trust the usual one', async () => {
    const { get } = await import('node:https');
    await using simulator = await simulatorOf({ tlsPort: 0 });
    const call = () =>
      new Promise((resolve) => {
        get(
          `${simulator.tlsUrl}/status/100`,
          { ca: simulator.certificate ?? '', agent: false },
          (response) => {
            response.resume();
            resolve(response.statusCode);
          },
        ).once('error', (error) => resolve('code' in error ? error.code : error));
      });
    expect(await call()).toBe(200);
    await put(simulator, { fault: 'net.tls_untrusted' });
    expect(await call()).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
    await simulator.control.setFaults([]);
    expect(await call()).toBe(200);
  });

  it('net.tls_untrusted leaves no connection that was opened in trust, not even one that was never used', async () => {
    const { connect } = await import('node:tls');
    await using simulator = await simulatorOf({ tlsPort: 0 });
    const { port } = new URL(simulator.tlsUrl ?? '');
    const socket = connect({ host: '127.0.0.1', port: Number(port), ca: simulator.certificate ?? '' });
    await new Promise((resolve) => socket.once('secureConnect', resolve));
    // The far end has its part of the handshake still to do.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const ended = new Promise((resolve) => socket.once('close', () => resolve('ended')).resume());
    await put(simulator, { fault: 'net.tls_untrusted' });
    expect(await ended).toBe('ended');
  });

  it('net.tls_untrusted is refused where there is no second listener', async () => {
    await using simulator = await simulatorOf();
    await expect(put(simulator, { fault: 'net.tls_untrusted' })).rejects.toThrow('needs the TLS listener');
  });

  it('net.hang takes the request and sends nothing', async () => {
    expect(await under({ fault: 'net.hang' }, 250)).toMatchObject({ head: '', end: 'open' });
  });

  it('net.slow answers late', async () => {
    const answer = await under({ fault: 'net.slow', params: { ms: 250 } });
    expect(answer.ms).toBeGreaterThanOrEqual(245);
    expect(answer.body.toString()).toBe(plainBody);
    const drawn = await under({ fault: 'net.slow', params: { min: 100, max: 150 } });
    expect(drawn.ms).toBeGreaterThanOrEqual(95);
    expect(drawn.body.toString()).toBe(plainBody);
  });

  it('net.trickle sends the whole body at its pace', async () => {
    const answer = await under({ fault: 'net.trickle', params: { bytesPerSecond: 400 } });
    expect(answer.body.toString()).toBe(plainBody);
    expect(answer.ms).toBeGreaterThanOrEqual((plainBody.length / 400) * 1000 - 20);
  });

  it('net.reset_before_headers resets the connection without a byte', async () => {
    expect(await under({ fault: 'net.reset_before_headers' })).toMatchObject({ head: '', end: 'reset' });
  });

  it('net.reset_mid_body resets the connection inside the body', async () => {
    const answer = await under({ fault: 'net.reset_mid_body' });
    expect(answer.end).toBe('reset');
    expect(promisedLength(answer)).toBe(plainBody.length);
    expect(answer.body.toString()).toBe(plainBody.slice(0, 68));
  });

  it('net.truncate ends in good order with half of the promised body', async () => {
    const answer = await under({ fault: 'net.truncate' });
    expect(answer.end).toBe('ended');
    expect(promisedLength(answer)).toBe(plainBody.length);
    expect(answer.body.toString()).toBe(plainBody.slice(0, 68));
  });

  it('net.bad_length promises less than it sends', async () => {
    const answer = await under({ fault: 'net.bad_length' });
    expect(promisedLength(answer)).toBe(68);
    expect(answer.body.toString()).toBe(plainBody);
  });
});

describe('faults of HTTP and of tokens', () => {
  it('http.status answers the status, with body and Retry-After where given', async () => {
    const params = { status: 503, body: { erro: 'manutenção' }, retryAfter: 7 };
    const answer = await under({ fault: 'http.status', params });
    expect(answer.head).toMatch(/^HTTP\/1\.1 503 /);
    expect(answer.head).toMatch(/retry-after: 7/i);
    expect(json(answer)).toEqual({ erro: 'manutenção' });
    expect((await under({ fault: 'http.status', params: { status: 500 } })).body).toHaveLength(0);
  });

  it('http.html_gateway is a 502 with a page', async () => {
    const answer = await under({ fault: 'http.html_gateway' });
    expect(statusOf(answer)).toBe(502);
    expect(answer.head).toMatch(/content-type: text\/html/i);
    expect(answer.body.toString()).toContain('<h1>Bad Gateway</h1>');
  });

  it('http.redirect points to another route', async () => {
    const answer = await under({ fault: 'http.redirect' });
    expect(statusOf(answer)).toBe(302);
    expect(answer.head).toMatch(/location: \/token/i);
  });

  it('auth.expired_once answers 401 once and invalidates that token', async () => {
    await using simulator = await simulatorOf();
    const { authorization: token } = await authorised(simulator);
    await put(simulator, { fault: 'auth.expired_once' });
    expect(statusOf(await ask(simulator, '100', { token }))).toBe(401);
    expect(statusOf(await ask(simulator, '100', { token }))).toBe(401);
    const { authorization: fresh } = await authorised(simulator);
    expect(statusOf(await ask(simulator, '100', { token: fresh }))).toBe(200);
  });

  it('auth.always_401 answers 401 to fresh tokens too', async () => {
    await using simulator = await simulatorOf();
    await put(simulator, { fault: 'auth.always_401' });
    for (const _ of [1, 2]) {
      const { authorization: token } = await authorised(simulator);
      expect(statusOf(await ask(simulator, '100', { token }))).toBe(401);
    }
  });

  it.each([
    ['auth.token_down', 503, 'Serviço indisponível'],
    ['auth.token_garbage', 200, '{"scope":"default","token_type":"Bearer"}'],
  ])('%s breaks the token route', async (fault, status, text) => {
    await using simulator = await simulatorOf();
    await put(simulator, { route: 'br.token', fault });
    expect(await post(`${simulator.url}/token`, {})).toMatchObject({ status, text });
  });

  it('auth.token_no_expiry leaves out the lifetime of the token', async () => {
    await using simulator = await simulatorOf();
    await put(simulator, { route: 'br.token', fault: 'auth.token_no_expiry' });
    const { text } = await post(`${simulator.url}/token`, {});
    expect(Object.keys(JSON.parse(text) as object)).toEqual(['access_token', 'token_type']);
  });
});

describe('faults of the body', () => {
  it.each([
    ['body.html', 'text/html', /^<html>/],
    ['body.empty', 'application/json', /^$/],
    ['body.null', 'application/json', /^null$/],
    ['body.array', 'application/json', /^\[\]$/],
    ['body.xml', 'application/xml', /^<\?xml /],
    ['body.nan', 'application/json', /NaN/],
  ])('%s is a 200 with it', async (fault, type, text) => {
    const answer = await under({ fault });
    expect(statusOf(answer)).toBe(200);
    expect(answer.head.toLowerCase()).toContain(`content-type: ${type}`);
    expect(answer.body.toString()).toMatch(text);
  });

  it('body.huge adds that many bytes to an answer that is right otherwise', async () => {
    const answer = await under({ fault: 'body.huge', params: { bytes: 2_000_000 } });
    expect(answer.body.length).toBeGreaterThan(2_000_000);
    expect(json(answer)).toMatchObject({ nuip: '100', found: true });
  });

  it.each([
    ['body.bool_as_string', { found: 'true' }],
    ['body.similarity_percent', { score: 97 }],
    ['body.similarity_comma', { score: '97,0%' }],
    ['body.unknown_enum', { state: 'VALOR_DESCONOCIDO' }],
    ['body.wrong_person', { nuip: '107' }],
    ['body.extra_keys', { x_campo_nuevo: 'nuevo' }],
    ['sig.invalid', { signature: { signatureValue: 'bm90IHRoZSBzaWduYXR1cmU=' } }],
  ])('%s changes that and nothing else', async (fault, changed) => {
    const plain = JSON.parse(plainBody) as Record<string, unknown>;
    expect(json(await under({ fault }))).toEqual({ ...plain, ...changed });
  });

  it.each([
    ['body.missing_block', 'block'],
    ['sig.missing', 'signature'],
  ])('%s takes the member %s away and nothing else', async (fault, member) => {
    const { [member]: _, ...rest } = JSON.parse(plainBody) as Record<string, unknown>;
    expect(json(await under({ fault }))).toEqual(rest);
  });

  it('body.latin1 sends Latin-1 under the label of UTF-8', async () => {
    await using simulator = await simulatorOf();
    simulator.control.putPerson('br', '300', { name: 'NUÑEZ' });
    const { authorization: token } = await authorised(simulator);
    await put(simulator, { fault: 'body.latin1' });
    const { head, body } = await ask(simulator, '300', { token });
    expect(head).toMatch(/charset=utf-8/i);
    expect(body.includes(Buffer.from('NU\u00d1EZ', 'latin1'))).toBe(true);
    expect(body.toString('utf8')).toContain('NU\ufffdEZ');
  });

  it.each([
    ['code', 'application/json', '{"code":"DV041","message":"Erro DV041"}'],
    ['codigo', 'application/json', '{"codigo":"DV041","mensagem":"Erro DV041"}'],
    ['text', 'text/plain', 'DV041 - Erro na validação'],
  ])('dv.code refuses with the code in the style %s', async (style, type, text) => {
    const answer = await under({ fault: 'dv.code', params: { code: 'DV041', style } });
    expect(statusOf(answer)).toBe(422);
    expect(answer.head.toLowerCase()).toContain(`content-type: ${type}`);
    expect(answer.body.toString()).toBe(text);
  });

  it("business.error is the registry's own failure", async () => {
    expect(json(await under({ fault: 'business.error' }))).toEqual({ estatus: 'ERROR' });
  });
});

describe('faults that come and go', () => {
  async function statuses(rule: Rule, calls: number, number = '100'): Promise<number[]> {
    await using simulator = await simulatorOf();
    const { authorization: token } = await authorised(simulator);
    await put(simulator, rule);
    const found: number[] = [];
    for (let call = 0; call < calls; call += 1) found.push(statusOf(await ask(simulator, number, { token })));
    return found;
  }
  const down = { fault: 'http.status', params: { status: 503 } };

  it('flap fails and recovers in turns', async () => {
    expect(await statuses({ fault: 'flap', params: { fail: 2, ok: 1 } }, 7)).toEqual([
      503, 503, 200, 503, 503, 200, 503,
    ]);
  });

  it('maintenance lasts from one instant to the other, and announces how long it will still take', async () => {
    await using simulator = await simulatorOf();
    const { authorization: token } = await authorised(simulator);
    const params = { from: '2030-01-01T08:00:00Z', to: '2030-01-01T08:30:00Z' };
    await put(simulator, { fault: 'maintenance', params });
    const at = async (clock: string) => {
      simulator.control.setClock(Date.parse(clock));
      const { authorization: fresh } = await authorised(simulator);
      return ask(simulator, '100', { token: fresh });
    };
    expect(statusOf(await ask(simulator, '100', { token }))).toBe(200);
    const during = await at('2030-01-01T08:20:00Z');
    expect(statusOf(during)).toBe(503);
    expect(Number(/retry-after: (\d+)/i.exec(during.head)?.[1])).toBeGreaterThan(598);
    expect(Number(/retry-after: (\d+)/i.exec(during.head)?.[1])).toBeLessThanOrEqual(600);
    expect(statusOf(await at('2030-01-01T08:30:00Z'))).toBe(200);
  });

  it.each([
    ['from the third call', { from: 3 }, [200, 200, 503, 503, 503]],
    ['up to the second call', { to: 2 }, [503, 503, 200, 200, 200]],
    ['every second call from the second', { from: 2, every: 2 }, [200, 503, 200, 503, 200]],
    ['every second call from the first to the third', { to: 3, every: 2 }, [503, 200, 503, 200, 200]],
  ])('a rule can fire %s', async (_when, calls, expected) => {
    expect(await statuses({ ...down, calls }, 5)).toEqual(expected);
  });

  it('a rule can fire for one number only', async () => {
    expect(await statuses({ ...down, match: { number: '100' } }, 1)).toEqual([503]);
    expect(await statuses({ ...down, match: { number: '103' } }, 1)).toEqual([200]);
  });

  it('a rule with a probability fires in the same calls for the same seed', async () => {
    const drawn = (seed: number) => statuses({ ...down, probability: 0.5, seed }, 12);
    const first = await drawn(1);
    expect(await drawn(1)).toEqual(first);
    expect(await drawn(2)).not.toEqual(first);
    expect(new Set(first)).toEqual(new Set([200, 503]));
  });

  it('a rule for another route does nothing, one for * does', async () => {
    expect(await statuses({ ...down, route: 'br.status' }, 1)).toEqual([200]);
    expect(await statuses({ ...down, route: '*' }, 1)).toEqual([503]);
  });

  it('the first rule that fires applies, and one that has nothing to twist leaves it to the next', async () => {
    await using simulator = await simulatorOf();
    const { authorization: token } = await authorised(simulator);
    await simulator.control.setFaults([
      { id: 'first', route: 'br.validate', calls: { to: 1 }, fault: 'body.null' },
      {
        id: 'nothing',
        route: 'br.validate',
        fault: 'maintenance',
        params: { from: '2000-01-01', to: '2000-01-02' },
      },
      { id: 'last', route: 'br.validate', ...down },
    ]);
    expect((await ask(simulator, '100', { token })).body.toString()).toBe('null');
    expect(statusOf(await ask(simulator, '100', { token }))).toBe(503);
    expect(simulator.control.calls({ route: 'br.validate' }).map(({ fault }) => fault)).toEqual([
      'first',
      'last',
    ]);
  });

  it('combines with a scenario', async () => {
    await using simulator = await simulatorOf();
    const { authorization: token } = await authorised(simulator);
    await put(simulator, { fault: 'body.bool_as_string' });
    expect(json(await ask(simulator, '999', { token }))).toMatchObject({ found: 'false', name: null });
  });
});

describe('the table of faults', () => {
  it('has the faults of the document and no other', async () => {
    const { readFile } = await import('node:fs/promises');
    const document = await readFile(new URL('../../../spec/registries.md', import.meta.url), 'utf8');
    const [, section = ''] = /### 15\.5 Faults\n([^]*?)\n### /.exec(document) ?? [];
    const named = section
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name));
    expect(named.length).toBeGreaterThan(35);
    expect(Object.keys(faultTable).sort()).toEqual(named.sort());
  });
});
