import { randomUUID } from 'node:crypto';
import { type Endpoint, endpoints } from '@countersign/contract';
import { beforeAll, expect, it } from 'vitest';
import { runOn } from '../../src/bin/run-command.ts';
import { hmacHex } from '../../src/signing/hmac.ts';
import { addKey } from '../../src/usecases/integration/add-key.ts';
import { deleteKey } from '../../src/usecases/integration/delete-key.ts';
import { type Call, type Client, onePixelPng } from '../support/api.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { newOrganisation } from '../support/portal-organisation.ts';

/** What a path may name. */
interface Ids {
  sessionId: string;
  attemptId: string;
  mediaId: string;
}

/** A body with which an endpoint would do something. */
const bodies: Readonly<Record<string, (ids: Ids) => unknown>> = {
  'create-session': () => ({ verification: {} }),
  'upload-media': () => ({ image: { context: 'face', content: onePixelPng } }),
  'collect-data': ({ sessionId: id }) => ({ verification: { id, person: { firstName: 'Eve' } } }),
  'submit-session': () => ({ verification: { status: 'submitted' } }),
  'update-watchlist-screening': () => ({ matchStatus: 'false_positive' }),
  'validate-registry': ({ sessionId: id }) => ({ verification: { id } }),
  'validate-registry-alias': ({ sessionId: id }) => ({ verification: { id } }),
  'advance-clock': () => ({ seconds: 1 }),
  'report-fraud': ({ sessionId }) => ({
    reports: [{ sessionId, categories: ['document_is_printed_copy'] }],
  }),
  'retrieve-fraud-reports': ({ sessionId }) => ({ sessionIds: [sessionId] }),
};

/** A rightly signed call of an endpoint about things. */
function callOf({ name, method, path, signed, headers, query }: Endpoint, ids: Ids, secret: string): Call {
  const filled = path.replaceAll(/:(\w+)/g, (_, member: string) => ids[member as keyof Ids]);
  const body = bodies[name]?.(ids);
  const text = body === undefined ? '' : JSON.stringify(body);
  const version = query === null ? '' : '?version=1.0.0';
  const bytes =
    signed === 'path'
      ? `/v1${filled}`
      : signed === 'path-and-body'
        ? `/v1${filled}\n${text}`
        : body === undefined
          ? (filled.split('/')[2] ?? '')
          : text;
  const signature = hmacHex(secret, bytes);
  const feedback = headers === 'feedback';
  return {
    method,
    path: `${filled}${version}`,
    sign: null,
    headers: { [feedback ? 'vrf-hmac-signature' : 'x-hmac-signature']: signature },
    ...(body === undefined ? {} : { body: text }),
  };
}

const named = ({ method, path }: Endpoint) => `${method} ${path}`;
const withIds = endpoints.filter(({ path }) => path.includes('/:'));
const signedOnes = endpoints.filter(({ signed }) => signed !== 'none');

describeApiOnce('every endpoint', (given) => {
  let owner: Client;
  let stranger: Client;
  let live: Client;
  let ids: Ids;
  beforeAll(async () => {
    const { api } = given;
    const settings = { deletion: true, fraudReports: true };
    [owner, stranger, live] = [
      await api.integrate({ settings }),
      await api.integrate({ settings }),
      await api.integrate({ mode: 'live', settings }),
    ];
    const sessionId = await owner.createSession();
    const attempts = await owner.call({ path: `/sessions/${sessionId}/attempts` });
    const [{ id: attemptId }] = attempts.json.verifications;
    const media = await owner.upload(sessionId, { context: 'face', content: onePixelPng });
    ids = { sessionId, attemptId, mediaId: media.json.image.id };
  });

  let calls = 0;
  /** Those that answer anything but the status. */
  async function otherwise(
    client: Client,
    those: readonly Endpoint[],
    { status, secret = client.secret, headers = {} }: { status: number; secret?: string; headers?: object },
  ): Promise<string[]> {
    const found: string[] = [];
    for (const endpoint of those) {
      const call = callOf(endpoint, ids, secret);
      // Failures are counted by address.
      calls += 1;
      const from = `127.9.${Math.floor(calls / 20)}.${1 + (calls % 250)}`;
      const answer = await client.call({ ...call, from, headers: { ...call.headers, ...headers } });
      if (answer.status !== status) found.push(`${named(endpoint)}: ${answer.status}`);
    }
    return found;
  }

  it('refuses a call without a key, and one with a key that does not exist (S02)', async () => {
    const none = { 'x-auth-client': null };
    const unknown = { 'x-auth-client': randomUUID() };
    for (const headers of [none, unknown])
      expect(await otherwise(owner, endpoints, { status: 401, headers })).toEqual([]);
  });

  it('refuses the secret of another integration, and one that was deleted (S02)', async () => {
    const added = await addKey(given.api.ctx)({
      integrationId: owner.integrationId,
      label: 'second',
      actor: 'test',
    });
    if (added.outcome !== 'added') throw new Error(added.outcome);
    const { keyId, secret } = added;
    await deleteKey(given.api.ctx)({ integrationId: owner.integrationId, keyId, actor: 'test' });
    for (const wrong of [stranger.secret, secret])
      expect(await otherwise(owner, signedOnes, { status: 401, secret: wrong })).toEqual([]);
  });

  it('shows nothing of another integration, nor of one of the other mode (S01)', async () => {
    for (const client of [stranger, live]) {
      const found: string[] = [];
      const nobodys = { sessionId: randomUUID(), attemptId: randomUUID(), mediaId: randomUUID() };
      // Ids in bodies, which the answers repeat.
      for (const endpoint of endpoints.filter(
        ({ headers, path }) => headers === 'feedback' && !path.includes('/:'),
      )) {
        const theirs = await client.call(callOf(endpoint, ids, client.secret));
        const none = await client.call(callOf(endpoint, nobodys, client.secret));
        const [told, expected] = [theirs, none].map(({ status, bytes }) => `${status} ${bytes.toString()}`);
        if (told?.replaceAll(ids.sessionId, nobodys.sessionId) !== expected)
          found.push(`${named(endpoint)}: ${told}`);
      }
      for (const endpoint of withIds) {
        const theirs = await client.call(callOf(endpoint, ids, client.secret));
        const none = await client.call(callOf(endpoint, nobodys, client.secret));
        const isAlike = theirs.status === none.status && theirs.bytes.equals(none.bytes);
        if (!isAlike || theirs.status < 400 || theirs.status >= 500)
          found.push(`${named(endpoint)}: ${theirs.status}, and ${none.status} of none`);
      }
      expect(found).toEqual([]);
    }
  });

  it('refuses an integration that is switched off, and one of an organisation that is suspended (S02)', async () => {
    const { api } = given;
    const [off, own] = [await api.integrate(), await newOrganisation(api)];
    await runOn(api.ctx, { command: 'integration deactivate', args: [off.integrationId] });
    const suspension = ['--organisation', own.name, '--reason', 'trial'];
    await runOn(api.ctx, { command: 'portal suspend', args: suspension });
    for (const client of [off, own.client])
      expect(await otherwise(client, endpoints, { status: 401 })).toEqual([]);
  });
});
