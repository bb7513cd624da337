import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { publicAddresses, type ResolveName } from '@countersign/outbound';
import {
  createOutboundClient,
  type OutboundClient,
  outboundLimits,
  type SendResult,
} from '../../src/outbound/outbound-client.ts';
import type { OutboundPolicy } from '../../src/outbound/outbound-policy.ts';
import {
  type Behaviour,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../../testkit/src/webhook-receiver.ts';
import { testCertificate } from '../../../outbound/test/certificate.ts';
import { testPolicy } from '../support/webhook-setup.ts';

const request = { headers: { 'content-type': 'application/json' }, body: Buffer.from('{"a":1}') };

const open: OutboundClient[] = [];
function client(
  policy: Partial<OutboundPolicy> = {},
  options: Parameters<typeof createOutboundClient>[1] = {},
): OutboundClient {
  const made = createOutboundClient({ ...testPolicy, ...policy }, options);
  open.push(made);
  return made;
}

/** Ten times as impatient as the service, so that the tests need not wait. */
const limits = { ...outboundLimits, totalMs: 1_000, connectMs: 300 };

afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

describe('Time limits (A-87)', () => {
  it('are 10 s in total, 3 s of it to connect, and a minute for a resolution', () => {
    expect(outboundLimits).toEqual({ totalMs: 10_000, connectMs: 3_000, resolutionMs: 60_000 });
  });
});

describe('Faulty receivers', () => {
  let receiver: WebhookReceiver;
  beforeEach(async () => {
    receiver = await startWebhookReceiver();
  });
  afterEach(() => receiver.close());

  const send = async (behaviour: Behaviour): Promise<SendResult> => {
    receiver.behave(behaviour);
    return client({}, { limits }).post(`${receiver.url}/hook`, request);
  };

  it.each([
    [
      { status: 200, body: 'thanks' },
      { status: 200, errorClass: null, response: 'thanks' },
    ],
    [{ status: 204 }, { status: 204, errorClass: null, response: '' }],
    [
      { status: 500, body: 'oops' },
      { status: 500, errorClass: null, response: 'oops' },
    ],
    [{ status: 410 }, { status: 410, errorClass: null }],
    [
      { status: 429, headers: { 'retry-after': '120' } },
      { status: 429, retryAfter: '120' },
    ],
  ] as [Behaviour, Partial<SendResult>][])('%j is %j (F24)', async (behaviour, expected) => {
    expect(await send(behaviour)).toMatchObject({ ...expected, address: '127.0.0.1', tls: null });
  });

  it('a redirect is never followed (F24)', async () => {
    expect(await send({ status: 301, headers: { location: `${receiver.url}/elsewhere` } })).toMatchObject({
      status: 301,
    });
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook']);
  });

  it.each([
    ['hang', 'timeout', 1_000],
    ['drip-head', 'timeout', 1_000],
    ['reset', 'connection_lost', 0],
    ['reset-in-head', 'connection_lost', 0],
    ['huge-head', 'headers_too_large', 0],
    ['not-http', 'not_http', 0],
  ] as const)('%s ends as %s, in bounded time (F24)', async (behaviour, errorClass, atLeastMs) => {
    const result = await send(behaviour);
    expect(result).toMatchObject({ status: null, errorClass, response: null });
    expect(result.ms).toBeGreaterThanOrEqual(atLeastMs - 20);
    expect(result.ms).toBeLessThan(2_000);
  });

  it.each(['drip-body', 'break-body', 'endless-body'] as const)(
    '%s after a 200 is still a success (F24)',
    async (behaviour) => {
      const result = await send(behaviour);
      expect(result).toMatchObject({ status: 200, errorClass: null });
      expect(result.ms).toBeLessThan(3_500);
    },
  );

  it('reads little of an endless body and keeps 4 KiB of it (F24)', async () => {
    const result = await send('endless-body');
    expect(result.response).toHaveLength(4096);
    // What it could send beyond our 64 KiB went into socket buffers.
    expect(receiver.bytesSent()).toBeLessThan(16 * 1024 * 1024);
  });

  it('reads little of an endless head (F24)', async () => {
    await send('huge-head');
    expect(receiver.bytesSent()).toBeLessThan(16 * 1024 * 1024);
  });

  it('uses one connection again and again', async () => {
    const outbound = client();
    for (let count = 0; count < 5; count += 1) {
      await outbound.post(receiver.url, request);
      await new Promise((done) => setTimeout(done, 100));
    }
    expect([receiver.received.length, receiver.connections()]).toEqual([5, 1]);
  });

  it('reports a failed connection when there is no listener', async () => {
    await receiver.close();
    expect(await client().post(receiver.url, request)).toMatchObject({
      status: null,
      errorClass: 'connect_failed',
    });
  });
});

describe('TLS', () => {
  let receiver: WebhookReceiver;
  beforeEach(async () => {
    receiver = await startWebhookReceiver({ tls: testCertificate });
  });
  afterEach(() => receiver.close());

  const resolve: ResolveName = async () => ['127.0.0.1'];
  const post = (host: string, certificateAuthorities: string | null) =>
    client({ allowedPorts: 'any', certificateAuthorities }, { resolve }).post(
      `https://${host}:${receiver.port}/`,
      request,
    );

  it('delivers to a certificate that is trusted and names the host', async () => {
    expect(await post('hooks.example.test', testCertificate.cert)).toMatchObject({
      status: 200,
      tls: 'TLSv1.3',
    });
    expect(receiver.received[0]?.headers.host).toBe(`hooks.example.test:${receiver.port}`);
  });

  it.each([
    ['is self-signed', 'hooks.example.test', null],
    ['names another host', 'other.example.test', testCertificate.cert],
  ])('sends nothing when the certificate %s (F24, S09)', async (_, host, authorities) => {
    expect(await post(host, authorities)).toMatchObject({ status: null, errorClass: 'tls' });
    expect(receiver.received).toEqual([]);
  });

  it('verifies certificates although the environment turns that off', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    try {
      expect(await post('hooks.example.test', null)).toMatchObject({ status: null, errorClass: 'tls' });
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

describe('Name resolution', () => {
  let receiver: WebhookReceiver;
  beforeEach(async () => {
    receiver = await startWebhookReceiver();
  });
  afterEach(() => receiver.close());

  const strict = { addresses: publicAddresses, allowHttp: true, allowedPorts: 'any' } as const;
  const url = () => `http://rebind.example.test:${receiver.port}/`;
  const notFound = () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }));

  it.each([
    ['a name that does not exist', notFound, 'dns_not_found'],
    ['a name without addresses', async () => [], 'dns_not_found'],
    [
      'a name server that fails',
      () => Promise.reject(Object.assign(new Error('no'), { code: 'ESERVFAIL' })),
      'dns_failed',
    ],
    ['a name server that never answers', () => new Promise<string[]>(() => {}), 'dns_timeout'],
    ['a name of a denied address', async () => ['127.0.0.1'], 'address_denied'],
    [
      'a public name with one denied address among others',
      async () => ['93.184.215.14', '10.0.0.1'],
      'address_denied',
    ],
    ['a name of the metadata address', async () => ['169.254.169.254'], 'address_denied'],
    ['a name of a metadata address that looks public', async () => ['168.63.129.16'], 'address_denied'],
    ['a private address behind NAT64', async () => ['64:ff9b::a00:1'], 'address_denied'],
    ['a mapped loopback address', async () => ['::ffff:127.0.0.1'], 'address_denied'],
  ] as [string, ResolveName, string][])('%s', async (_, resolve, errorClass) => {
    expect(await client(strict, { resolve, limits }).post(url(), request)).toMatchObject({
      status: null,
      errorClass,
      address: null,
    });
    expect(receiver.connections()).toBe(0);
  });

  it('DNS that flips to 127.0.0.1 is refused at the next resolution, and the open connection is not used again (F24, S08)', async () => {
    // The address it answers first is one the operator allows, so that a real connection stands when the answer changes.
    const answers = [['127.0.0.2'], ['127.0.0.1']];
    const resolve: ResolveName = async () => answers.shift() ?? ['127.0.0.1'];
    const outbound = client(
      { ...strict, addresses: { ...publicAddresses, networks: ['127.0.0.2/32'] } },
      { resolve, limits: { ...limits, resolutionMs: 50 } },
    );
    const first = await outbound.post(url(), request);
    // Nothing listens on 127.0.0.2 here: it was allowed, tried and not answered.
    expect(first.errorClass).toBe('connect_failed');
    await new Promise((done) => setTimeout(done, 60));
    expect(await outbound.post(url(), request)).toMatchObject({ errorClass: 'address_denied' });
    expect(receiver.connections()).toBe(0);
  });

  it('a connection whose resolution is old is not used again once its name is denied', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.7']];
    const resolve: ResolveName = async () => answers.shift() ?? [];
    const outbound = client(
      { ...strict, addresses: { ...publicAddresses, networks: ['127.0.0.1/32'] } },
      { resolve, limits: { ...limits, resolutionMs: 5_000 } },
    );
    expect(await outbound.post(url(), request)).toMatchObject({ status: 200 });
    expect(await outbound.post(url(), request)).toMatchObject({ status: 200 });
    await new Promise((done) => setTimeout(done, 5_100));
    expect(await outbound.post(url(), request)).toMatchObject({ errorClass: 'address_denied' });
    expect(receiver.received).toHaveLength(2);
  });

  it('looks a name up once for simultaneous sends', async () => {
    let asked = 0;
    const resolve: ResolveName = async () => {
      asked += 1;
      return ['127.0.0.1'];
    };
    const outbound = client({ ...testPolicy, allowHttp: true, allowedPorts: 'any' }, { resolve });
    await Promise.all(Array.from({ length: 10 }, () => outbound.post(url(), request)));
    expect(asked).toBe(1);
  });
});
