import { expect, it } from 'vitest';
import { unsealJson } from '../../src/encryption/seal.ts';
import { eraseSession } from '../../src/workers/erase-session.ts';
import { listAlerts } from '../../src/usecases/operator/list-alerts.ts';
import { blockFace, listBlocklist, unblockFace } from '../../src/usecases/session/block-face.ts';
import { reviewFraudReport } from '../../src/usecases/report/review-fraud-report.ts';
import type { IntegrationSettings } from '../../src/settings/integration-settings.ts';
import type { Client, TestApi } from '../support/api.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { reportFraud } from '../support/feedback.ts';
import { claimJob, seeing, verify } from '../support/decide.ts';
import { type Seen, seenPictures } from '../support/findings.ts';

interface Label {
  label: string;
  category: string;
  sessionIds: string[];
}

describeApiOnce('sessions of one integration are compared', (given) => {
  const integrate = (settings: Partial<IntegrationSettings> = {}) =>
    given.api.integrate({ mode: 'live', settings: { crosslinks: true, riskLabels: true, ...settings } });

  /** A session in which the camera sees this. @returns its id, status, reason and labels */
  async function session(client: Client, seen: Seen, verification: Record<string, unknown> = {}) {
    const id = await client.createSession(verification);
    await client.submit(id);
    await verify(given.api, id, seeing(seenPictures(seen)));
    const { status, reasonCode, riskLabels } = (await client.decision(id)).json.verification as unknown as {
      status: string;
      reasonCode: number | null;
      riskLabels: Label[];
    };
    return { id, status, reasonCode, labels: riskLabels };
  }

  const count = async ({ ctx }: TestApi, table: string, id: string) => {
    const [row] = await ctx.database.query<{ count: number }>(
      `select count(*)::int as count from ${table} where session_id = $1`,
      [id],
    );
    return row?.count;
  };

  it('only where the integration is set so', async () => {
    const client = await integrate({ crosslinks: false });
    const first = await session(client, {});
    expect(await count(given.api, 'session_link', first.id)).toBe(0);
    const second = await session(client, { lastName: 'TAVISTOCK' });
    expect(second.labels).toEqual([]);
  });

  it('by document: other names are reported, with the session', async () => {
    const client = await integrate();
    const first = await session(
      client,
      { face: [0, 0] },
      { person: { firstName: 'Liisa', lastName: 'Maasikas' } },
    );
    const second = await session(
      client,
      { face: [9, 9], hash: 'b0b1b2b3b4b5b6b7', lastName: 'TAVISTOCK' },
      { person: { firstName: 'Orlan', lastName: 'Tavistock' } },
    );
    expect(second.labels).toContainEqual({
      label: 'document_integration_level_crosslinked_with_multiple_vendor_sent_names',
      category: 'crosslinks',
      sessionIds: [first.id],
    });
  });

  it('by face: the same person with another birth date, the newest session first', async () => {
    const client = await integrate();
    const seen = { hash: 'c0c1c2c3c4c5c6c7' };
    const first = await session(client, { ...seen, face: [0, 0], number: 'D1' });
    const other = { face: [0.3, 0] as [number, number], birthDate: '1980-01-01' };
    const second = await session(client, { ...other, number: 'D2', hash: 'd0d1d2d3d4d5d6d7' });
    const third = await session(client, {
      face: [0.1, 0],
      number: 'D3',
      birthDate: '1970-01-01',
      hash: 'e0e1e2e3e4e5e6e7',
    });
    const labelled = (labels: Label[]) =>
      labels.find(({ label }) => label === 'session_person_crosslinked_with_multiple_dobs')?.sessionIds;
    expect(labelled(second.labels)).toEqual([first.id]);
    expect(labelled(third.labels)).toEqual([second.id, first.id]);
  });

  it('a session that was approved, reported as fraud and confirmed is known fraud (A-349)', async () => {
    const client = await integrate({ fraudReports: true });
    const { integrationId } = client;
    const first = await session(client, {});
    await reportFraud(client, { sessionId: first.id });
    const fraudOf = ({ labels }: { labels: Label[] }) =>
      labels
        .filter(({ label }) => label.endsWith('fraud'))
        .map(({ label, sessionIds }) => [label, sessionIds]);
    const reported = await session(client, { hash: 'b0b1b2b3b4b5b6b7', number: 'D2' });
    expect(fraudOf(reported)).toEqual([]);
    const review = { verdict: 'Agree', decisionError: null, actor: 'operator' } as const;
    await reviewFraudReport(given.api.ctx)({ integrationId, sessionId: first.id, ...review });
    const again = await session(client, { hash: 'c0c1c2c3c4c5c6c7', number: 'D3' });
    expect(fraudOf(again)).toEqual([['session_crosslinked_with_known_fraud', [first.id]]]);
    expect(again.status).toBe('approved');
  });

  it('never across integrations', async () => {
    const [one, other] = [await integrate(), await integrate()];
    await session(one, {});
    const seen = await session(other, { birthDate: '1980-01-01' });
    expect(seen.labels).toEqual([]);
  });

  it('and repeated use declines where the integration is set so, unless it is the same end-user', async () => {
    const client = await integrate({ duplicates: 'decline' });
    const user = (endUserId: string) => ({ endUserId });
    const [anna, boris] = ['0b9d2c37-55a4-4c1e-9d0e-2f6a8b7c1d23', '7c41d0aa-93be-4f52-8a36-b1e09f5d6c84'];
    await session(client, { number: 'D1' }, user(anna));
    const again = await session(client, { number: 'D1', hash: 'b0b1b2b3b4b5b6b7' }, user(anna));
    expect([again.status, again.reasonCode]).toEqual(['approved', null]);
    const face = await session(client, { number: 'D2', hash: 'c0c1c2c3c4c5c6c7' }, user(boris));
    expect([face.status, face.reasonCode]).toEqual(['declined', 108]);
    const document = await session(
      client,
      { number: 'D1', face: [9, 9], hash: 'd0d1d2d3d4d5d6d7' },
      user(boris),
    );
    expect([document.status, document.reasonCode]).toEqual(['declined', 110]);
  });

  it('and an end-user is the same in letters of either case', async () => {
    const client = await integrate({ duplicates: 'decline' });
    await session(client, {}, { endUserId: '0b9d2c37-55a4-4c1e-9d0e-2f6a8b7c1d23' });
    const again = await session(
      client,
      { hash: 'b0b1b2b3b4b5b6b7' },
      { endUserId: '0B9D2C37-55A4-4C1E-9D0E-2F6A8B7C1D23' },
    );
    expect([again.status, again.reasonCode]).toEqual(['approved', null]);
  });

  it('and the very same picture of a person leads to a request for a new one', async () => {
    const client = await integrate();
    await session(client, {});
    const second = await session(client, { face: [9, 9], number: 'D9' });
    expect([second.status, second.reasonCode]).toEqual(['resubmission_requested', 202]);
  });

  it('keep no face in the findings, and nothing at all after an erasure', async () => {
    const client = await integrate({ deletion: true });
    const first = await session(client, {});
    expect(await count(given.api, 'session_link', first.id)).toBe(1);
    const { database, blobs, vault } = given.api.ctx;
    const [kept] = await database.query<{ findings: Uint8Array; wrapped: Uint8Array; kekVersion: number }>(
      `select a.findings, s.data_key as wrapped, s.kek_version as "kekVersion"
       from attempt a join session s on s.id = a.session_id where s.id = $1`,
      [first.id],
    );
    if (!kept) throw new Error('no attempt');
    const dataKey = vault.openDataKey({
      integrationId: client.integrationId,
      sessionId: first.id,
      wrapped: kept.wrapped,
      kekVersion: kept.kekVersion,
    });
    expect(unsealJson(dataKey, 'findings', kept.findings)).toMatchObject({
      faceTraces: null,
      comparison: { score: 99.9 },
      links: { sessions: [], blocklisted: false, attempts: null },
    });
    expect((await client.call({ method: 'DELETE', path: `/sessions/${first.id}` })).status).toBe(200);
    const job = await claimJob(given.api, first.id, 'erase-session');
    if (!job) throw new Error('a deletion has a job that erases');
    await eraseSession({ database, blobs })(job, new AbortController().signal);
    expect(await count(given.api, 'session_link', first.id)).toBe(0);
    const second = await session(client, { birthDate: '1980-01-01' });
    expect(second.labels).toEqual([]);
  });

  it('a blocked face is declined with 127 until it is taken off the list', async () => {
    const client = await integrate({ crosslinks: false, blocklist: true });
    const { integrationId } = client;
    const first = await session(client, {});
    const blocked = await blockFace(given.api.ctx)({
      integrationId,
      sessionId: first.id,
      reason: 'sold accounts',
      actor: 'anna',
    });
    if (blocked.outcome !== 'blocked') throw new Error(blocked.outcome);
    expect(await listBlocklist(given.api.ctx)({ integrationId })).toMatchObject([
      { id: blocked.id, reason: 'sold accounts', actor: 'anna', model: 'test-face@1' },
    ]);
    const second = await session(client, { face: [0.3, 0.2], number: 'D2' });
    expect([second.status, second.reasonCode]).toEqual(['declined', 127]);
    const stranger = await session(client, { face: [2, 2], number: 'D3' });
    expect(stranger.status).toBe('approved');
    const remove = { integrationId, id: blocked.id, actor: 'anna' };
    expect(await unblockFace(given.api.ctx)(remove)).toEqual({ outcome: 'unblocked' });
    expect(await unblockFace(given.api.ctx)(remove)).toEqual({ outcome: 'unknown-entry' });
    const third = await session(client, { face: [0.3, 0.2], number: 'D2' });
    expect(third.status).toBe('approved');
  });

  it('blocked faces that another model described are not compared, which the operator is alerted to', async () => {
    const client = await integrate({ crosslinks: false, blocklist: true });
    const { integrationId } = client;
    const first = await session(client, {});
    const reason = { reason: 'sold accounts', actor: 'anna' };
    await blockFace(given.api.ctx)({ integrationId, sessionId: first.id, ...reason });
    await given.api.ctx.database.query(
      `update blocked_face set model = 'older-face@3' where integration_id = $1`,
      [integrationId],
    );
    const again = () => session(client, { face: [0.3, 0.2] });
    expect([(await again()).status, (await again()).status]).toEqual(['approved', 'approved']);
    expect(await listAlerts(given.api.ctx)({ integrationId, all: true })).toMatchObject([
      {
        kind: 'blocklist_unusable',
        cause:
          'blocked faces of older-face@3 are not compared with sessions of test-face@1: remove them, and block newer sessions',
        sessionId: null,
        resolvedAt: null,
      },
    ]);
  });

  it('a session of which no face is kept cannot be blocked', async () => {
    const client = await integrate({ crosslinks: false });
    const first = await session(client, {});
    const input = { integrationId: client.integrationId, sessionId: first.id, reason: 'x', actor: 'anna' };
    expect(await blockFace(given.api.ctx)(input)).toEqual({ outcome: 'no-face' });
  });
});
