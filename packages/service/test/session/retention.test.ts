import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  deleteOutlived,
  eraseOldBodies,
  eraseOldDescriptors,
} from '../../src/usecases/session/delete-outlived.ts';
import { BlobMissing } from '../../src/storage/blobs/blob-store.ts';
import { restoreMissingErasures } from '../../src/storage/session/erasures.ts';
import { listErasures, replayErasures } from '../../src/usecases/operator/erasures.ts';
import { holdSession } from '../../src/usecases/operator/hold-session.ts';
import { eraseSession } from '../../src/workers/erase-session.ts';
import { createLog } from '../../src/runtime/log.ts';
import { onePixelPng, startApi, type Client, type TestApi } from '../support/api.ts';
import { sharedClock } from '../support/clock.ts';
import { claimJob, verify } from '../support/decide.ts';
import { describeAlone } from '../support/engines.ts';

const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;

describeAlone('retention', (open) => {
  const clock = sharedClock(open);
  const lines: string[] = [];
  let api: TestApi;
  beforeAll(async () => {
    const log = createLog('info', { destination: { write: (line) => void lines.push(line) } });
    api = await startApi(await open(), {}, { log });
  });
  afterAll(() => api.close());

  const decided = async (client: Client, firstName = 'Approve') => {
    const id = await client.createSession({ person: { firstName, lastName: 'Maasikas' } });
    await client.submit(id);
    await verify(api, id);
    return id;
  };
  const status = async (client: Client, id: string) => (await client.decision(id)).status;
  const look = (scope: 'session' | 'pictures' = 'session') => deleteOutlived(api.ctx)(scope, 200);

  it('deletes sessions at their end after the days that are set, and queues their erasure', async () => {
    const client = await api.integrate({ settings: { retention: { sessionDays: 30 } } });
    const forever = await api.integrate();
    const [approved, declined, kept] = [
      await decided(client),
      await decided(client, 'Decline'),
      await decided(forever),
    ];
    const waiting = await decided(client, 'Review');
    await clock.advance({ days: 29, hours: 23 });
    expect(await look()).toBe(0);
    await clock.advance({ hours: 2 });
    const young = await decided(client);
    expect(await look()).toBe(2);
    expect(await look()).toBe(0);
    for (const id of [approved, declined]) expect(await status(client, id)).toBe(404);
    for (const id of [young, waiting]) expect(await status(client, id)).toBe(200);
    expect(await status(forever, kept)).toBe(200);
    const rows = await api.ctx.database.query(
      `select a.actor, a.action, a.from_state as "from", j.kind from audit a
       join job j on j.integration_id = a.integration_id and j.session_id = a.session_id
       where a.session_id = any($1::uuid[]) and a.action = 'delete-session' order by a.from_state`,
      [[approved, declined]],
    );
    const row = { actor: 'retention', action: 'delete-session', kind: 'erase-session' };
    expect(rows).toEqual([
      { ...row, from: 'approved' },
      { ...row, from: 'declined' },
    ]);
    expect(lines.filter((line) => line.includes('"actor":"retention"'))).toHaveLength(2);
  });

  it('leaves sessions that are monitored, and those with a webhook under way', async () => {
    const client = await api.integrate({ settings: { retention: { sessionDays: 1 } } });
    const [monitored, undelivered] = [await decided(client), await decided(client)];
    const { integrationId } = client;
    await api.ctx.database.query(
      `insert into watchlist_monitor (integration_id, session_id, attempt_id, status)
       select integration_id, id, attempt_id, 'enabled' from session where id = $1`,
      [monitored],
    );
    await api.ctx.database.query(
      `insert into webhook (integration_id, id, type, session_id, body, clear)
       values ($1, gen_random_uuid(), 'decision', $2, '\\x00', false)`,
      [integrationId, undelivered],
    );
    await clock.advance({ days: 2 });
    expect(await look()).toBe(0);
    await api.ctx.database.query(`update webhook set state = 'failed' where session_id = $1`, [undelivered]);
    await api.ctx.database.query(`update watchlist_monitor set status = 'disabled' where session_id = $1`, [
      monitored,
    ]);
    expect(await look()).toBe(2);
  });

  const runErasure = async (sessionId: string) => {
    const job = await claimJob(api, sessionId, 'erase-session');
    if (!job) throw new Error('a deletion has a job that erases');
    await eraseSession(api.ctx)(job, new AbortController().signal);
  };
  const erasures = (client: Client) =>
    listErasures(api.ctx)({ filter: { integrationId: client.integrationId, since: null }, limit: 10 });
  const withPicture = async (client: Client) => {
    const id = await client.createSession({ person: { firstName: 'Approve', lastName: 'Maasikas' } });
    await client.upload(id, { context: 'document-front', content: onePixelPng });
    await client.submit(id);
    await verify(api, id);
    return id;
  };
  const pictures = async (client: Client, id: string) =>
    (await client.call({ path: `/sessions/${id}/media` })).json.images.length;

  it('deletes pictures earlier than their session, which keeps its decision', async () => {
    const client = await api.integrate({ settings: { retention: { pictureDays: 90 } } });
    const id = await withPicture(client);
    await clock.advance({ days: 89, hours: 23 });
    expect(await look('pictures')).toBe(0);
    expect(await pictures(client, id)).toBe(1);
    await clock.advance({ hours: 2 });
    expect(await look('pictures')).toBe(1);
    expect(await look('pictures')).toBe(0);
    expect(await pictures(client, id)).toBe(0);
    expect(await erasures(client)).toMatchObject([
      { sessionId: id, scope: 'pictures', actor: 'retention', erasedAt: null, files: null },
    ]);
    const blobs = await api.ctx.database.query<{ blob: string }>(
      'select blob from media where session_id = $1',
      [id],
    );
    expect(blobs).toHaveLength(1);
    await runErasure(id);
    for (const { blob } of blobs) await expect(api.ctx.blobs.read(blob)).rejects.toThrow(BlobMissing);
    expect(await api.ctx.database.query('select 1 from media where session_id = $1', [id])).toEqual([]);
    expect(await erasures(client)).toMatchObject([{ scope: 'pictures', erasedAt: moment, files: 1 }]);
    const decision = await client.decision(id);
    expect([decision.status, decision.json.verification.status]).toEqual([200, 'approved']);
  });

  it('gives the erasure of pictures a job again when it was lost', async () => {
    const client = await api.integrate({ settings: { retention: { pictureDays: 1 } } });
    const id = await withPicture(client);
    await clock.advance({ days: 2 });
    expect(await look('pictures')).toBe(1);
    await api.ctx.database.query('delete from job where session_id = $1', [id]);
    expect(await restoreMissingErasures(api.ctx.database)).toBe(0);
    await clock.advance({ minutes: 2 });
    expect(await restoreMissingErasures(api.ctx.database)).toBe(1);
    await runErasure(id);
    expect(await erasures(client)).toMatchObject([{ erasedAt: moment, files: 1 }]);
  });

  it('erases face descriptors after three years, or earlier where the integration is set so', async () => {
    const [usual, brief] = [
      await api.integrate(),
      await api.integrate({ settings: { retention: { descriptorDays: 10 } } }),
    ];
    const link = async (client: Client) => {
      const id = await decided(client);
      await api.ctx.database.query(
        `insert into session_link (integration_id, session_id, model, faces, data) values ($1, $2, 'drawn@1', '\\x01', '\\x02')`,
        [client.integrationId, id],
      );
      return id;
    };
    const [kept, gone] = [await link(usual), await link(brief)];
    const faces = async () =>
      (
        await api.ctx.database.query<{ id: string }>(
          'select session_id as id from session_link where faces is not null and session_id = any($1::uuid[])',
          [[kept, gone]],
        )
      ).map(({ id }) => id);
    await clock.advance({ days: 11 });
    expect(await eraseOldDescriptors(api.ctx)(200)).toBe(1);
    expect(await faces()).toEqual([kept]);
    expect(await erasures(brief)).toMatchObject([
      { sessionId: gone, scope: 'descriptors', actor: 'retention', erasedAt: moment, files: 0 },
    ]);
    await clock.advance({ days: 1083 });
    expect(await eraseOldDescriptors(api.ctx)(200)).toBe(0);
    await clock.advance({ days: 2 });
    expect(await eraseOldDescriptors(api.ctx)(200)).toBe(1);
    expect(await faces()).toEqual([]);
  });

  it('erases bodies of webhooks after their delivery ended, and answers to them', async () => {
    const client = await api.integrate({ settings: { retention: { webhookDays: 30 } } });
    const id = await decided(client);
    await api.ctx.database.query(
      `insert into webhook (integration_id, id, type, session_id, body, clear, state, ended_at)
       values ($1, $2, 'decision', $2, '\\x01', true, 'delivered', now())`,
      [client.integrationId, id],
    );
    await api.ctx.database.query(
      `insert into delivery (integration_id, webhook_id, attempt, http_status, response) values ($1, $2, 1, 200, 'thanks')`,
      [client.integrationId, id],
    );
    const left = () =>
      api.ctx.database.query(
        `select length(w.body) as body, d.http_status as status, d.response from webhook w
         join delivery d on d.integration_id = w.integration_id and d.webhook_id = w.id where w.id = $1`,
        [id],
      );
    await clock.advance({ days: 29 });
    expect(await eraseOldBodies(api.ctx)(200)).toBe(0);
    expect(await left()).toEqual([{ body: 1, status: 200, response: 'thanks' }]);
    await clock.advance({ days: 2 });
    expect(await eraseOldBodies(api.ctx)(200)).toBe(1);
    expect(await left()).toEqual([{ body: 0, status: 200, response: null }]);
  });

  it('deletes nothing of a session on legal hold until it is released', async () => {
    const client = await api.integrate({
      settings: { deletion: true, retention: { sessionDays: 5, pictureDays: 1, descriptorDays: 1 } },
    });
    const id = await withPicture(client);
    const { integrationId } = client;
    await api.ctx.database.query(
      `insert into session_link (integration_id, session_id, model, faces, data) values ($1, $2, 'drawn@1', '\\x01', '\\x02')`,
      [integrationId, id],
    );
    const hold = (held: boolean) =>
      holdSession(api.ctx)({
        integrationId,
        sessionId: id,
        held,
        reason: 'court order 17',
        actor: 'cli:ada',
      });
    expect(await hold(true)).toEqual({ outcome: 'held' });
    expect(await hold(true)).toEqual({ outcome: 'unchanged' });
    await clock.advance({ days: 6 });
    expect([await look('pictures'), await look('session'), await eraseOldDescriptors(api.ctx)(200)]).toEqual([
      0, 0, 0,
    ]);
    const refused = await client.call({ method: 'DELETE', path: `/sessions/${id}` });
    expect([refused.status, refused.json.code]).toEqual([400, '1304']);
    expect(await pictures(client, id)).toBe(1);
    expect(await hold(false)).toEqual({ outcome: 'released' });
    expect(await look('session')).toBe(1);
    const history = await api.ctx.database.query<{ action: string; actor: string }>(
      `select action, actor from audit where session_id = $1 and action like '%-session' and actor <> 'api' order by id desc limit 3`,
      [id],
    );
    expect(history).toEqual([
      { action: 'delete-session', actor: 'retention' },
      { action: 'release-session', actor: 'cli:ada' },
      { action: 'hold-session', actor: 'cli:ada' },
    ]);
  });

  it('erases again what an older backup brought back', async () => {
    const client = await api.integrate();
    const { integrationId } = client;
    const [whole, partly, waiting] = [
      await withPicture(client),
      await withPicture(client),
      await decided(client, 'Review'),
    ];
    const replay = () =>
      replayErasures(api.ctx)({
        erasures: [
          { integrationId, sessionId: whole, scope: 'session' },
          { integrationId, sessionId: waiting, scope: 'session' },
          { integrationId, sessionId: partly, scope: 'pictures' },
          { integrationId, sessionId: '00000000-0000-4000-8000-000000000000', scope: 'session' },
        ],
        actor: 'cli:ada',
      });
    expect(await replay()).toBe(3);
    expect(await replay()).toBe(0);
    for (const id of [whole, waiting]) expect(await status(client, id)).toBe(404);
    expect([await status(client, partly), await pictures(client, partly)]).toEqual([200, 0]);
    for (const id of [whole, partly, waiting]) await runErasure(id);
    const proof = await erasures(client);
    expect(proof.map(({ sessionId, scope, files }) => [sessionId, scope, files]).toSorted()).toEqual(
      [
        [whole, 'session', 1],
        [partly, 'pictures', 1],
        [waiting, 'session', 0],
      ].toSorted(),
    );
    expect(proof.every(({ erasedAt }) => erasedAt !== null)).toBe(true);
  });
});
