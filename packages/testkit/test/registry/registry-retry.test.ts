import { type FaultRule, startSimulator } from '@countersign/registry-simulator';
import { afterAll, afterEach, expect, it } from 'vitest';
import type { Database } from '../../../service/src/storage/engine/database.ts';
import { reportOverdueAttempts } from '../../../service/src/storage/job/jobs.ts';
import { configureIntegration } from '../../../service/src/usecases/integration/configure-integration.ts';
import { showSession } from '../../../service/src/usecases/operator/show-session.ts';
import { clockOf } from '../../../service/test/support/clock.ts';
import { describeService } from '../support/each-engine.ts';
import { brazilian, colombian, mexican, submitted } from '../support/registry-sessions.ts';

const simulator = await startSimulator();
afterAll(() => simulator.close());
afterEach(() => simulator.control.reset());

/** Answered 500, which no connector repeats at once. */
const fails = (route: string, calls: { to?: number } = {}): FaultRule => ({
  id: `${route} fails`,
  route,
  calls,
  fault: 'http.status',
  params: { status: 500 },
});

interface Waits {
  status: string;
  starts: number;
  deferrals: number;
  /** Of job and check. */
  dueInSeconds: number;
  nextTryInSeconds: number;
}

/** How a session and the check that was put off stand; `null` when there is no job. */
async function waitingOf(database: Database, sessionId: string): Promise<Waits | null> {
  const [row] = await database.query<Waits & Record<string, unknown>>(
    `select s.status, c.starts, c.deferrals, round(extract(epoch from j.due_at - now()))::int as "dueInSeconds",
       round(extract(epoch from c.next_try_at - now()))::int as "nextTryInSeconds"
     from session s join registry_check c on c.session_id = s.id join job j on j.session_id = s.id where s.id = $1`,
    [sessionId],
  );
  return row ?? null;
}

async function putOff(database: Database, sessionId: string, times: number): Promise<void> {
  const deferrals = async () => (await waitingOf(database, sessionId))?.deferrals;
  await expect.poll(deferrals).toBe(times);
}

const unavailable901 = { status: 'declined', reasonCode: 901 };

describeService(
  'a registry check without an answer, where the integration has it tried again',
  (running) => {
    const retrying = (registry: 'BR_CPF' | 'MX_INE' | 'CO', registryRetries = true) =>
      running().integrate({
        settings: { identityVerification: false, registry, registryRetries, deletion: true },
      });
    const database = () => running().ctx.database;
    const clock = clockOf(database);
    const waitIsOver = () => clock.advance({ minutes: 20 });
    /** As when its worker has died: nobody renewed the lease of 30 s, and somebody else takes the job. */
    const leaseRunsOut = () => clock.advance({ seconds: 31 });

    it('waits 20 minutes as a submitted session, and is decided by the answer it gets then', async () => {
      const { client } = await retrying('CO');
      await simulator.control.setFaults([fails('co.ani', { to: 1 })]);
      const sessionId = await submitted(client, colombian('9000000001'), { selfie: false });
      await putOff(database(), sessionId, 1);
      const waiting = await waitingOf(database(), sessionId);
      expect(waiting).toMatchObject({ status: 'submitted', starts: 0, deferrals: 1 });
      for (const seconds of [waiting?.dueInSeconds, waiting?.nextTryInSeconds]) {
        expect(seconds).toBeGreaterThan(1_150);
        expect(seconds).toBeLessThanOrEqual(1_200);
      }
      expect((await client.decision(sessionId)).body.verification).toBe(null);
      expect(simulator.control.count('co.ani')).toBe(1);

      await waitIsOver();
      const { body } = await client.waitForDecision(sessionId);
      expect(body.verification).toMatchObject({ status: 'approved', reasonCode: null });
      expect(simulator.control.count('co.ani')).toBe(2);
      const kept = async (table: string, where = '') =>
        (await database().query(`select 1 from ${table} where session_id = $1 ${where}`, [sessionId])).length;
      expect(await kept('decision')).toBe(1);
      expect(await kept('webhook', `and type = 'decision'`)).toBe(1);
      expect(await kept('job')).toBe(0);
    });

    it('gets its final verdict from the table when the third try has no answer either', async () => {
      const { client } = await retrying('MX_INE');
      await simulator.control.setFaults([fails('mx.ine')]);
      const sessionId = await submitted(client, mexican('999900001'));
      for (const times of [1, 2]) {
        await putOff(database(), sessionId, times);
        expect(simulator.control.count('mx.ine')).toBe(times);
        await waitIsOver();
      }
      const { body } = await client.waitForDecision(sessionId);
      expect(body.verification).toMatchObject({
        ...unavailable901,
        registryValidations: { MX_INE: { status: 'error', error: { message: 'REGISTRY_UNAVAILABLE' } } },
      });
      expect(simulator.control.count('mx.ine')).toBe(3);
    });

    it('is decided at once where the integration does not have it tried again', async () => {
      const { client } = await retrying('MX_INE', false);
      await simulator.control.setFaults([fails('mx.ine')]);
      const { body } = await client.waitForDecision(await submitted(client, mexican('999900001')));
      expect(body.verification).toMatchObject(unavailable901);
      expect(simulator.control.count('mx.ine')).toBe(1);
    });

    it('is not postponed by an answer that cannot be used, or by "not found"', async () => {
      const { client } = await retrying('MX_INE');
      await simulator.control.setFaults([{ id: 'unreadable', route: 'mx.ine', fault: 'body.html' }]);
      const unusable = await client.waitForDecision(await submitted(client, mexican('999900001')));
      expect(unusable.body.verification).toMatchObject(unavailable901);
      await simulator.control.setFaults([]);
      const nobody = await client.waitForDecision(await submitted(client, mexican('999900002')));
      expect(nobody.body.verification).toMatchObject({ status: 'declined', reasonCode: 902 });
      expect(simulator.control.count('mx.ine')).toBe(2);
    });

    it.each([
      ['MX_INE', 'mx.ine', mexican('999900001')],
      ['BR_CPF', 'br.validate', brazilian('90000000175')],
    ] as const)(
      'is not postponed where %s may have compared faces unnoticed',
      async (registry, route, verification) => {
        const { client } = await retrying(registry);
        await simulator.control.setFaults([{ id: 'silent', route, fault: 'net.reset_before_headers' }]);
        const { body } = await client.waitForDecision(await submitted(client, verification));
        expect(body.verification).toMatchObject(unavailable901);
        expect(simulator.control.count(route)).toBe(1);
      },
    );

    it('is postponed after the same failure where the registry only looks a person up', async () => {
      const { client } = await retrying('CO');
      await simulator.control.setFaults([
        { id: 'silent', route: 'co.ani', fault: 'net.reset_before_headers', calls: { to: 3 } },
      ]);
      const sessionId = await submitted(client, colombian('9000000001'), { selfie: false });
      await putOff(database(), sessionId, 1);
      // Once, and twice more at once, which the connector does for a question that only reads.
      expect(simulator.control.count('co.ani')).toBe(3);
      await waitIsOver();
      const { body } = await client.waitForDecision(sessionId);
      expect(body.verification).toMatchObject({ status: 'approved' });
    });

    it('is not postponed when a worker died over a comparison of faces: that was its one repetition', async () => {
      const { client } = await retrying('MX_INE');
      await simulator.control.setFaults([
        { id: 'hangs', route: 'mx.ine', fault: 'net.hang', calls: { to: 1 } },
        fails('mx.ine'),
      ]);
      const sessionId = await submitted(client, mexican('999900001'));
      await expect.poll(() => simulator.control.count('mx.ine')).toBe(1);
      await leaseRunsOut();
      const { body } = await client.waitForDecision(sessionId);
      expect(body.verification).toMatchObject(unavailable901);
      expect(simulator.control.count('mx.ine')).toBe(2);
    });

    it('survives a worker that dies in its second try, which is then begun once more', async () => {
      const { client } = await retrying('MX_INE');
      await simulator.control.setFaults([
        fails('mx.ine', { to: 1 }),
        { id: 'hangs', route: 'mx.ine', fault: 'net.hang', calls: { to: 1 } },
      ]);
      const sessionId = await submitted(client, mexican('999900001'));
      await putOff(database(), sessionId, 1);
      await waitIsOver();
      await expect.poll(() => simulator.control.count('mx.ine')).toBe(2);
      await leaseRunsOut();
      const { body } = await client.waitForDecision(sessionId);
      expect(body.verification).toMatchObject({ status: 'approved' });
      expect(simulator.control.count('mx.ine')).toBe(3);
    });

    it('is called a last time when the integration turns retries off meanwhile', async () => {
      const { client, integrationId } = await retrying('CO');
      await simulator.control.setFaults([fails('co.ani')]);
      const sessionId = await submitted(client, colombian('9000000001'), { selfie: false });
      await putOff(database(), sessionId, 1);
      const settings = { registryRetries: false };
      await configureIntegration(running().ctx)({ integrationId, settings, actor: 'test' });
      await waitIsOver();
      const { body } = await client.waitForDecision(sessionId);
      expect(body.verification).toMatchObject({ status: 'declined', reasonCode: 544 });
      expect(simulator.control.count('co.ani')).toBe(2);
    });

    it('is neither ended by the session’s lifetime nor deleted while it waits, and is decided afterwards', async () => {
      const { client } = await retrying('CO');
      await simulator.control.setFaults([fails('co.ani', { to: 1 })]);
      const sessionId = await client.createSession(colombian('9000000001'));
      await clock.advance({ days: 6, hours: 23, minutes: 50 });
      await client.submit(sessionId);
      await putOff(database(), sessionId, 1);
      await clock.advance({ minutes: 11 });
      const deleted = await client.call({
        method: 'DELETE',
        path: `/sessions/${sessionId}`,
        sign: sessionId,
      });
      expect(deleted.status).toBeGreaterThanOrEqual(400);
      // Longer than the pause between two looks for sessions whose time is over.
      await new Promise((resolve) => setTimeout(resolve, 6_000));
      expect(await waitingOf(database(), sessionId)).toMatchObject({ status: 'submitted', deferrals: 1 });
      await waitIsOver();
      const { body } = await client.waitForDecision(sessionId);
      expect(body.verification).toMatchObject({ status: 'approved' });
    });

    it('keeps its hour when its job is lost', async () => {
      const { client } = await retrying('CO');
      await simulator.control.setFaults([fails('co.ani', { to: 1 })]);
      const sessionId = await submitted(client, colombian('9000000001'), { selfie: false });
      await putOff(database(), sessionId, 1);
      await database().query(`delete from job where session_id = $1`, [sessionId]);
      await clock.advance({ seconds: 61 });
      await expect
        .poll(async () => (await waitingOf(database(), sessionId))?.dueInSeconds)
        .toBeGreaterThan(1_039);
      expect(simulator.control.count('co.ani')).toBe(1);
    });

    it('is shown to the operator and counted, and is overdue only 15 minutes after its next try', async () => {
      const { client, integrationId } = await retrying('CO');
      await simulator.control.setFaults([fails('co.ani')]);
      const sessionId = await submitted(client, colombian('9000000001'), { selfie: false });
      await putOff(database(), sessionId, 1);
      const { ctx } = running();
      const shown = await showSession(ctx)({ integrationId, sessionId });
      expect(shown).toMatchObject({
        session: { registries: [{ registry: 'co', deferrals: 1, endedAt: null, row: null, result: null }] },
      });
      expect(await ctx.metrics.registry.metrics()).toMatch(
        /countersign_registry_deferrals_total\{registry="co",cause="http_5xx"\} [1-9]/u,
      );
      await expect
        .poll(() => ctx.metrics.registry.metrics(), { interval: 500 })
        .toMatch(/countersign_queue_depth\{queue="registry-retries"\} [1-9]/u);

      const overdue = () =>
        database().query(`select cause from operator_entry where session_id = $1`, [sessionId]);
      await clock.advance({ minutes: 16 });
      await reportOverdueAttempts(database());
      expect(await overdue()).toEqual([]);
      // Put off once more, it would wait from then on.
      await simulator.control.setFaults([{ id: 'hangs', route: 'co.ani', fault: 'net.hang' }]);
      await clock.advance({ minutes: 20 });
      await reportOverdueAttempts(database());
      expect(await overdue()).toEqual([{ cause: 'no decision after 15 minutes' }]);
    });
  },
  { env: { SIMULATOR_URL: simulator.url } },
);
