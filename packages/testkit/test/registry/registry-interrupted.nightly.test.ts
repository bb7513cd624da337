import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type FaultRule, startSimulator } from '@countersign/registry-simulator';
import { afterAll, afterEach, expect, it } from 'vitest';
import type { ApiClient } from '../../src/index.ts';
import { byNight } from '../../../service/test/support/engines.ts';
import { describeService } from '../support/each-engine.ts';
import { brazilian, colombian, decisionOn, mexican, submitted } from '../support/registry-sessions.ts';

const simulator = await startSimulator();
const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-hangs-'));
const file = path.join(directory, 'registries.yaml');
// Faster than usual: four seconds, once, to answer in, and a trial six seconds after the breaker has opened.
fs.writeFileSync(
  file,
  `registries:
  co:
    CC:
      connector: simulator
      options: { resilience: { dataMs: 4000, retries: 0, breaker: { failures: 5, trialAfterMs: 6000 } } }
`,
);
afterAll(async () => {
  await simulator.close();
  fs.rmSync(directory, { recursive: true, force: true });
});
afterEach(() => simulator.control.reset());

const hangs = (route: string): FaultRule => ({ id: `${route} hangs`, route, fault: 'net.hang' });

/** So many, eight at a time: a service that is asked for more than its machine can do answers 503. */
async function many<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  const made: Promise<T>[] = [];
  const work = async () => {
    while (made.length < count) {
      const next = make();
      made.push(next);
      await next;
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return Promise.all(made);
}

const statusesOf = async (client: ApiClient, sessionIds: readonly string[]): Promise<unknown[]> => {
  const answers = await Promise.all(sessionIds.map((sessionId) => client.decision(sessionId)));
  return answers.map(
    ({ body }) => body.verification && [body.verification.status, body.verification.reasonCode],
  );
};

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describeService(
  'a registry that hangs',
  (running) => {
    const standalone = (mode: 'test' | 'live', registry: 'BR_CPF' | 'MX_INE' | 'CO') =>
      running().integrate({ mode, settings: { identityVerification: false, registry } });

    it('leaves the other countries, identity checks and the API to work while its own sessions wait', async () => {
      const { client: brazil } = await standalone('test', 'BR_CPF');
      const { client: mexico } = await standalone('test', 'MX_INE');
      const { client: live } = await standalone('live', 'CO');
      const { client: colombia } = await standalone('test', 'CO');
      const { client: identity } = await running().integrate();
      await simulator.control.setFaults([hangs('br.validate')]);
      const hanging = await many(30, () => submitted(brazil, brazilian('12345678900')));
      await expect.poll(() => simulator.control.count('br.validate')).toBe(16);

      const decided = await Promise.all([
        ...times(5, mexico).map((client) => decisionOn(client, mexican('999900001'))),
        ...times(5, colombia).map((client) => decisionOn(client, colombian('9000000001'), { selfie: false })),
        ...times(5, identity).map((client) =>
          decisionOn(client, { person: { firstName: 'Approve' } }, { selfie: false }),
        ),
      ]);
      expect(decided.map(({ status }) => status)).toEqual(times(15, 'approved'));
      // The other lane of the same kind, and another registry of a live integration.
      const elsewhere = await decisionOn(live, colombian('9000000001'), { selfie: false });
      expect(elsewhere).toMatchObject({ status: 'approved' });
      expect(await statusesOf(brazil, hanging)).toEqual(times(30, null));
      // Nobody waits for what hangs any longer.
      await running().ctx.database.query(`delete from job where kind = 'check-br-test'`);
    });

    byNight(() => {
      it('does not block its own queue permanently: the breaker opens, and closes again after one trial', async () => {
        const { client } = await standalone('live', 'CO');
        await simulator.control.setFaults([hangs('co.ani')]);
        const sessions = await many(100, () => submitted(client, colombian('9000000001'), { selfie: false }));
        for (const sessionId of sessions) await client.waitForDecision(sessionId);
        expect(await statusesOf(client, sessions)).toEqual(times(100, ['declined', 544]));
        // At most the sixteen that were in flight when the fifth timed out, and a trial every six seconds.
        const calls = simulator.control.count('co.ani');
        expect(calls).toBeGreaterThanOrEqual(5);
        expect(calls).toBeLessThanOrEqual(36);
        expect(
          await running().ctx.database.query(`select kind from job where session_id = any($1::uuid[])`, [
            sessions,
          ]),
        ).toEqual([]);
        expect(await running().ctx.metrics.registry.metrics()).toMatch(
          /countersign_registry_breaker\{mode="live",connector="[^"]+",route="[^"]+"\} (1|0\.5)/u,
        );

        await new Promise((resolve) => setTimeout(resolve, 6_500));
        const before = simulator.control.count('co.ani');
        const [trial] = await many(8, () => decisionOn(client, colombian('9000000001'), { selfie: false }));
        expect(trial).toMatchObject({ status: 'declined', reasonCode: 544 });
        expect(simulator.control.count('co.ani')).toBe(before + 1);

        await simulator.control.setFaults([]);
        await new Promise((resolve) => setTimeout(resolve, 6_500));
        expect(await decisionOn(client, colombian('9000000001'), { selfie: false })).toMatchObject({
          status: 'approved',
        });
        const after = await many(8, () => decisionOn(client, colombian('9000000001'), { selfie: false }));
        expect(after.map(({ status }) => status)).toEqual(times(8, 'approved'));
      });
    });
  },
  { env: { SIMULATOR_URL: simulator.url, REGISTRIES_FILE: file } },
);
