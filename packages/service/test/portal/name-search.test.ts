import { beforeAll, expect, it } from 'vitest';
import { deleteSession } from '../../src/usecases/session/delete-session.ts';
import { indexNames } from '../../src/usecases/session/session-names.ts';
import { eraseSession } from '../../src/workers/erase-session.ts';
import { onePixelPng } from '../support/api.ts';
import { claimJob, seeing, verify } from '../support/decide.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { enterFlow } from '../support/flow-client.ts';
import { seenPictures } from '../support/findings.ts';
import type { Person } from '../support/portal-browser.ts';
import { newOrganisation, type TestOrganisation } from '../support/portal-organisation.ts';

const search = async ({ browser }: Person, query: Record<string, string>) =>
  browser.get(`/sessions?${new URLSearchParams(query).toString()}`);
const found = async (person: Person, name: string, more: Record<string, string> = {}) => {
  const answer = await search(person, { name, ...more });
  if (answer.status !== 200) throw new Error(answer.bytes.toString());
  return answer.json.rows.map(({ id }) => id);
};

describeApiOnce('searching by name in the portal', (given) => {
  let own: TestOrganisation;
  let reviewer: Person;
  const settings = { deletion: true, manualReview: true } as const;
  beforeAll(async () => {
    own = await newOrganisation(given.api, { settings });
    reviewer = await own.add({ role: 'reviewer' });
  });
  const create = (person: Record<string, string>, more: object = {}) =>
    own.client.createSession({ person, ...more });
  const count = async (id: string) => {
    const [row] = await given.api.ctx.database.query<{ count: number }>(
      'select count(*)::int as count from session_name where session_id = $1',
      [id],
    );
    return row?.count;
  };

  it('finds what a client supplied, whatever its case, accents and order', async () => {
    const id = await create({ firstName: 'Jürgen Élodie', lastName: "O'Connor-Straße" });
    for (const name of [
      'Jürgen',
      'jurgen',
      'JUERGEN',
      'straße oconnor',
      'Strasse, Jürgen',
      "elodie O'CONNOR",
      'J. Élodie',
    ])
      expect([name, await found(reviewer, name)]).toEqual([name, [id]]);
    for (const name of ['Jürgens', 'Jürg', 'jurgen maasikas', 'Connor', "jurgen' or 1=1"])
      expect([name, await found(reviewer, name)]).toEqual([name, []]);
  });

  it('finds names in other scripts by whole words', async () => {
    const id = await create({ firstName: 'Дмитрий', lastName: '王小明' });
    expect(await found(reviewer, 'дмитрий')).toEqual([id]);
    expect(await found(reviewer, '王小明 Дмитрий')).toEqual([id]);
    expect(await found(reviewer, '王')).toEqual([]);
  });

  it('finds a whole name and a second surname', async () => {
    const whole = await create({ fullName: 'Teresa Quintana' });
    const second = await create({ firstName: 'Pilar', lastName: 'Ibarra', secondLastName: 'Quintana' });
    expect(await found(reviewer, 'quintana')).toEqual([second, whole]);
    expect(await found(reviewer, 'ibarra quintana')).toEqual([second]);
  });

  it('finds what was read from the document, from the moment it is stored', async () => {
    const id = await create({ firstName: 'Liisa', lastName: 'Supplied' });
    for (const context of ['face', 'document-front'])
      await own.client.upload(id, { context, content: onePixelPng });
    await own.client.submit(id);
    expect(await found(reviewer, 'Readname')).toEqual([]);
    await verify(given.api, id, seeing(seenPictures({ lastName: 'READNAME' })));
    expect(await found(reviewer, 'Readname')).toEqual([id]);
    expect(await found(reviewer, 'Supplied')).toEqual([id]);
  });

  it('finds the name that a person typed in the flow, and no longer the previous one', async () => {
    const client = await own.integrate({
      settings: { identityVerification: false, watchlistScreening: true },
    });
    const made = await client.call({ method: 'POST', path: '/sessions', body: { verification: {} } });
    const { id, sessionToken } = made.json.verification;
    const page = await enterFlow(given.api, sessionToken);
    await page.start();
    const type = (body: object) => page.send({ method: 'PUT', path: '/fields', body });
    await type({ firstName: 'Typo', lastName: 'Flowers' });
    expect(await found(reviewer, 'flowers typo')).toEqual([id]);
    await type({ firstName: 'Typed', lastName: 'Flowers' });
    expect([await found(reviewer, 'typo'), await found(reviewer, 'typed flowers')]).toEqual([[], [id]]);
  });

  it('combines with all other filters and with paging', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 5; at += 1)
      ids.unshift(await create({ firstName: 'Paged', lastName: 'Person' }, { vendorData: `page-${at}` }));
    const first = await search(reviewer, { name: 'person paged', limit: '2' });
    expect(first.json.rows.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const rest = await found(reviewer, 'person paged', { limit: '5', cursor: first.json.next ?? '' });
    expect(rest).toEqual(ids.slice(2));
    expect(await found(reviewer, 'paged', { status: 'created', limit: '1' })).toEqual(ids.slice(0, 1));
    expect(await found(reviewer, 'paged', { status: 'approved' })).toEqual([]);
    expect(await found(reviewer, 'paged', { until: '2001-01-01T00:00:00Z' })).toEqual([]);
    expect(await found(reviewer, 'paged', { q: 'page-3' })).toEqual([ids[1]]);
    expect(await found(reviewer, 'paged', { q: ids[4] ?? '' })).toEqual([ids[4]]);
    expect(await found(reviewer, 'paged', { hits: 'waiting' })).toEqual([]);
  });

  it('leaves names masked', async () => {
    const id = await create({ firstName: 'Masked', lastName: 'Nameword' });
    const answer = await search(reviewer, { name: 'nameword' });
    expect(answer.json.rows.map((row) => row.id)).toEqual([id]);
    expect(/Nameword|Masked/i.test(answer.bytes.toString())).toBe(false);
  });

  it.each([' ', '—', 'J. K.', 'x'.repeat(201)])('answers 422 to a name without a word: %j', async (name) => {
    const answer = await search(reviewer, { name });
    expect([answer.status, answer.json.error.member]).toEqual([422, 'name']);
  });

  it('needs the right to reveal on the integrations searched, and is recorded without the name (S12)', async () => {
    const live = await own.integrate({ mode: 'live', settings });
    const there = await live.createSession({ person: { firstName: 'Oracle', lastName: 'Canary' } });
    const here = await create({ firstName: 'Oracle', lastName: 'Canary' });
    expect(await found(reviewer, 'canary')).toEqual([here, there]);
    for (const role of ['viewer', 'auditor', 'owner', 'admin'] as const) {
      const person = await own.add({ role });
      expect([role, (await search(person, { name: 'canary' })).json.error.code]).toEqual([
        role,
        'not-allowed',
      ]);
    }
    const developer = await own.add({ role: 'developer' });
    expect(await found(developer, 'canary')).toEqual([here]);
    const onLive = await search(developer, { name: 'canary', integration: live.integrationId });
    expect(onLive.json.error.code).toBe('not-allowed');
    const owner = await own.add({ role: 'owner', reveal: true });
    expect(await found(owner, 'canary', { integration: live.integrationId })).toEqual([there]);
    // A page behind a cursor, whoever it was given to, is a search as well.
    const { next } = (await search(reviewer, { name: 'canary', limit: '1' })).json;
    await found(owner, 'canary', { integration: live.integrationId, cursor: next ?? '' });
    const audit = await owner.browser.get('/audit?action=search-names&limit=100');
    const mine = audit.json.rows.filter(({ actor }) => actor === 'Test owner' || actor.includes(owner.id));
    expect(mine).toMatchObject([
      { action: 'search-names', integrationId: live.integrationId, sessionId: null },
      { action: 'search-names', integrationId: live.integrationId, sessionId: null },
    ]);
    expect(next).not.toBeNull();
    expect(/canary/i.test(audit.bytes.toString())).toBe(false);
  });

  it('does not reach other organisations', async () => {
    const other = await newOrganisation(given.api);
    await other.client.createSession({ person: { firstName: 'Foreign', lastName: 'Person' } });
    expect(await found(reviewer, 'foreign')).toEqual([]);
  });

  it('stores words as digests keyed per integration, and nothing of an erased session (S19)', async () => {
    const other = await own.integrate({ settings });
    const person = { firstName: 'Digest', lastName: 'Digest' };
    const id = await create(person);
    const elsewhere = await other.createSession({ person });
    const rows = await given.api.ctx.database.query<{ token: Uint8Array }>(
      'select token from session_name where session_id = any($1::uuid[])',
      [[id, elsewhere]],
    );
    const tokens = rows.map(({ token }) => Buffer.from(token).toString('hex'));
    expect(tokens.map((token) => token.length)).toEqual([32, 32]);
    expect(new Set(tokens).size).toBe(2);
    const caller = {
      integrationId: own.client.integrationId,
      keyId: null,
      mode: 'test' as const,
      settings: { ...(await settingsOfClient()) },
    };
    await deleteSession(given.api.ctx)({ caller, sessionId: id });
    expect(await found(reviewer, 'digest')).toEqual([elsewhere]);
    const job = await claimJob(given.api, id, 'erase-session');
    if (!job) throw new Error('nothing erases the session');
    await eraseSession(given.api.ctx)(job, new AbortController().signal);
    expect(await count(id)).toBe(0);
  });

  async function settingsOfClient() {
    const keys = await given.api.ctx.keyRing.ofIntegration(own.client.integrationId);
    if (!keys) throw new Error('the integration has no keys');
    return keys.settings;
  }

  it('finds sessions of earlier releases once upkeep has indexed them', async () => {
    const { database } = given.api.ctx;
    const id = await create({ firstName: 'Earlier', lastName: 'Release' });
    for (const context of ['face', 'document-front'])
      await own.client.upload(id, { context, content: onePixelPng });
    await own.client.submit(id);
    await verify(given.api, id, seeing(seenPictures({ lastName: 'READBEFORE' })));
    await database.query('delete from session_name where session_id = $1', [id]);
    await database.query('update session set names_indexed = false where id = $1', [id]);
    expect(await found(reviewer, 'earlier')).toEqual([]);
    while ((await indexNames(given.api.ctx)(100)) > 0);
    expect(await found(reviewer, 'earlier release')).toEqual([id]);
    expect(await found(reviewer, 'readbefore')).toEqual([id]);
    expect(await indexNames(given.api.ctx)(100)).toBe(0);
  });

  it('removes the words of a session that was erased by a worker of an earlier release (S19)', async () => {
    const id = await create({ firstName: 'Left', lastName: 'Behind' });
    // What that worker does: it knows nothing of the words.
    await given.api.ctx.database.query(
      `update session set data_key = null, sealed = null, deleted_at = now(), erased_at = now() where id = $1`,
      [id],
    );
    expect(await count(id)).toBe(2);
    expect(await indexNames(given.api.ctx)(100)).toBe(1);
    expect([await count(id), await indexNames(given.api.ctx)(100)]).toEqual([0, 0]);
  });
});
