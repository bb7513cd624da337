import { expect, it } from 'vitest';
import { reviewSession } from '../../src/usecases/operator/review-session.ts';
import { openStoredFindings } from '../../src/usecases/session/stored-findings.ts';
import type { Client } from '../support/api.ts';
import { seeing, verify } from '../support/decide.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { endDue } from '../support/end-due.ts';
import { type Seen, seenPictures } from '../support/findings.ts';

describeApiOnce('attempts of one session (A-364)', (given) => {
  const orlan: Seen = { face: [9, 9], number: 'D9', lastName: 'TAVISTOCK', birthDate: '1975-02-11' };
  const label = {
    label: 'session_attempts_of_different_people',
    category: 'session',
    sessionIds: [],
  };

  const integrate = (mode: 'test' | 'live' = 'live') =>
    given.api.integrate({
      mode,
      settings: { manualReview: mode === 'test', granularReasonCodes: true, riskLabels: true },
    });

  /** One attempt; below 85 the faces are doubtful, and a weak comparison asks for another selfie whoever decides. */
  async function attempt(client: Client, id: string, seen: Seen, { isWeak = false } = {}) {
    await client.submit(id);
    const pictures = seenPictures(seen);
    const comparison = pictures.comparison && { ...pictures.comparison, weak: isWeak };
    await verify(given.api, id, seeing({ ...pictures, comparison }));
    return (await client.decision(id)).json.verification as unknown as {
      status: string;
      reasonCode: number | null;
      riskLabels: unknown[];
    };
  }

  const weakly = { isWeak: true };

  /** A session of two attempts, of which the first asks for another selfie. */
  async function session(client: Client, first: Seen, second: Seen) {
    const id = await client.createSession();
    expect(await attempt(client, id, first, weakly)).toMatchObject({ reasonCode: 606, riskLabels: [] });
    return { id, ...(await attempt(client, id, second)) };
  }

  /** Whether faces are kept, by attempt. */
  async function facesOf({ integrationId }: Client, sessionId: string): Promise<boolean[]> {
    const { database, vault } = given.api.ctx;
    const rows = await database.query<{
      id: string;
      findings: Uint8Array;
      wrapped: Uint8Array;
      kekVersion: number;
    }>(
      `select a.id, a.findings, s.data_key as wrapped, s.kek_version as "kekVersion"
       from attempt a join session s on s.id = a.session_id where s.id = $1 and a.findings is not null order by a.ordinal`,
      [sessionId],
    );
    return rows.map(({ id, findings, ...key }) => {
      const dataKey = vault.openDataKey({ integrationId, sessionId, ...key });
      return openStoredFindings(dataKey, id, findings)?.faceTraces !== null;
    });
  }

  it('by another person with his own document are declined, and labelled', async () => {
    const client = await integrate();
    const { id, ...decision } = await session(client, {}, orlan);
    expect(decision).toMatchObject({ status: 'declined', reasonCode: 502, riskLabels: [label] });
    expect(await facesOf(client, id)).toEqual([false, false]);
  });

  it('by another person are left to a reviewer, whose decision has the label', async () => {
    const client = await integrate('test');
    const { integrationId } = client;
    const { id, ...decision } = await session(client, {}, orlan);
    expect(decision).toMatchObject({ status: 'review', reasonCode: null, riskLabels: [label] });
    expect(await facesOf(client, id)).toEqual([true, true]);
    const verdict = { verdict: 'approve', code: null, actor: 'person:anna' } as const;
    await reviewSession(given.api.ctx)({ integrationId, sessionId: id, ...verdict });
    const reviewed = (await client.decision(id)).json.verification;
    expect(reviewed).toMatchObject({ status: 'approved', riskLabels: [label] });
    expect(await facesOf(client, id)).toEqual([false, false]);
  });

  it('by one person with another document are approved, and no face is left', async () => {
    const client = await integrate();
    const { id, ...decision } = await session(client, { number: 'D1' }, { number: 'D2', face: [0.3, 0] });
    expect(decision).toMatchObject({ status: 'approved', reasonCode: null, riskLabels: [] });
    expect(await facesOf(client, id)).toEqual([false, false]);
  });

  it('by a doubtful face with another document lead to a request for one more selfie (A-386)', async () => {
    const client = await integrate();
    const doubtful: Seen = { ...orlan, face: [0.55, 0] };
    const { id, ...second } = await session(client, {}, doubtful);
    expect(second).toMatchObject({ status: 'resubmission_requested', reasonCode: 606, riskLabels: [label] });
    expect(await attempt(client, id, doubtful)).toMatchObject({ status: 'approved', riskLabels: [label] });
  });

  it('keep faces while another attempt may follow, and none when its window is over (A-365)', async () => {
    const client = await integrate();
    const id = await client.createSession();
    await attempt(client, id, {}, weakly);
    expect(await facesOf(client, id)).toEqual([true]);
    await given.clock.advance({ seconds: 301 });
    await endDue(given.api, client);
    expect((await client.decision(id)).json.verification).toMatchObject({ status: 'abandoned' });
    expect(await facesOf(client, id)).toEqual([false]);
  });

  it('of other sessions are not compared', async () => {
    const client = await integrate();
    const first = await client.createSession();
    await attempt(client, first, {}, weakly);
    const second = await client.createSession();
    expect(await attempt(client, second, orlan)).toMatchObject({ status: 'approved', riskLabels: [] });
  });
});
