import { type FaultRule, startSimulator } from '@countersign/registry-simulator';
import { afterAll, afterEach, expect, it } from 'vitest';
import type { Database } from '../../service/src/storage/engine/database.ts';
import { describeService } from './support/each-engine.ts';
import { brazilian, colombian, decisionOn, mexican, submitted } from './support/registry-sessions.ts';

const simulator = await startSimulator();
afterAll(() => simulator.close());
afterEach(() => simulator.control.reset());

const hangs = (route: string): FaultRule => ({ id: `${route} hangs`, route, fault: 'net.hang' });

/** Its worker dies: nobody renews the lease, and somebody else takes the job. */
const workerDies = (database: Database, sessionId: string) =>
  database.query(
    `update job set lease = lease + 1, leased_until = now() - interval '1 second' where session_id = $1`,
    [sessionId],
  );

const startsOf = async (database: Database, sessionId: string): Promise<unknown> => {
  const [row] = await database.query(`select starts from registry_check where session_id = $1`, [sessionId]);
  return row?.['starts'];
};

describeService(
  'a registry check that is interrupted',
  (running) => {
    const standalone = (registry: 'BR_CPF' | 'MX_INE' | 'CO') =>
      running().integrate({ settings: { identityVerification: false, registry } });

    it('is repeated once by whoever takes over, and decided by that answer', async () => {
      const { client } = await standalone('MX_INE');
      const { database } = running().ctx;
      await simulator.control.setFaults([{ ...hangs('mx.ine'), calls: { to: 1 } }]);
      const sessionId = await submitted(client, mexican('999900001'));
      await expect.poll(() => simulator.control.count('mx.ine'), { timeout: 10_000 }).toBe(1);
      await workerDies(database, sessionId);
      const { body } = await client.waitForDecision(sessionId);
      expect(body.verification).toMatchObject({ status: 'approved' });
      expect(simulator.control.count('mx.ine')).toBe(2);
      expect(await startsOf(database, sessionId)).toBe(2);
    });

    it('is never begun a third time: then the registry was unavailable', async () => {
      const { client } = await standalone('MX_INE');
      const { database } = running().ctx;
      await simulator.control.setFaults([hangs('mx.ine')]);
      const sessionId = await submitted(client, mexican('999900001'));
      for (const calls of [1, 2]) {
        await expect.poll(() => simulator.control.count('mx.ine'), { timeout: 10_000 }).toBe(calls);
        await workerDies(database, sessionId);
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
      await expect.poll(() => simulator.control.count('co.ani'), { timeout: 10_000 }).toBe(1);
      await workerDies(database, sessionId);
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
      await expect.poll(() => simulator.control.count('mx.ine'), { timeout: 10_000 }).toBe(1);
      await database.query(`delete from job where session_id = $1`, [sessionId]);
      await database.query(
        `update attempt set submitted_at = now() - interval '2 minutes' where session_id = $1`,
        [sessionId],
      );
      const { body } = await client.waitForDecision(sessionId, 30_000);
      expect(body.verification).toMatchObject({ status: 'approved' });
    });

    it('holds up no other registry and no identity check while it hangs', async () => {
      const brazil = await standalone('BR_CPF');
      const colombia = await standalone('CO');
      const { client: identity } = await running().integrate();
      await simulator.control.setFaults([hangs('br.validate')]);
      for (let session = 0; session < 20; session += 1)
        await submitted(brazil.client, brazilian('90000000175'));
      await expect.poll(() => simulator.control.count('br.validate'), { timeout: 10_000 }).toBe(16);
      const began = performance.now();
      const decision = await decisionOn(colombia.client, colombian('9000000001'), { selfie: false });
      expect(decision.status).toBe('approved');
      const forced = await decisionOn(identity, { person: { firstName: 'Decline' } }, { selfie: false });
      expect(forced.status).toBe('declined');
      expect(performance.now() - began).toBeLessThan(5_000);
      // Nobody waits for what hangs any longer.
      await running().ctx.database.query(`delete from job where kind = 'check-br-test'`);
    });
  },
  { env: { SIMULATOR_URL: simulator.url } },
);
