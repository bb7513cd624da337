import { afterAll, beforeAll, expect, it } from 'vitest';
import { unseal } from '../../src/encryption/seal.ts';
import { webhookLabel } from '../../src/storage/webhook/webhooks.ts';
import { reviewSession } from '../../src/usecases/operator/review-session.ts';
import { setWebhookUrl } from '../../src/usecases/webhook/set-webhook-url.ts';
import { type Client, onePixelPng } from '../support/api.ts';
import { seeing, verify } from '../support/decide.ts';
import { endDue } from '../support/end-due.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { type Seen, seenPictures } from '../support/findings.ts';
import { createTestRegistryClients, type TestDesk } from '../support/mexican-queries.ts';
import { runCheck } from '../support/registry-jobs.ts';

interface Label {
  label: string;
  category: string;
  sessionIds: string[];
}

/** Members that the tests look at. */
interface Decision {
  attemptId: string;
  status: string;
  reason: string | null;
  reasonCode: number | null;
  person: { firstName: string | null; dateOfBirth: string | null };
  registryValidations: { BR_CPF?: { status: string } };
  riskLabels: Label[];
  riskScore: { score: number } | null;
}

describeApiOnce('a decision without a second inspection of the pictures', (given) => {
  let desk: TestDesk;
  beforeAll(async () => {
    desk = await createTestRegistryClients();
  });
  afterAll(() => desk.close());

  const decisionOf = async (client: Client, id: string) =>
    (await client.decision(id)).json.verification as unknown as Decision;

  /** A session that the identity checks approve or, where the faces are doubtful, leave to a person. */
  async function session(client: Client, seen: Seen, { faceScore = 99.9, verification = {} } = {}) {
    const id = await client.createSession(verification);
    await client.submit(id);
    const pictures = seenPictures(seen);
    const comparison = pictures.comparison && { ...pictures.comparison, score: faceScore };
    await verify(given.api, id, seeing({ ...pictures, comparison }));
    return id;
  }

  it('repeats reading, labels, score and the registry where a window ends in a decline', async () => {
    const client = await given.api.integrate({
      settings: { registry: 'BR_CPF', crosslinks: true, riskLabels: true, riskScore: true },
    });
    const { integrationId } = client;
    const url = 'https://hooks.example.com/decision';
    await setWebhookUrl(given.api.ctx)({ integrationId, type: 'decision', url, actor: 'test' });
    const other = {
      number: 'D1',
      birthDate: '1980-01-01',
      hash: 'b0b1b2b3b4b5b6b7',
      portrait: [3, 3],
    } satisfies Seen;
    const first = await client.createSession({ person: { idNumber: '12345678900' } });
    await client.upload(first, { context: 'face', content: onePixelPng });
    await client.submit(first);
    const brazil = { registry: 'br', registryClients: desk.registryClients } as const;
    await runCheck(given.api, first, { ...brazil, findings: seenPictures(other) });
    // The registry cannot use this person's selfie.
    const id = await client.createSession({ person: { idNumber: '11142204111' } });
    await client.upload(id, { context: 'face', content: onePixelPng });
    await client.submit(id);
    await runCheck(given.api, id, { ...brazil, findings: seenPictures() });
    const asked = await decisionOf(client, id);
    const label = {
      label: 'session_person_crosslinked_with_multiple_dobs',
      category: 'crosslinks',
      sessionIds: [first],
    };
    expect(asked).toMatchObject({
      status: 'resubmission_requested',
      reasonCode: 202,
      person: { firstName: 'LIISA', dateOfBirth: '1991-03-14' },
      registryValidations: { BR_CPF: { status: 'failure' } },
      riskScore: { score: 0 },
      riskLabels: [label],
    });
    // The next attempt is open when the window ends.
    await client.upload(id, { context: 'face', content: onePixelPng });
    await given.clock.advance({ seconds: 301 });
    await endDue(given.api, client);
    const answer = await client.decision(id);
    expect(answer.json.verification).toEqual({
      ...asked,
      status: 'declined',
      code: 9102,
      decisionTime: expect.stringMatching(/Z$/) as string,
    });
    const [webhook] = await webhooksOf(client, id);
    expect(webhook).toEqual(answer.bytes.toString());
  });

  /** Bodies of a session's decision webhooks, the newest first. */
  async function webhooksOf({ integrationId }: Client, sessionId: string): Promise<string[]> {
    const { database, vault } = given.api.ctx;
    const rows = await database.query<{
      id: string;
      body: Uint8Array;
      wrapped: Uint8Array;
      kekVersion: number;
    }>(
      `select w.id, w.body, s.data_key as wrapped, s.kek_version as "kekVersion" from webhook w
       join session s on s.id = w.session_id where w.session_id = $1 order by w.ordinal desc`,
      [sessionId],
    );
    return rows.map(({ id, body, ...key }) =>
      unseal(vault.openDataKey({ integrationId, sessionId, ...key }), webhookLabel(id), body).toString(),
    );
  }

  it('has the insights of the first decision, although the document expires before the second (A-341)', async () => {
    const client = await given.api.integrate({ settings: { fullAuto: true } });
    const { integrationId } = client;
    const id = await session(client, {}, { faceScore: 60 });
    const decided = async () => {
      const path = `/sessions/${id}/decision/fullauto?version=1.0.0`;
      return (await client.call({ path })).json.verification as unknown as {
        decision: string;
        insights: { label: string; result: string }[];
      };
    };
    const before = await decided();
    expect(before.decision).toBe('review');
    expect(before.insights).toContainEqual({
      label: 'documentNotExpired',
      result: 'yes',
      category: 'document',
    });
    // The licence is valid until 2032.
    await given.clock.advance({ days: 8 * 365 });
    const verdict = { verdict: 'approve', code: null, actor: 'person:anna' } as const;
    await reviewSession(given.api.ctx)({ integrationId, sessionId: id, ...verdict });
    expect(await decided()).toEqual({ ...before, decision: 'approved' });
  });

  it.each([
    [0, 'approved', null],
    [-1, 'resubmission_requested', 207],
  ])(
    'is about the day of the submission, %d days before the last of the licence (A-439)',
    async (left, status, code) => {
      const client = await given.api.integrate();
      const id = await client.createSession();
      await client.submit(id);
      const [row] = await given.api.ctx.database.query<{ day: string }>(
        `select to_char((submitted_at + interval '${left} days') at time zone 'utc', 'YYYY-MM-DD') as day from attempt where session_id = $1`,
        [id],
      );
      const pictures = seenPictures();
      const { barcode } = pictures;
      const day = { value: row!.day, text: row!.day, confidence: 1, box: null };
      // The worker comes to it on the day after the next.
      await given.clock.advance({ days: 2 });
      const fields = { ...barcode?.fields, expiryDate: day };
      await verify(given.api, id, seeing({ ...pictures, barcode: barcode && { ...barcode, fields } }));
      expect(await decisionOf(client, id)).toMatchObject({ status, reasonCode: code });
    },
  );

  it('shows no score of pictures where there is no resubmission (A-348)', async () => {
    const client = await given.api.integrate({
      mode: 'live',
      settings: { riskScore: true, crosslinks: true, riskLabels: true },
    });
    await session(client, {});
    const id = await session(client, { face: [9, 9], number: 'D9' });
    expect(await decisionOf(client, id)).toMatchObject({
      status: 'resubmission_requested',
      reasonCode: 202,
      riskScore: { score: 0.5 },
    });
    await given.clock.advance({ seconds: 301 });
    await endDue(given.api, client);
    expect(await decisionOf(client, id)).toMatchObject({
      status: 'abandoned',
      reasonCode: null,
      riskScore: null,
      riskLabels: [],
    });
  });

  it('names no session that was deleted since (A-347)', async () => {
    const client = await given.api.integrate({
      mode: 'live',
      settings: { manualReview: true, deletion: true, crosslinks: true, riskLabels: true },
    });
    const { integrationId } = client;
    const orlan = { person: { firstName: 'Orlan', lastName: 'Tavistock' } };
    const stays = await session(client, { face: [5, 5], hash: 'c0c1c2c3c4c5c6c7' }, { verification: orlan });
    const goes = await session(client, { hash: 'a0a1a2a3a4a5a6a7' }, { verification: orlan });
    const seen = { face: [9, 9], hash: 'b0b1b2b3b4b5b6b7' } satisfies Seen;
    const liisa = { person: { firstName: 'Liisa', lastName: 'Maasikas' } };
    const id = await session(client, seen, { faceScore: 60, verification: liisa });
    const named = ({ riskLabels }: Decision) =>
      riskLabels.find(({ label }) => label.endsWith('with_multiple_vendor_sent_names'))?.sessionIds;
    const before = await decisionOf(client, id);
    expect([before.status, named(before)]).toEqual(['review', [goes, stays]]);
    expect((await client.call({ method: 'DELETE', path: `/sessions/${goes}` })).status).toBe(200);
    const verdict = { verdict: 'approve', code: null, actor: 'person:anna' } as const;
    await reviewSession(given.api.ctx)({ integrationId, sessionId: id, ...verdict });
    const after = await decisionOf(client, id);
    expect([after.status, named(after)]).toEqual(['approved', [stays]]);
  });

  it('labels a session by what became of those it is linked to (A-347)', async () => {
    const client = await given.api.integrate({
      mode: 'live',
      settings: { manualReview: true, crosslinks: true, riskLabels: true },
    });
    const { integrationId } = client;
    const review = reviewSession(given.api.ctx);
    const first = await session(client, {}, { faceScore: 60 });
    const second = await session(client, { hash: 'b0b1b2b3b4b5b6b7' }, { faceScore: 60 });
    const labels = async () =>
      (await decisionOf(client, second)).riskLabels.filter(({ category }) => category === 'crosslinks');
    expect(await labels()).toEqual([]);
    const by = { integrationId, actor: 'person:anna' };
    await review({ ...by, sessionId: first, verdict: 'decline', code: 106 });
    await review({ ...by, sessionId: second, verdict: 'approve', code: null });
    expect(await labels()).toEqual([
      { label: 'document_crosslinked_with_fraud', category: 'crosslinks', sessionIds: [first] },
      {
        label: 'document_integration_level_crosslinked_with_fraud',
        category: 'crosslinks',
        sessionIds: [first],
      },
      { label: 'session_crosslinked_with_known_fraud', category: 'crosslinks', sessionIds: [first] },
    ]);
  });
});
