import { expect, it } from 'vitest';
import type { GivenSettings } from '../../service/src/settings/integration-settings.ts';
import { restoreMissingScreenings } from '../../service/src/storage/watchlist/watchlist.ts';
import { setWebhookUrl } from '../../service/src/usecases/webhook/set-webhook-url.ts';
import { clockOf } from '../../service/test/support/clock.ts';
import type { TestIntegration, TestService } from '../src/index.ts';
import { describeService } from './support/each-engine.ts';

interface Result {
  reviewStatus: string;
  hasUnacknowledgedChanges: boolean;
  hits: { matchedName: string }[];
}

/** No lists are loaded: personas answer, everybody else waits. */
const withoutLists = { screening: { screener: () => null } };

function screenings(running: () => TestService): void {
  const clock = clockOf(() => running().ctx.database);
  const query = <T extends Record<string, unknown>>(text: string, values: unknown[]) =>
    running().ctx.database.query<T>(text, values);

  async function integrated(watchlist: GivenSettings['watchlist'] = {}): Promise<TestIntegration> {
    const integration = await running().integrate({
      settings: { identityVerification: false, watchlistScreening: true, deletion: true, watchlist },
    });
    const { integrationId } = integration;
    const url = `${running().receiver.url}/watchlist-screening`;
    await setWebhookUrl(running().ctx)({ integrationId, type: 'watchlist-screening', url, actor: 'test' });
    return integration;
  }

  async function submitted({ client }: TestIntegration, lastName: string): Promise<string> {
    const sessionId = await client.createSession({ person: { firstName: 'Nils', lastName } });
    await client.submit(sessionId);
    return sessionId;
  }

  const result = ({ client }: TestIntegration, sessionId: string) =>
    client.call<{ data: Result | null }>({
      method: 'GET',
      path: `/sessions/${sessionId}/watchlist-screening`,
      sign: sessionId,
    });

  async function until(look: () => Promise<boolean>): Promise<void> {
    await expect.poll(look).toBe(true);
  }

  /** Bodies of the session's watchlist webhooks, each once, in the order of their arrival. */
  async function told(sessionId: string, count: number): Promise<Result[]> {
    const bodies = () =>
      new Map(
        running()
          .receiver.received.filter(
            ({ path, body }) => path === '/watchlist-screening' && body.includes(sessionId),
          )
          .map(({ id, body }) => [id, JSON.parse(body.toString()) as Result]),
      );
    await until(() => Promise.resolve(bodies().size >= count));
    return [...bodies().values()];
  }

  it('decision, result and webhook come by themselves', async () => {
    const integration = await integrated();
    const sessionId = await submitted(integration, 'Testsanction');
    const decision = await integration.client.waitForDecision(sessionId);
    expect(decision.body.verification).toMatchObject({ status: 'approved', code: 9001 });
    const [webhook] = await told(sessionId, 1);
    const { status, body, verified } = await result(integration, sessionId);
    expect([status, verified, body.data]).toEqual([200, true, webhook]);
    expect(webhook).toMatchObject({
      reviewStatus: 'potential_match',
      hits: [{ matchedName: 'Nils Testsanction' }],
    });
  });

  it('a last name ending in Slow delays decision and screening by 30 s (A-102)', async () => {
    const integration = await integrated();
    const sessionId = await submitted(integration, 'Testclean Slow');
    await until(async () => {
      const [job] = await query<{ putOff: boolean }>(
        `select leased_until is null and due_at > now() + interval '20 seconds' as "putOff" from job where session_id = $1`,
        [sessionId],
      );
      return job?.putOff === true;
    });
    expect((await result(integration, sessionId)).status).toBe(202);
    await clock.advance({ seconds: 30 });
    running().ctx.wake.notify('job');
    await integration.client.waitForDecision(sessionId);
    expect(await query(`select status from watchlist_screening where session_id = $1`, [sessionId])).toEqual([
      { status: 'in_progress' },
    ]);
  });

  it('the monitored persona changes 60 s later (A-103)', async () => {
    const integration = await integrated({ monitoring: true });
    const sessionId = await submitted(integration, 'Testmonitor');
    await told(sessionId, 1);
    await clock.advance({ seconds: 50 });
    running().ctx.wake.notify('job');
    expect((await result(integration, sessionId)).body.data?.reviewStatus).toBe('no_match');
    await clock.advance({ seconds: 11 });
    running().ctx.wake.notify('job');
    const [first, second] = await told(sessionId, 2);
    expect([first?.reviewStatus, second?.reviewStatus, second?.hasUnacknowledgedChanges]).toEqual([
      'no_match',
      'potential_match',
      true,
    ]);
  });

  it('is done although its job was lost', async () => {
    const integration = await integrated();
    const sessionId = await submitted(integration, 'Ordinary');
    await integration.client.waitForDecision(sessionId);
    const jobs = () =>
      query(`select 1 from job where session_id = $1 and kind = 'screen-session'`, [sessionId]);
    await query(`delete from job where session_id = $1`, [sessionId]);
    expect(await jobs()).toEqual([]);
    await restoreMissingScreenings(running().ctx.database);
    expect(await jobs()).toEqual([]);
    await clock.advance({ seconds: 61 });
    await restoreMissingScreenings(running().ctx.database);
    expect((await jobs()).length).toBe(1);
    expect((await result(integration, sessionId)).status).toBe(202);
  });

  it('leaves nothing behind when the session is erased, and no name in clear before (I9)', async () => {
    const integration = await integrated({ monitoring: true });
    const { client } = integration;
    const sessionId = await submitted(integration, 'Testmany');
    await told(sessionId, 1);
    const { body } = await client.call<{ data: { hits: { id: string }[] } }>({
      method: 'GET',
      path: `/sessions/${sessionId}/watchlist-screening`,
      sign: sessionId,
    });
    const hit = { id: body.data.hits[0]?.id, matchStatus: 'true_match' };
    const path = `/sessions/${sessionId}/watchlist-screening`;
    expect((await client.call({ method: 'PATCH', path, body: { hit } })).status).toBe(200);
    const tables = ['screening', 'hit', 'review', 'change', 'monitor', 'search'].map(
      (name) => `watchlist_${name}`,
    );
    const counts = async () => {
      const rows = await Promise.all(
        tables.map((table) => query(`select * from "${table}" where session_id = $1`, [sessionId])),
      );
      const cells = rows.flat().flatMap((row) => Object.values(row));
      const text = cells
        .map((cell) =>
          cell instanceof Uint8Array ? Buffer.from(cell).toString('latin1') : JSON.stringify(cell),
        )
        .join('\n');
      expect(text).not.toMatch(/["' ]Nils["' ]|Testmany|invented/i);
      return rows.map((table) => table.length);
    };
    expect(await counts()).toEqual([1, 40, 1, 0, 1, 1]);
    await client.call({ method: 'DELETE', path: `/sessions/${sessionId}`, sign: sessionId });
    await until(async () => {
      const [row] = await query<{ erased: boolean }>(
        'select erased_at is not null as erased from session where id = $1',
        [sessionId],
      );
      return row?.erased === true;
    });
    expect(await counts()).toEqual([0, 0, 0, 0, 0, 0]);
  });
}

describeService('the screening of a submitted session', screenings, withoutLists);
