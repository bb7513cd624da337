import type { PictureFindings } from '@countersign/findings';
import { expect, it } from 'vitest';
import { type DataKey, unseal, seal, sealJson } from '../../src/encryption/seal.ts';
import { showSession } from '../../src/usecases/operator/show-session.ts';
import { startJobWorker } from '../../src/workers/job-worker.ts';
import { verifySession } from '../../src/workers/session/verify-session.ts';
import { type Client, onePixelPng } from '../support/api.ts';
import { seeing, verify } from '../support/decide.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { seenPictures } from '../support/findings.ts';

describeApiOnce('findings that are stored', (given) => {
  const crosslinks = { settings: { crosslinks: true } };

  interface Stored {
    sessionId: string;
    attemptId: string;
    dataKey: DataKey;
    findings: Uint8Array;
  }

  async function submitted(client: Client): Promise<string> {
    const id = await client.createSession({ person: { firstName: 'Liisa', lastName: 'Maasikas' } });
    for (const context of ['face', 'document-front'])
      await client.upload(id, { context, content: onePixelPng });
    await client.submit(id);
    return id;
  }

  async function storedOf(client: Client, sessionId: string): Promise<Stored> {
    const { database, vault } = given.api.ctx;
    const [row] = await database.query<{
      id: string;
      findings: Uint8Array;
      wrapped: Uint8Array;
      kek: number;
    }>(
      `select a.id, a.findings, s.data_key as wrapped, s.kek_version as kek
       from attempt a join session s on s.id = a.session_id where s.id = $1`,
      [sessionId],
    );
    if (!row) throw new Error('the session has no attempt');
    const { integrationId } = client;
    const dataKey = vault.openDataKey({
      integrationId,
      sessionId,
      wrapped: row.wrapped,
      kekVersion: row.kek,
    });
    return { sessionId, attemptId: row.id, dataKey, findings: row.findings };
  }

  const store = ({ attemptId }: Stored, sealed: Uint8Array) =>
    given.api.ctx.database.query('update attempt set findings = $2 where id = $1', [attemptId, sealed]);

  /** A decided session, and what is stored of its pictures as JSON. */
  async function decided(client: Client) {
    const id = await submitted(client);
    await verify(given.api, id, seeing(seenPictures()));
    const stored = await storedOf(client, id);
    const text = unseal(stored.dataKey, 'findings', stored.findings).toString('utf8');
    return { stored, json: JSON.parse(text) as Record<string, unknown> };
  }

  const show = (client: Client, { sessionId }: Stored) =>
    showSession(given.api.ctx)({ integrationId: client.integrationId, sessionId });

  it('are read as they were written, with links to other sessions', async () => {
    const client = await given.api.integrate(crosslinks);
    const { stored, json } = await decided(client);
    expect(json).toHaveProperty('links');
    expect(await show(client, stored)).toMatchObject({
      outcome: 'shown',
      session: { findings: { barcode: 'aamva', links: [] } },
    });
  });

  it('are read where an earlier release wrote fewer members', async () => {
    const client = await given.api.integrate(crosslinks);
    const { stored, json } = await decided(client);
    const { pictures, mrz, portrait, comparison, comparisonReason, notComputed, models } =
      json as unknown as PictureFindings;
    const earlier = {
      pictures: pictures.map(({ card: _card, side: _side, perceptualHash: _hash, ...picture }) => picture),
      mrz,
      portrait,
      comparison,
      comparisonReason,
      notComputed,
      models,
    };
    await store(stored, sealJson(stored.dataKey, 'findings', earlier));
    expect(await show(client, stored)).toMatchObject({
      outcome: 'shown',
      session: { findings: { barcode: null, links: [] } },
    });
  });

  it('are read where a later release wrote further members and codes', async () => {
    const client = await given.api.integrate();
    const { stored, json } = await decided(client);
    const sign = {
      code: 'live.later',
      strength: 0.1,
      mediaId: '',
      region: 'face',
      value: 1,
      sentence: 'A sign.',
    };
    const later = { ...json, evidence: [{ ...sign, further: 1 }], further: { member: 1 } };
    await store(stored, sealJson(stored.dataKey, 'findings', later));
    expect(await show(client, stored)).toMatchObject({
      outcome: 'shown',
      session: { findings: { signs: [{ code: 'live.later', strength: 0.1, sentence: 'A sign.' }] } },
    });
  });

  it.each<[string, (json: Record<string, unknown>) => unknown, fault: string]>([
    [
      'a member of another type',
      (json) => ({ ...json, comparison: { ...(json['comparison'] as object), score: 'Ada' } }),
      'comparison/score: must be number',
    ],
    [
      'a member missing',
      ({ models: _models, ...json }) => json,
      'the value: must have required properties models',
    ],
    ['nothing but a list', () => [], 'the value: must be object'],
  ])('with %s are refused, with the row and the member', async (_, damage, fault) => {
    const client = await given.api.integrate();
    const { stored, json } = await decided(client);
    await store(stored, sealJson(stored.dataKey, 'findings', damage(json)));
    await expect(show(client, stored)).rejects.toThrow(
      `stored attempt.findings of ${stored.attemptId} is damaged: ${fault}`,
    );
  });

  it('that are not JSON are refused without any of their text', async () => {
    const client = await given.api.integrate();
    const { stored } = await decided(client);
    await store(stored, seal(stored.dataKey, 'findings', Buffer.from('Ada Lovelace')));
    await expect(show(client, stored)).rejects.toThrow(
      `stored attempt.findings of ${stored.attemptId} is damaged: the value: must be JSON`,
    );
  });

  it('and damaged park the job that reads them, at once and with the cause', async () => {
    const { ctx, integrate } = given.api;
    const client = await integrate();
    const id = await submitted(client);
    const stored = await storedOf(client, id);
    await store(stored, sealJson(stored.dataKey, 'findings', { pictures: 'none' }));
    const handle = verifySession(ctx, seeing(seenPictures()));
    const worker = startJobWorker(ctx, {
      lanes: [{ name: 'verify-session', concurrency: 1, handle }],
      pollMs: 20,
    });
    const jobOf = async () => {
      const [job] = await ctx.database.query<Record<string, unknown>>(
        'select claims, cause, parked_at is not null as parked from job where session_id = $1',
        [id],
      );
      return job;
    };
    await expect.poll(async () => (await jobOf())?.['parked']).toBe(true);
    await worker.stop();
    const { claims, cause } = (await jobOf()) ?? {};
    expect(claims).toBe(1);
    expect(cause).toContain(`stored attempt.findings of ${stored.attemptId} is damaged: `);
    expect((await client.decision(id)).json.verification).toBeNull();
  });

  it('and damaged in another session park the job that compares faces with it', async () => {
    const { database } = given.api.ctx;
    const client = await given.api.integrate(crosslinks);
    const { stored } = await decided(client);
    await database.query('update session_link set faces = $2 where session_id = $1', [
      stored.sessionId,
      sealJson(stored.dataKey, 'linked-faces', { selfie: 'no base64!', portrait: null }),
    ]);
    const second = await submitted(client);
    await expect(verify(given.api, second, seeing(seenPictures()))).rejects.toThrow(
      `stored session_link.faces of ${stored.sessionId} is damaged: selfie: must match pattern`,
    );
  });
});
