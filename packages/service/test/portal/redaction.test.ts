import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { listErasures, replayErasures } from '../../src/usecases/operator/erasures.ts';
import { holdSession } from '../../src/usecases/operator/hold-session.ts';
import { noteSession } from '../../src/usecases/operator/note-session.ts';
import { writeExports } from '../../src/usecases/portal/session/write-exports.ts';
import { reviewFraudReport } from '../../src/usecases/report/review-fraud-report.ts';
import { redactIn } from '../../src/usecases/session/redaction.ts';
import { setWebhookUrl } from '../../src/usecases/webhook/set-webhook-url.ts';
import { eraseSession } from '../../src/workers/erase-session.ts';
import { onePixelPng, type Client } from '../support/api.ts';
import { claimJob, decided, seeing, verify } from '../support/decide.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { retrieveReports } from '../support/feedback.ts';
import { seenPictures } from '../support/findings.ts';
import type { Person } from '../support/portal-browser.ts';
import { newOrganisation, type TestOrganisation } from '../support/portal-organisation.ts';
import { listsOf, screenedSession, screeningOnly } from '../support/screening.ts';

const person = { firstName: 'Kanarina', lastName: 'Zwitscherbach', dateOfBirth: '1990-02-03' };
const personal = /Kanarina|Zwitscherbach|READCANARY|1990-02-03|CNRY4242|canary comment|canary note/i;

interface Frozen {
  status: string;
  code: number;
  vendorData: string | null;
  endUserId: string | null;
  person: object;
  document: object;
}

describeApiOnce('a redacted session', (given) => {
  let own: TestOrganisation;
  let owner: Person;
  beforeAll(async () => {
    own = await newOrganisation(given.api, {
      settings: {
        deletion: true,
        manualReview: true,
        fraudReports: true,
        crosslinks: true,
        riskLabels: true,
      },
    });
    owner = await own.add({ role: 'owner', reveal: true });
    await owner.stepUp();
  });

  const redact = (who: Person, id: string) =>
    who.browser.post(`/sessions/${id}/redact`, { reason: 'Asked for by the customer' });
  const codeOf = async (answer: Promise<{ status: number; json: { error?: { code: string } } }>) => {
    const { status, json } = await answer;
    return status < 300 ? status : json.error?.code;
  };
  const query = (text: string, values: unknown[]) => given.api.ctx.database.query(text, values);

  /** A session with pictures, findings, a note, a report and a decision. */
  async function full(client: Client) {
    const id = await client.createSession({
      person,
      document: { number: 'CNRY4242' },
      vendorData: 'order-17',
      endUserId: '7d9f2a61-6e0d-4b8e-8f57-2a9d3e4c5b61',
    });
    for (const context of ['face', 'document-front'])
      await client.upload(id, { context, content: onePixelPng });
    await client.submit(id);
    await verify(given.api, id, seeing(seenPictures({ lastName: 'READCANARY', number: 'CNRY4242' })));
    const note = { integrationId: client.integrationId, sessionId: id, note: 'canary note', actor: 'cli' };
    await noteSession(given.api.ctx)(note);
    const report = { categories: ['injected_media'], comment: 'canary comment' };
    await owner.browser.post(`/sessions/${id}/fraud-report`, report);
    return id;
  }
  async function erase(id: string) {
    const job = await claimJob(given.api, id, 'erase-session');
    if (!job) throw new Error('nothing erases the files');
    await eraseSession(given.api.ctx)(job, new AbortController().signal);
  }

  it('keeps what shows how it was decided, and nothing of the person (S19)', async () => {
    const id = await full(own.client);
    const path = `/sessions/${id}`;
    const get = (below: string) => own.client.call({ method: 'GET', path: `${path}${below}`, sign: id });
    const frozen = async () =>
      (JSON.parse((await get('/decision')).bytes.toString()) as { verification: Frozen }).verification;
    const before = await frozen();
    expect(personal.test(JSON.stringify(before))).toBe(true);
    const shownBefore = (await owner.browser.get(path)).json;
    expect(shownBefore).toMatchObject({ redacted: null, canRedact: true });
    const [old] = await query('select data_key, sealed from session where id = $1', [id]);

    expect(await codeOf(redact(owner, id))).toBe(204);
    const after = await frozen();
    expect(after).toEqual({
      ...before,
      person: Object.fromEntries(Object.keys(before.person).map((member) => [member, null])),
      document: Object.fromEntries(Object.keys(before.document).map((member) => [member, null])),
      additionalVerifiedData: {},
      riskLabels: [],
    });
    expect([after.vendorData, after.endUserId]).toEqual(['order-17', '7d9f2a61-6e0d-4b8e-8f57-2a9d3e4c5b61']);
    for (const below of ['/person', '/media', '/attempts', '/decision/fullauto'])
      expect([below, personal.test((await get(below)).bytes.toString())]).toEqual([below, false]);
    expect((await get('/media')).json).toMatchObject({ images: [], videos: [] });

    const shown = await owner.browser.get(path);
    expect(shown.status).toBe(200);
    expect(personal.test(shown.bytes.toString())).toBe(false);
    expect(shown.json).toMatchObject({
      status: shownBefore.status,
      redacted: { at: expect.stringMatching(/Z$/), by: 'Test owner' },
      canRedact: false,
      canDelete: true,
      screening: null,
      fraudReport: { categories: ['injected_media'], comment: null },
      attemptList: [{ media: [], decisions: [{ status: before.status, code: before.code }] }],
    });
    expect(shown.json.timeline[0]).toMatchObject({
      action: 'redact-session',
      actor: 'Test owner',
      note: 'Asked for by the customer',
    });
    expect(shown.json.timeline.find(({ action }) => action === 'note')?.note).toBeNull();

    const [row] = await query(
      `select s.data_key <> $2 as "otherKey", s.sealed <> $3 as "otherData",
         (select count(*)::int from attempt where session_id = s.id and num_nonnulls(findings, collected, address) > 0) as attempts,
         (select count(*)::int from session_link where session_id = s.id) as links,
         (select count(*)::int from session_name where session_id = s.id) as names
       from session s where id = $1`,
      [id, old?.['data_key'], old?.['sealed']],
    );
    expect(row).toEqual({ otherKey: true, otherData: true, attempts: 0, links: 0, names: 0 });
    const files = (await query('select blob from media where session_id = $1', [id])).length;
    await erase(id);
    expect(await query('select 1 from media where session_id = $1', [id])).toEqual([]);
    const proofs = await listErasures(given.api.ctx)({
      filter: { integrationId: own.client.integrationId, since: null },
      limit: 10,
    });
    expect(proofs.find(({ sessionId }) => sessionId === id)).toMatchObject({
      scope: 'redaction',
      actor: `portal:${owner.id}`,
      erasedAt: expect.any(String),
      files,
    });
  });

  it('loses its screening, its monitoring and the bodies of its webhooks', async () => {
    const client = await own.integrate({
      settings: { ...screeningOnly({ monitoring: true }), deletion: true },
    });
    const { integrationId } = client;
    const url = 'https://hooks.example.com/watchlist';
    await setWebhookUrl(given.api.ctx)({ integrationId, type: 'watchlist-screening', url, actor: 'test' });
    const lists = listsOf('lists-1', { id: 'x-1', name: 'Kanarina Zwitscherbach', lists: ['SANCTIONS'] });
    const id = await screenedSession(given.api, client, { person, lists });
    expect(await codeOf(redact(owner, id))).toBe('webhooks-waiting');
    await query(`update webhook set state = 'delivered', ended_at = now() where session_id = $1`, [id]);
    expect(await codeOf(redact(owner, id))).toBe(204);
    const rows = ['watchlist_screening', 'watchlist_hit', 'watchlist_monitor'].map(async (table) =>
      query(`select 1 from ${table} where session_id = $1`, [id]),
    );
    expect(await Promise.all(rows)).toEqual([[], [], []]);
    const [webhook] = await query(
      `select state, length(body) as bytes, attempts from webhook where session_id = $1`,
      [id],
    );
    expect(webhook).toEqual({ state: 'delivered', bytes: 0, attempts: 0 });
    const screening = { method: 'GET', path: `/sessions/${id}/watchlist-screening`, sign: id };
    expect((await client.call(screening)).status).toBe(404);
    const shown = await owner.browser.get(`/sessions/${id}`);
    expect([shown.status, shown.json.screening, shown.json.webhooks.length]).toEqual([200, null, 1]);
  });

  it('is redacted once, however often it is requested, and only when nothing works on it (A-274)', async () => {
    const id = await decided(given.api, own.client, 'Approve');
    expect(await codeOf(redact(owner, id))).toBe(204);
    expect(await codeOf(redact(owner, id))).toBe(204);
    const [audit] = await query(
      `select count(*)::int as count from audit where session_id = $1 and action = 'redact-session'`,
      [id],
    );
    expect(audit).toEqual({ count: 1 });

    const open = await own.client.createSession({ person });
    expect(await codeOf(redact(owner, open))).toBe('being-processed');
    const review = await decided(given.api, own.client, 'Review');
    expect(await codeOf(redact(owner, review))).toBe('being-processed');
    const held = await decided(given.api, own.client, 'Approve');
    const hold = { integrationId: own.client.integrationId, sessionId: held, reason: 'Court', actor: 'cli' };
    await holdSession(given.api.ctx)({ ...hold, held: true });
    expect(await codeOf(redact(owner, held))).toBe('on-hold');
    await holdSession(given.api.ctx)({ ...hold, held: false });
    expect(await codeOf(redact(owner, held))).toBe(204);
  });

  it('takes two people at the same time as one', async () => {
    const id = await decided(given.api, own.client, 'Decline');
    const answers = await Promise.all([redact(owner, id), redact(owner, id), redact(owner, id)]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    const jobs = await query(`select 1 from job where session_id = $1`, [id]);
    expect(jobs).toHaveLength(1);
  });

  it('keeps the finding of a review of its report, also where the review waited for the redaction (R4)', async () => {
    const { api } = given;
    const id = await full(own.client);
    const key = { integrationId: own.client.integrationId, sessionId: id };
    const redacted = new AbortController();
    const redacting = api.ctx.database.transaction(async (tx) => {
      await redactIn(tx, api.ctx, { key, actor: 'test' });
      redacted.abort();
      // Nothing is committed while the review begins.
      await setTimeout(500);
    });
    await once(redacted.signal, 'abort');
    const review = { ...key, verdict: 'Disagree' as const, decisionError: 'Wrong', actor: 'cli' };
    const reviewing = reviewFraudReport(api.ctx)(review);
    await redacting;
    expect(await reviewing).toMatchObject({ outcome: 'reviewed' });
    const { status, body } = await retrieveReports(own.client, id);
    expect(status).toBe(200);
    expect(JSON.stringify(body)).toContain('"decisionErrorDescription":"Wrong"');
  });

  it('needs a confirmed sign-in, a reason, and the setting of the operator', async () => {
    const id = await decided(given.api, own.client, 'Approve');
    const admin = await own.add({ role: 'admin' });
    expect(await codeOf(redact(admin, id))).toBe('step-up');
    expect(await codeOf(owner.browser.post(`/sessions/${id}/redact`, { reason: ' ' }))).toBe('invalid');
    const without = await own.integrate({ settings: { deletion: false } });
    const there = await decided(given.api, without, 'Approve');
    expect(await codeOf(redact(owner, there))).toBe('not-allowed');
    expect((await owner.browser.get(`/sessions/${there}`)).json).toMatchObject({ canRedact: false });
    await admin.stepUp();
    expect(await codeOf(redact(admin, id))).toBe(204);
  });

  it('leaves its line in no export that was written before, and an empty person in one after', async () => {
    const id = await full(own.client);
    const before = await exportOf(id);
    expect(await before.text()).toContain('Kanarina');
    expect(await codeOf(redact(owner, id))).toBe(204);
    expect(await before.text()).not.toContain(id);
    const after = await exportOf(id);
    expect(await after.text()).toContain(`"sessionId":"${id}"`);
    expect(personal.test(await after.text())).toBe(false);
  });

  /** Writes an export of the sessions that a text finds. */
  async function exportOf(q: string) {
    const request = { q, format: 'jsonl', personal: true, reason: 'Check' };
    const started = await owner.browser.post('/exports', request);
    await writeExports(given.api.ctx)(new AbortController().signal);
    const file = `/exports/${started.json.id}/file`;
    return { text: async () => (await owner.browser.get(file)).bytes.toString() };
  }

  it('is redacted again after an older backup is restored', async () => {
    const { integrationId } = own.client;
    const id = await full(own.client);
    const open = await own.client.createSession({ person });
    const erasures = [id, open].map((sessionId) => ({
      integrationId,
      sessionId,
      scope: 'redaction' as const,
    }));
    const replay = () => replayErasures(given.api.ctx)({ erasures, actor: 'cli' });
    expect([await replay(), await replay()]).toEqual([2, 0]);
    const path = `/sessions/${id}`;
    const answer = await own.client.call({ method: 'GET', path: `${path}/decision`, sign: id });
    expect([answer.status, personal.test(answer.bytes.toString())]).toEqual([200, false]);
    const gone = await own.client.call({ method: 'GET', path: `/sessions/${open}/decision`, sign: open });
    expect(gone.status).toBe(404);
  });

  it('is deleted like any other', async () => {
    const id = await decided(given.api, own.client, 'Approve');
    await redact(owner, id);
    await erase(id);
    const deleted = await owner.browser.call({ method: 'DELETE', path: `/sessions/${id}` });
    expect(deleted.status).toBe(204);
    await erase(id);
    const [row] = await query('select data_key, sealed from session where id = $1', [id]);
    expect(row).toEqual({ data_key: null, sealed: null });
  });
});
