import { describe, expect, it } from 'vitest';
import { CountersignClient } from '../src/index.ts';
import { apiKey, hex, scripted, secret, sessionId } from './far-end.ts';

describe('the options of a client', () => {
  const good = { baseUrl: 'https://id.example.com', apiKey, sharedSecret: secret };

  it.each([
    [{ baseUrl: 'id.example.com' }, 'baseUrl: must be an absolute http or https address'],
    [{ baseUrl: 'ftp://id.example.com' }, 'baseUrl: must be an absolute http or https address'],
    [{ apiKey: '' }, 'apiKey: must be the API key'],
    [{ sharedSecret: '' }, 'sharedSecret: must be one shared secret or several'],
    [{ sharedSecret: [] }, 'sharedSecret: must be one shared secret or several'],
    [{ sharedSecret: undefined as unknown as string }, 'sharedSecret: must be one shared secret or several'],
    [{ sharedSecret: `${secret}\n` }, 'sharedSecret: must have no white space around it'],
    [{ baseUrl: 'https://ada:word@id.example.com' }, 'baseUrl: must have no user name and no password'],
    [{ timeoutMs: 0 }, 'timeoutMs: must be more than 0, not 0'],
    [{ retries: 1.5 }, 'retries: must be a whole number from 0, not 1.5'],
  ])('refuses %o', (option, message) => {
    expect(() => new CountersignClient({ ...good, ...option })).toThrow(message);
  });

  it.each(['https://id.example.com', 'https://id.example.com/', 'https://id.example.com/v1'])(
    'takes %s as the same address',
    async (baseUrl) => {
      const urls: string[] = [];
      const fetch = (url: string | URL | Request) => {
        urls.push(url as string);
        return Promise.resolve(new Response('{}', { headers: { 'x-hmac-signature': hex('{}') } }));
      };
      await new CountersignClient({ ...good, baseUrl, fetch }).getDecision(sessionId);
      expect(urls).toEqual([`https://id.example.com/v1/sessions/${sessionId}/decision`]);
    },
  );
});

describe('an argument that cannot work', () => {
  const missing = undefined as unknown as string;
  const copied = { verification: { vendorData: 'customer-70341' } };

  it.each<[string, (client: CountersignClient) => Promise<unknown>, string]>([
    [
      'no identifier',
      (client) => client.getDecision(missing),
      '/sessions/{id}/decision: the identifier must be a text such as verification.id, not undefined',
    ],
    ['an empty one', (client) => client.getMedia(''), '/media/{id}: the identifier must be a text'],
    [
      'a whole body in place of its verification',
      (client) => client.createSession(copied as object),
      'verification: must hold vendorData, person, document and the like themselves',
    ],
    [
      'an idempotency key that no header can carry',
      (client) => client.createSession({}, { idempotencyKey: 'Antrag – 7' }),
      'idempotencyKey: must be 1 to 255 printable ASCII characters, not "Antrag – 7"',
    ],
    [
      'no time to wait',
      (client) => client.waitForDecision(sessionId, { timeoutMs: Number.NaN }),
      'timeoutMs: must be more than 0, not NaN',
    ],
    [
      'no time between two polls',
      (client) => client.waitForDecision(sessionId, { intervalMs: Number.NaN }),
      'intervalMs: must be more than 0, not NaN',
    ],
  ])('rejects before anything is sent: %s', async (_name, call, message) => {
    const { client, seen } = await scripted([{ body: { verification: null } }]);
    await expect(call(client)).rejects.toThrow(message);
    expect(seen).toEqual([]);
  });
});
