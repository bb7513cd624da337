import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { runOn } from '../../src/bin/run-command.ts';
import { loadVault } from '../../src/signing/vault.ts';
import { type Client, startApi, type TestApi } from '../support/api.ts';
import { sharedClock } from '../support/clock.ts';
import { describeEnginesOnce, testKeys } from '../support/engines.ts';
import { withoutRefill } from '../support/refill.ts';

const day = 86_400_000;
const closed = 'There is nothing to do on this page. You can close it.';
const open200 = 'This installation receives verifications over its API. There is nothing to do on this page.';

describeEnginesOnce('session links (A-28, A-117, S15)', (open) => {
  let api: TestApi;
  let client: Client;
  beforeAll(async () => {
    api = await startApi(await open(), { TRUSTED_PROXIES: '127.0.0.1/32' });
    client = await api.integrate();
  });
  afterAll(() => api.close());

  let visitors = 0;
  /** What the page says, to a visitor of its own where none is named. */
  const view = async (token: string, address = `198.51.100.${(visitors += 1)}`) => {
    const answer = await api.send({
      method: 'GET',
      path: `/v/${token}`,
      headers: { 'x-forwarded-for': address },
    });
    return /<p>(.*)<\/p>/.exec(answer.bytes.toString())?.[1] ?? `status ${answer.status}`;
  };
  const create = async (by = client) => {
    const answer = await by.call({ method: 'POST', path: '/sessions', body: { verification: {} } });
    return answer.json.verification;
  };
  /** A token signed with the installation's first key over any text. */
  const forge = async (header: string, payload: string) => {
    const vault = await loadVault(api.ctx.database, testKeys);
    const text = `${header}.${payload}`;
    return `${text}.${createHmac('sha256', vault.derive('session-token')).update(text).digest('base64url')}`;
  };
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

  it('have one spelling: other bits, paddings, headers and members are as good as forged', async () => {
    const { sessionToken } = await create();
    const [header = '', payload = '', signature = ''] = sessionToken.split('.');
    expect(await view(sessionToken)).toBe(open200);
    // The last digit of 43 holds four bits of the digest and two that nobody needs.
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const at = digits.indexOf(signature.at(-1) ?? '');
    const trailing = [1, 2, 3].map((bits) => signature.slice(0, -1) + (digits[(at & ~3) | bits] ?? ''));
    const said = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
      session_id: string;
      iat: number;
    };
    const others = [
      ...trailing.map((digest) => `${header}.${payload}.${digest}`),
      `${sessionToken}=`,
      `${sessionToken}A`,
      `${sessionToken}.`,
      `${header}.${payload}.${signature.replaceAll('-', '+').replaceAll('_', '/')}=`.replaceAll('/', '%2F'),
      await forge(header, `${payload}=`),
      await forge(encode({ typ: 'JWT', alg: 'HS256' }), payload),
      await forge(encode({ alg: 'HS256', typ: 'JWT', kid: '../../dev/null' }), payload),
      await forge(header, encode({ iat: said.iat, session_id: said.session_id })),
      await forge(header, encode({ ...said, exp: 4_102_444_800 })),
      await forge(header, encode({ ...said, session_id: said.session_id.toUpperCase() })),
      await forge(header, encode({ ...said, iat: String(said.iat) })),
      await forge(header, encode(null)),
      await forge(header, encode([said])),
    ];
    for (const token of others) expect([token, await view(token)]).toEqual([token, closed]);
    expect(await forge(header, payload)).toBe(sessionToken);
  });

  it('cannot be guessed: after sixty invalid ones an address is refused for a while', async () => {
    const { sessionToken } = await create();
    const [here, samePlace, elsewhere] = ['2001:db8:5:5::1', '2001:db8:5:5:ffff::9', '2001:db8:5:6::1'];
    expect(await view(sessionToken, here)).toBe(open200);
    await withoutRefill(async () => {
      const guesses = await Promise.all(
        Array.from({ length: 80 }, (_, guess) => view(`${sessionToken}${guess}`, here)),
      );
      expect(new Set(guesses)).toEqual(new Set([closed]));
      expect(await view(sessionToken, here)).toBe(closed);
      expect(await view(sessionToken, samePlace)).toBe(closed);
      expect(await view(sessionToken, elsewhere)).toBe(open200);
    });
    await sleep(2_500);
    expect(await view(sessionToken, here)).toBe(open200);
  });

  it('that are right are never counted', async () => {
    const { sessionToken } = await create();
    const views = await Promise.all(Array.from({ length: 150 }, () => view(sessionToken, '192.0.2.200')));
    expect(new Set(views)).toEqual(new Set([open200]));
  });
});

describeEnginesOnce('the key of session links (A-117, S15)', (open) => {
  const clock = sharedClock(open);
  it('is rotated: links there are work on, also in another process, and are rebuilt the same', async () => {
    const database = await open();
    const [here, there] = [await startApi(database), await startApi(database)];
    const page = async (api: TestApi, token: string) =>
      (await api.send({ method: 'GET', path: `/v/${token}`, headers: {} })).bytes.toString();
    const signatureUnder = async (label: string, token: string) => {
      const text = token.slice(0, token.lastIndexOf('.'));
      const key = (await loadVault(database, testKeys)).derive(label);
      return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
    };
    try {
      const client = await here.integrate();
      const create = async (key: string) =>
        (
          await client.call({
            method: 'POST',
            path: '/sessions',
            body: { verification: {} },
            headers: { 'idempotency-key': key },
          })
        ).json.verification;
      const before = await create('before');
      expect(await signatureUnder('session-token', before.sessionToken)).toBe(before.sessionToken);

      const rotated = await runOn(there.ctx, { command: 'keys rotate-session-links', args: [] });
      expect(rotated).toMatchObject({ exitCode: 0, output: { keys: 2 } });
      const old = await create('before');
      // The new key is in use ten seconds later, and every process knows of it after two.
      await clock.advance({ seconds: 11 });
      await sleep(2_000);

      const after = await create('after');
      expect(await signatureUnder('session-token/1', after.sessionToken)).toBe(after.sessionToken);
      for (const token of [old.sessionToken, after.sessionToken]) {
        expect(await page(here, token)).toContain(open200);
        expect(await page(there, token)).toContain(open200);
      }
      // Answers name the same URL as ever.
      expect((await create('before')).url).toBe(old.url);
      const submitted = await client.submit(old.id);
      expect(submitted.json.verification.sessionToken).toBe(old.sessionToken);

      // The first key verifies for as long as a session of its time can live; that is looked up by the process's clock.
      const rotatedAt = Date.now();
      vi.useFakeTimers({ toFake: ['Date'], now: rotatedAt + 89 * day });
      expect(await page(here, before.sessionToken)).toContain(open200);
      vi.setSystemTime(rotatedAt + 90 * day + 30_000);
      expect(await page(here, before.sessionToken)).toContain(closed);
      expect(await page(here, after.sessionToken)).toContain(open200);
    } finally {
      vi.useRealTimers();
      await Promise.all([here.close(), there.close()]);
      await database.query(`delete from installation where name = 'session-link-keys'`);
    }
  });
});
