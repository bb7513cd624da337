import { type FaultRule, startSimulator } from '@countersign/registry-simulator';
import { afterAll, afterEach, expect, it } from 'vitest';
import type { Database } from '../../../service/src/storage/engine/database.ts';
import { clockOf } from '../../../service/test/support/clock.ts';
import { describeService } from '../support/each-engine.ts';
import { brazilian, colombian, decisionOn, mexican, submitted } from '../support/registry-sessions.ts';

const simulator = await startSimulator();
afterAll(() => simulator.close());
afterEach(() => simulator.control.reset());

const hangs = (route: string): FaultRule => ({ id: `${route} hangs`, route, fault: 'net.hang' });

const startsOf = async (database: Database, sessionId: string): Promise<unknown> => {
  const [row] = await database.query(`select starts from registry_check where session_id = $1`, [sessionId]);
  return row?.['starts'];
};

describeService(
  'a registry check that is interrupted',
  (running) => {
    const clock = clockOf(() => running().ctx.database);
    /** As when its worker has died: nobody renewed the lease of 30 s, and somebody else takes the job. */
    const leaseRunsOut = () => clock.advance({ seconds: 31 });
    const standalone = (registry: 'BR_CPF' | 'MX_INE' | 'CO') =>
      running().integrate({ settings: { identityVerification: false, registry } });

    it('is repeated once by the worker that takes over, and decided by that answer', async () => {
      const { client } = await standalone('MX_INE');
      const { database } = running().ctx;
      await simulator.control.setFaults([{ ...hangs('mx.ine'), calls: { to: 1 } }]);
      const sessionId = await submitted(client, mexican('999900001'));
      await expect.poll(() => simulator.control.count('mx.ine')).toBe(1);
      await leaseRunsOut();
      const { body } = await client.waitForDecision(sessionId);
      expect(body.verification).toMatchObject({ status: 'approved' });
      expect(simulator.control.count('mx.ine')).toBe(2);
      expect(await startsOf(database, sessionId)).toBe(2);
    });

    it('is never begun a third time: then the registry was unavailable', async () => {
      const { client } = await standalone('MX_INE');
      await simulator.control.setFaults([hangs('mx.ine')]);
      const sessionId = await submitted(client, mexican('999900001'));
      for (const calls of [1, 2]) {
        await expect.poll(() => simulator.control.count('mx.ine')).toBe(calls);
        await leaseRunsOut();
      }
      const { body } = await client.waitForDecision(sessionId);
      expect(body.verification).toMatchObject({
        status: 'declined',
        reasonCode: 901,
        registryValidations: { MX_INE: { status: 'error', error: { message: 'REGISTRY_UNAVAILABLE' } } },
      });
      expect(simulator.control.count('mx.ine')).toBe(2);
    });

    it('leaves one decision, one webhook and no job, however often it was interrupted', async () => {
      const { client } = await standalone('CO');
      const { database } = running().ctx;
      await simulator.control.setFaults([{ ...hangs('co.ani'), calls: { to: 1 } }]);
      const sessionId = await submitted(client, colombian('9000000001'), { selfie: false });
      await expect.poll(() => simulator.control.count('co.ani')).toBe(1);
      await leaseRunsOut();
      await client.waitForDecision(sessionId);
      const count = async (table: string, where = '') => {
        const [row] = await database.query(
          `select count(*)::int as n from ${table} where session_id = $1 ${where}`,
          [sessionId],
        );
        return row?.['n'];
      };
      expect(await count('decision')).toBe(1);
      expect(await count('webhook', `and type = 'decision'`)).toBe(1);
      expect(await count('job')).toBe(0);
    });

    it('gets its job again when that was lost', async () => {
      const { client } = await standalone('MX_INE');
      const { database } = running().ctx;
      await simulator.control.setFaults([{ ...hangs('mx.ine'), calls: { to: 1 } }]);
      const sessionId = await submitted(client, mexican('999900001'));
      await expect.poll(() => simulator.control.count('mx.ine')).toBe(1);
      await database.query(`delete from job where session_id = $1`, [sessionId]);
      await clock.advance({ minutes: 2 });
      const { body } = await client.waitForDecision(sessionId);
      expect(body.verification).toMatchObject({ status: 'approved' });
    });

    it('holds up no other registry and no identity check while it hangs', async () => {
      const brazil = await standalone('BR_CPF');
      const colombia = await standalone('CO');
      const { client: identity } = await running().integrate();
      await simulator.control.setFaults([hangs('br.validate')]);
      const hanging: string[] = [];
      for (let session = 0; session < 20; session += 1)
        hanging.push(await submitted(brazil.client, brazilian('90000000175')));
      const statuses = async () => {
        const answers = await Promise.all(hanging.map((sessionId) => brazil.client.decision(sessionId)));
        return answers.map(({ body }) => body.verification?.status);
      };
      await expect.poll(() => simulator.control.count('br.validate')).toBe(16);
      const began = performance.now();
      const decision = await decisionOn(colombia.client, colombian('9000000001'), { selfie: false });
      expect(decision.status).toBe('approved');
      const forced = await decisionOn(identity, { person: { firstName: 'Decline' } }, { selfie: false });
      expect(forced.status).toBe('declined');
      expect(performance.now() - began).toBeLessThan(5_000);
      expect(await statuses()).toEqual(Array.from({ length: 20 }, () => undefined));
      // Nobody waits for what hangs any longer.
      await running().ctx.database.query(`delete from job where kind = 'check-br-test'`);
    });
  },
  { env: { SIMULATOR_URL: simulator.url } },
);
