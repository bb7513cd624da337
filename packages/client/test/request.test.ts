import { runInNewContext } from 'node:vm';
import { flowLimits } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { ApiError, ConnectionError, CountersignClient } from '../src/index.ts';
import { apiKey, close, hex, scripted, secret, sessionId } from './far-end.ts';

const busy = { status: 503, body: { status: 'fail', code: '1002', message: 'Busy.' } };

describe('a request of the client', () => {
  it('signs the exact bytes that it sends', async () => {
    const { client, seen } = await scripted([{}]);
    await client.createSession({ vendorData: 'Núñez – 07' });
    expect(seen[0]).toMatchObject({
      method: 'POST',
      url: '/v1/sessions',
      body: '{"verification":{"vendorData":"Núñez – 07"}}',
      headers: { 'x-auth-client': apiKey, 'content-type': 'application/json' },
    });
    expect(seen[0]?.headers['x-hmac-signature']).toBe(hex(seen[0]!.body));
  });

  it('signs the ID of the path where there is no body', async () => {
    const { client, seen } = await scripted([{}]);
    await client.getDecision(sessionId);
    await client.getMedia('55d91ed0-6417-4a0f-8300-9bd8f1e36069');
    await client.getIneRegistry(sessionId);
    expect(seen.map(({ url, headers }) => [url, headers['x-hmac-signature']])).toEqual([
      [`/v1/sessions/${sessionId}/decision`, hex(sessionId)],
      ['/v1/media/55d91ed0-6417-4a0f-8300-9bd8f1e36069', hex('55d91ed0-6417-4a0f-8300-9bd8f1e36069')],
      [`/v1/sessions/${sessionId}/decision/ine-registry?version=1.0.0`, hex(sessionId)],
    ]);
  });

  it('signs path and body for the feedback API, the prefix of the base URL included', async () => {
    const { client, seen } = await scripted([{}], { prefix: '/identity' });
    await client.listFraudCategories();
    await client.reportFraud({ reports: [] });
    expect(seen.map(({ headers }) => [headers['vrf-auth-client'], headers['vrf-hmac-signature']])).toEqual([
      [apiKey, hex('/identity/v1/feedback/fraud-categories')],
      [apiKey, hex('/identity/v1/feedback/fraud-reports\n{"reports":[]}')],
    ]);
  });

  it('names the integration where it is given', async () => {
    const { client, seen } = await scripted([{}], { integrationId: sessionId });
    await client.getDecision(sessionId);
    expect(seen[0]?.headers['vrf-integration-id']).toBe(sessionId);
  });
});

describe('a repetition', () => {
  it('follows 429, 502, 503 and 504 with the same bytes and the same idempotency key', async () => {
    const steps = [429, 502, 504].map((status) => ({ ...busy, status }));
    const { client, seen } = await scripted([...steps, { body: { ok: true } }]);
    expect(await client.createSession({ vendorData: 'a' })).toEqual({ ok: true });
    expect(seen).toHaveLength(4);
    expect(
      new Set(seen.map(({ body, headers }) => `${String(headers['idempotency-key'])} ${body}`)).size,
    ).toBe(1);
  });

  it('of a submission carries the same idempotency key, which the caller may choose', async () => {
    const { client, seen } = await scripted([busy, {}, {}]);
    await client.submitSession(sessionId);
    await client.submitSession(sessionId, { idempotencyKey: 'application-1881' });
    const [first, second, third] = seen.map(({ headers }) => headers['idempotency-key']);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect([second, third]).toEqual([first, 'application-1881']);
  });

  it('waits as long as Retry-After demands', async () => {
    const { client } = await scripted([{ ...busy, headers: { 'retry-after': '1' } }, {}]);
    const startedAt = performance.now();
    await client.getDecision(sessionId);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(990);
  });

  it('is not made before a Retry-After of more than 20 s has passed: the refusal comes at once, with its seconds', async () => {
    const { client, seen } = await scripted([
      { status: 429, body: { code: '1101', message: 'x' }, headers: { 'retry-after': '600' } },
      {},
    ]);
    await expect(client.deleteSession(sessionId)).rejects.toMatchObject({ status: 429, retryAfter: 600 });
    expect(seen).toHaveLength(1);
  });

  it('follows a broken connection', async () => {
    const { client, seen } = await scripted([{ breaks: true }, {}]);
    await client.submitSession(sessionId);
    expect(seen.map(({ method }) => method)).toEqual(['PATCH', 'PATCH']);
  });

  it('follows 409/1101, because the first request is still running', async () => {
    const { client, seen } = await scripted([{ status: 409, body: { code: '1101', message: 'x' } }, {}]);
    await client.createSession();
    expect(seen).toHaveLength(2);
  });

  it('of a deletion that finds nothing any more has succeeded', async () => {
    const gone = { status: 404, body: { status: 'fail', code: '1101', message: 'x' } };
    const { client } = await scripted([{ breaks: true }, gone]);
    expect(await client.deleteSession(sessionId)).toEqual({ status: 'success' });
  });

  it('ends with the last refusal after the retries', async () => {
    const { client, seen } = await scripted([busy], { retries: 1 });
    await expect(client.getDecision(sessionId)).rejects.toMatchObject({ status: 503, code: '1002' });
    expect(seen).toHaveLength(2);
  });

  it.each([
    [400, '1104'],
    [401, '1819'],
    [404, '1101'],
    [409, '1104'],
    [500, '1001'],
  ])('never follows %i/%s', async (status, code) => {
    const { client, seen } = await scripted([{ status, body: { status: 'fail', code, message: 'Text.' } }]);
    await expect(client.createSession()).rejects.toBeInstanceOf(ApiError);
    expect(seen).toHaveLength(1);
  });
});

describe('an answer', () => {
  it('gives a refusal with status, code, text, what is accepted, and request id', async () => {
    const step = {
      status: 400,
      body: { status: 'fail', code: '1104', message: 'The parameter is not valid.' },
      headers: {
        'x-request-id': 'req-1',
        'x-error-cause': 'parameter-invalid',
        'x-error-detail': 'gender must be M or F.',
      },
    };
    const { client } = await scripted([step]);
    const error = await client.createSession().catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      status: 400,
      code: '1104',
      text: 'The parameter is not valid.',
      errorCause: 'parameter-invalid',
      detail: 'gender must be M or F.',
      requestId: 'req-1',
      isVerified: true,
      retryAfter: null,
      message: 'POST /sessions: 400/1104 The parameter is not valid. gender must be M or F. (request req-1)',
    });
  });

  it('of another server than the service is rejected, whatever its content', async () => {
    const { client: unsigned } = await scripted([{ key: null, body: { verification: null } }]);
    await expect(unsigned.getDecision(sessionId)).rejects.toThrow('the answer has no signature');
    close();
    const { client: forged } = await scripted([{ key: 'other', body: { verification: null } }]);
    await expect(forged.getDecision(sessionId)).rejects.toThrow('fits none of the secrets');
  });

  it('that is a page and not of the service is rejected with the address', async () => {
    const { client } = await scripted([{ status: 404, body: 'Not found', key: null }]);
    await expect(client.getDecision(sessionId)).rejects.toThrow(
      `GET /sessions/${sessionId}/decision: 404 no answer of the service; baseUrl must be its address`,
    );
    close();
    const { client: elsewhere } = await scripted([{ body: 'Hello', key: null }]);
    await expect(elsewhere.getDecision(sessionId)).rejects.toThrow(
      'baseUrl must be the address of the service',
    );
  });

  it('that cannot arrive is reported with the cause from the network', async () => {
    const client = new CountersignClient({
      baseUrl: 'http://127.0.0.1:9',
      apiKey,
      sharedSecret: secret,
      retries: 0,
    });
    await expect(client.getDecision(sessionId)).rejects.toThrow(/fetch failed: .*(ECONNREFUSED|bad port)/);
  });

  it('is verified with every secret while keys are rotated', async () => {
    const { client } = await scripted([{ key: 'old' }], { sharedSecret: ['new', 'old'] });
    expect(await client.getDecision(sessionId)).toEqual({});
  });

  it('that redirects is not followed', async () => {
    const step = { status: 302, headers: { location: 'http://127.0.0.1:1/' } };
    const { client } = await scripted([step], { retries: 0 });
    await expect(client.getDecision(sessionId)).rejects.toBeInstanceOf(ConnectionError);
  });

  it('that never comes ends after the time limit', async () => {
    const { client } = await scripted([{ hangs: true }], { timeoutMs: 50, retries: 0 });
    await expect(client.getDecision(sessionId)).rejects.toThrow(
      `GET /sessions/${sessionId}/decision: no answer (not within 50 ms)`,
    );
  });

  it('is not waited for once the signal is aborted, between repetitions too', async () => {
    const { client } = await scripted([{ ...busy, headers: { 'retry-after': '20' } }]);
    const reason = new Error('the person left');
    const controller = new AbortController();
    const call = client.getDecision(sessionId, { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 20);
    await expect(call).rejects.toBe(reason);
  });

  it('202 of a running screening is null', async () => {
    const { client } = await scripted([{ status: 202, body: { status: 'pending' } }]);
    expect(await client.getWatchlistScreening(sessionId)).toBeNull();
  });
});

// eslint-disable-next-line @typescript-eslint/require-await
async function* texts() {
  yield 'text';
}

describe('a picture', () => {
  const bytes = Uint8Array.from({ length: 100_003 }, (_, place) => (place * 7) % 256);
  const stream = () => new Blob([bytes]).stream();
  async function* chunks() {
    for (let start = 0; start < bytes.length; start += 1000) yield bytes.subarray(start, start + 1000);
  }

  it.each([
    ['bytes', () => bytes],
    ['a buffer', () => bytes.buffer],
    ['bytes of another realm', () => runInNewContext('Uint8Array.from(bytes)', { bytes }) as Uint8Array],
    ['a file', () => new File([bytes], 'front.jpg')],
    ['a stream', stream],
    ['chunks', chunks],
  ])('is uploaded from %s', async (_name, content) => {
    const { client, seen } = await scripted([{}]);
    await client.uploadMedia(sessionId, { context: 'document-front', content: content() });
    const { image } = JSON.parse(seen[0]!.body) as { image: { content: string } };
    expect(image).toEqual({ context: 'document-front', content: Buffer.from(bytes).toString('base64') });
  });

  it.each([
    [
      'a path',
      'person/face.jpg',
      'content: must be the bytes of a picture, a Blob or a stream of bytes, not string',
    ],
    ['nothing', undefined, 'not undefined; read the file first'],
    ['a stream that decodes', texts(), 'not string; read the file first'],
    ['no bytes', new Uint8Array(), 'content: must be a picture, not 0 bytes'],
    [
      'more than the service accepts',
      new Uint8Array(flowLimits.pictureBytes + 1),
      `content: must be at most ${flowLimits.pictureBytes} bytes`,
    ],
  ])('of %s is refused before anything is sent', async (_name, content, message) => {
    const { client, seen } = await scripted([{}]);
    const picture = { context: 'face', content: content as Uint8Array } as const;
    await expect(client.uploadMedia(sessionId, picture)).rejects.toThrow(message);
    expect(seen).toEqual([]);
  });

  it('has one second more for every 256 KiB that are sent', async () => {
    const { client } = await scripted([{ hangs: true }], { timeoutMs: 50, retries: 0 });
    // Its base64 is 349,528 bytes long.
    const content = new Uint8Array(262_144);
    await expect(client.uploadMedia(sessionId, { context: 'face', content })).rejects.toThrow(
      'no answer (not within 1050 ms)',
    );
  });
});
