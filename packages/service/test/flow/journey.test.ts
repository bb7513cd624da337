import { unseal, unsealJson } from '../../src/encryption/seal.ts';
import { webhookLabel } from '../../src/storage/webhook/webhooks.ts';
import { choicesLabel, type FlowChoices } from '../../src/usecases/flow/flow-page.ts';
import { setWebhookUrl } from '../../src/usecases/webhook/set-webhook-url.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, onePixelPng, startApi, type TestApi } from '../support/api.ts';
import { seeing, verify } from '../support/decide.ts';
import { sharedClock } from '../support/clock.ts';
import { describeEnginesOnce } from '../support/engines.ts';
import { seenPictures } from '../support/findings.ts';
import { enterFlow, type FlowPageClient } from '../support/flow-client.ts';
import { pngOfSize } from '../support/png-of-size.ts';

const png = Buffer.from(onePixelPng, 'base64');

describeEnginesOnce('a journey through the flow', (open) => {
  const clock = sharedClock(open);
  let api: TestApi;
  let client: Client;
  beforeAll(async () => {
    api = await startApi(await open(), { TRUSTED_PROXIES: '127.0.0.1/32' });
    client = await api.integrate();
    const { integrationId } = client;
    for (const type of ['event', 'decision'] as const)
      await setWebhookUrl(api.ctx)({
        integrationId,
        type,
        url: `https://hooks.example.com/${type}`,
        actor: 'test',
      });
  });
  afterAll(() => api.close());

  const create = async (verification: Record<string, unknown> = {}) => {
    const answer = await client.call({ method: 'POST', path: '/sessions', body: { verification } });
    return answer.json.verification;
  };
  /** The session's webhooks in their order, opened. */
  const webhooksOf = async (sessionId: string) => {
    const rows = await api.ctx.database.query<{
      id: string;
      type: string;
      state: string;
      held: boolean;
      body: Uint8Array;
      dataKey: Uint8Array;
      kekVersion: number;
    }>(
      `select w.id, w.type, w.state, w.held, w.body, s.data_key as "dataKey", s.kek_version as "kekVersion" from webhook w
       join session s on s.integration_id = w.integration_id and s.id = w.session_id where w.session_id = $1 order by w.ordinal`,
      [sessionId],
    );
    return rows.map(({ id, type, state, held, body, dataKey, kekVersion }) => {
      const { integrationId } = client;
      const key = api.ctx.vault.openDataKey({ integrationId, sessionId, wrapped: dataKey, kekVersion });
      const opened = JSON.parse(unseal(key, webhookLabel(id), body).toString()) as {
        code?: number;
        attemptId?: string;
      };
      return { type, state, held, code: opened.code, attemptId: opened.attemptId };
    });
  };
  /** A page that has taken everything an identity card needs. */
  const complete = async (page: FlowPageClient, attempt = 1) => {
    await page.start(attempt);
    await page.document('EE', 'ID_CARD');
    for (const context of ['document-front', 'document-back', 'face'] as const)
      await page.upload(context, pngOfSize(200, `${context} ${attempt}`));
  };
  const auditOf = async (sessionId: string) =>
    (
      await api.ctx.database.query<{ actor: string; action: string }>(
        `select actor, action from audit where session_id = $1 order by id`,
        [sessionId],
      )
    ).map(({ actor, action }) => `${actor} ${action}`);

  it('leads from the link to a submitted session, each state naming the next step (A-180, A-183)', async () => {
    const { id, sessionToken } = await create({ document: { country: 'EE' } });
    const page = await enterFlow(api, sessionToken, '198.51.100.7');
    expect(page.entered).toEqual({
      revision: 3,
      session: {
        status: 'created',
        attempt: 1,
        attemptsLeft: 9,
        mode: 'test',
        expiresAt: expect.stringMatching(/^20\d\d-.*Z$/) as string,
      },
      client: { name: expect.stringMatching(/^Test /) as string, callback: null, language: 'et' },
      missing: [
        { kind: 'start', consents: ['biometric'] },
        { kind: 'document' },
        { kind: 'picture', context: 'document-front' },
        { kind: 'picture', context: 'face', challenge: false, still: true },
        { kind: 'submit' },
      ],
      next: { kind: 'start', consents: ['biometric'] },
      document: null,
      rules: {
        documents: [
          { type: 'PASSPORT', countries: null },
          { type: 'ID_CARD', countries: null },
          { type: 'DRIVERS_LICENSE', countries: null },
          { type: 'RESIDENCE_PERMIT', countries: null },
        ],
        country: 'EE',
        upload: true,
        handoff: 'offer',
        inactivitySeconds: 300,
      },
      pictures: [],
      holder: 'this',
      handoff: null,
      redo: null,
      ended: null,
    });

    const started = await page.start();
    expect([started.status, started.body.session.status, started.body.next]).toEqual([
      200,
      'started',
      { kind: 'document' },
    ]);
    const chosen = await page.document('EE', 'ID_CARD');
    expect(chosen.body.document).toEqual({ country: 'EE', type: 'ID_CARD', hasBack: true });
    expect(chosen.body.next).toEqual({ kind: 'picture', context: 'document-front' });

    const front = await page.upload('document-front', png);
    expect((await page.state()).next).toEqual({ kind: 'picture', context: 'document-back' });
    await page.upload('document-back', png);
    await page.upload('face', png);
    const all = await page.state();
    expect(all.missing).toEqual([{ kind: 'submit' }]);
    expect(all.pictures[0]).toEqual({
      id: front,
      context: 'document-front',
      origin: 'camera',
      verdict: null,
      accepted: true,
    });

    const submitted = await page.submit();
    expect([submitted.status, submitted.body.session.status, submitted.body.missing]).toEqual([
      200,
      'submitted',
      [],
    ]);
    const listed = await client.call({ path: `/sessions/${id}/attempts` });
    expect(listed.json.verifications.map(({ status }) => status)).toEqual(['submitted']);
    const media = await client.call({ path: `/sessions/${id}/media` });
    expect(media.json.images.map(({ size }) => size)).toEqual([70, 70, 70]);
    expect(await auditOf(id)).toEqual([
      'api create-session',
      'flow open-session',
      'flow start-attempt',
      'flow upload-media',
      'flow upload-media',
      'flow upload-media',
      'flow submit-session',
    ]);
  });

  it('sends 7001 and 7002 once, however often start and submit are repeated (A-182, F27)', async () => {
    const { id, sessionToken } = await create();
    const page = await enterFlow(api, sessionToken);
    const starts = await Promise.all([page.start(), page.start(), page.start()]);
    expect(starts.map(({ status }) => status)).toEqual([200, 200, 200]);
    await complete(page);
    const submits = await Promise.all([page.submit(), page.submit(), page.submit()]);
    expect(submits.map(({ status, body }) => [status, body.session.status])).toEqual(
      Array.from({ length: 3 }, () => [200, 'submitted']),
    );
    const listed = (await client.call({ path: `/sessions/${id}/attempts` })).json.verifications;
    expect(listed).toHaveLength(1);
    const attemptId = listed[0].id;
    expect(await webhooksOf(id)).toEqual([
      { type: 'event', state: 'due', held: false, code: 7001, attemptId },
      { type: 'event', state: 'due', held: false, code: 7002, attemptId },
    ]);
    expect((await page.start()).status).toBe(200);
    expect((await page.submit()).status).toBe(200);
    expect((await page.submit(2)).body.error.code).toBe('state-changed');
  });

  it('records proof of consent: text, language, address, and the time by the database clock', async () => {
    const { id: sessionId, sessionToken } = await create();
    const page = await enterFlow(api, sessionToken, '198.51.100.77');
    await clock.advance({ minutes: 10 });
    await page.start();
    const [row] = await api.ctx.database.query<{
      choices: Uint8Array;
      dataKey: Uint8Array;
      kekVersion: number;
      now: number;
    }>(
      `select f.choices, s.data_key as "dataKey", s.kek_version as "kekVersion", extract(epoch from now())::float8 as now
       from flow_session f join session s on s.integration_id = f.integration_id and s.id = f.session_id where f.session_id = $1`,
      [sessionId],
    );
    if (!row) throw new Error('the session has no row of the flow');
    const { integrationId } = client;
    const key = api.ctx.vault.openDataKey({
      integrationId,
      sessionId,
      wrapped: row.dataKey,
      kekVersion: row.kekVersion,
    });
    const { consents } = unsealJson<FlowChoices>(key, choicesLabel, row.choices);
    expect(consents).toEqual([
      {
        type: 'biometric',
        version: '2026-11',
        language: 'et',
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
        address: '198.51.100.77',
      },
    ]);
    expect(row.now - Date.parse(consents[0]?.at ?? '') / 1_000).toBeLessThan(60);
  });

  it('cannot be submitted while anything is missing, nor started without consent to the text in force', async () => {
    const { sessionToken } = await create();
    const page = await enterFlow(api, sessionToken);
    const consents = [{ type: 'biometric', version: '2001-01', language: 'et' }];
    const refused = await page.send({ method: 'POST', path: '/start', body: { attempt: 1, consents } });
    expect([refused.status, refused.body.error.code]).toEqual([400, 'request-invalid']);
    expect(
      (await page.send({ method: 'POST', path: '/start', body: { attempt: 1, consents: [] } })).status,
    ).toBe(400);
    expect((await page.submit()).body.error.code).toBe('state-changed');
    expect((await page.document('EE', 'PASSPORT')).body.error.code).toBe('state-changed');
    await page.start();
    await page.document('EE', 'PASSPORT');
    await page.upload('document-front', png);
    expect((await page.submit()).body.error.code).toBe('state-changed');
    await page.upload('face', png);
    expect((await page.submit()).status).toBe(200);
  });

  it('is decided with the address that the flow received, and withheld while the person may still redo it (A-54, A-98)', async () => {
    const { id, sessionToken } = await create({ person: { firstName: 'Resubmit', lastName: 'Maasikas' } });
    const page = await enterFlow(api, sessionToken, '198.51.100.77');
    await complete(page);
    await page.submit();
    await verify(api, id);
    const decision = JSON.parse((await client.decision(id)).bytes.toString()) as {
      technicalData: { ip: string | null };
      verification: { status: string };
    };
    expect([decision.technicalData.ip, decision.verification.status]).toEqual([
      '198.51.100.77',
      'resubmission_requested',
    ]);
    expect((await webhooksOf(id)).filter(({ type }) => type === 'decision')).toMatchObject([
      { state: 'due', held: true },
    ]);

    const asked = await page.state();
    expect(asked.session).toMatchObject({ status: 'resubmission_requested', attempt: 2, attemptsLeft: 8 });
    expect(asked.redo).toEqual({ problems: [], until: expect.stringMatching(/Z$/) as string });
    // Photos are missing, and nothing tells which: all are taken again. The consent was given.
    expect(asked.missing.map((one) => ('context' in one ? one.context : one.kind))).toEqual([
      'start',
      'document-front',
      'document-back',
      'face',
      'submit',
    ]);
    expect(asked.missing[0]).toEqual({ kind: 'start', consents: [] });
    await complete(page, 2);
    const again = await page.submit(2);
    expect([again.status, again.body.session]).toMatchObject([200, { status: 'submitted', attempt: 2 }]);
    expect((await webhooksOf(id)).filter(({ type }) => type === 'decision')).toMatchObject([
      { state: 'withdrawn', held: true },
    ]);
    expect((await webhooksOf(id)).map(({ code }) => code).filter((code) => code === 7001)).toHaveLength(1);
    const listed = (await client.call({ path: `/sessions/${id}/attempts` })).json.verifications;
    expect(listed.map(({ status }) => status)).toEqual(['submitted', 'resubmission_requested']);
  });

  it('keeps the pictures that were fine even if the client has opened the next attempt (A-184)', async () => {
    const { id, sessionToken } = await create();
    const page = await enterFlow(api, sessionToken);
    await complete(page);
    await page.submit();
    const seen = seenPictures();
    const faceless = seen.pictures.map((each) => (each.context === 'face' ? { ...each, faces: [] } : each));
    await verify(api, id, seeing({ ...seen, comparison: null, pictures: faceless }));
    expect((await client.decision(id)).json.verification.reasonCode).toBe(202);
    const collected = {
      providerName: 'Fingerprints Example Ltd',
      network: { ip: { addressV4: '203.0.113.24' } },
      device: { fingerprint: 'b6f0c1de7a29' },
    };
    const path = `/sessions/${id}/collected-data`;
    expect((await client.call({ method: 'POST', path, body: collected })).status).toBe(200);
    const front = await client.upload(id, { context: 'document-front', content: onePixelPng });
    const asked = await page.state();
    expect(asked.session).toMatchObject({ status: 'resubmission_requested', attempt: 2 });
    expect(asked.missing.map((one) => ('context' in one ? one.context : one.kind))).toEqual([
      'start',
      'face',
      'submit',
    ]);
    expect(asked.pictures).toMatchObject([{ id: front.json.image.id, context: 'document-front' }]);
    const started = await page.start(2);
    expect(started.body.pictures.map(({ context }) => context)).toEqual(['document-front', 'document-back']);
    await page.upload('face', pngOfSize(200, 'another face'));
    expect((await page.submit(2)).body.session).toMatchObject({ status: 'submitted', attempt: 2 });
    const { images } = (await client.call({ path: `/sessions/${id}/media` })).json;
    expect(images.map((image) => (image as unknown as { context: string }).context).toSorted()).toEqual([
      'document-back',
      'document-front',
      'face',
    ]);
    expect(images.map((image) => image.id)).toContain(front.json.image.id);
  });

  it('moves on when the API submits, and its page is notified at once', async () => {
    const { id, sessionToken } = await create({ person: { firstName: 'Approve', lastName: 'Maasikas' } });
    const page = await enterFlow(api, sessionToken);
    await page.start();
    const { revision } = await page.state();
    const waiting = page.send({ path: `/state?since=${revision}` });
    await expect
      .poll(async () => (await api.ctx.metrics.flowWaiting.get()).values[0]?.value, { timeout: 60_000 })
      .toBe(1);
    await client.submit(id);
    const moved = await waiting;
    expect([moved.body.session.status, moved.body.missing]).toEqual(['submitted', []]);
    expect(moved.body.revision).toBeGreaterThan(revision);
    const uploaded = await page.send({
      method: 'PUT',
      path: '/document',
      body: { country: 'EE', type: 'PASSPORT' },
    });
    expect([uploaded.status, uploaded.body.error.code]).toEqual([409, 'state-changed']);
    await verify(api, id);
    const ended = await page.state();
    // Whether it was approved is not for the page.
    expect([ended.session.status, ended.ended, JSON.stringify(ended).includes('approved')]).toEqual([
      'ended',
      'complete',
      false,
    ]);
    const later = await enterFlow(api, sessionToken);
    expect(later.entered.ended).toBe('complete');
  });

  it('counts pictures uploaded over the API as taken, and shows them', async () => {
    const { id, sessionToken } = await create();
    const page = await enterFlow(api, sessionToken);
    await page.start();
    await client.upload(id, { context: 'face', content: onePixelPng });
    const state = await page.state();
    expect(state.missing.map((one) => ('context' in one ? one.context : one.kind))).toEqual([
      'document',
      'document-front',
      'submit',
    ]);
    expect(state.pictures).toMatchObject([
      { context: 'face', origin: 'file', verdict: null, accepted: true },
    ]);
  });

  it('accepts typed values where there is no other source, and never changes supplied ones', async () => {
    const settings = { identityVerification: false, watchlistScreening: true } as const;
    const screening = await api.integrate({ settings });
    const made = await screening.call({ method: 'POST', path: '/sessions', body: { verification: {} } });
    const page = await enterFlow(api, made.json.verification.sessionToken);
    await page.send({ method: 'POST', path: '/start', body: { attempt: 1, consents: [] } });
    const put = (body: unknown) => page.send({ method: 'PUT', path: '/fields', body });
    expect((await page.state()).missing).toEqual([
      { kind: 'fields', fields: ['firstName', 'lastName'] },
      { kind: 'submit' },
    ]);
    expect((await put({ idNumber: '1' })).body.error).toMatchObject({
      code: 'request-invalid',
      message: 'idNumber: must be named in missing',
    });
    expect((await put({ firstName: ' ', lastName: 'Maasikas' })).status).toBe(400);
    expect((await put({ firstName: 'Liisa', lastName: 'Maasikas' })).body.missing).toEqual([
      { kind: 'submit' },
    ]);
    expect((await put({ lastName: 'Kask' })).status).toBe(200);
    expect((await page.submit()).body.session.status).toBe('submitted');
  });
});
