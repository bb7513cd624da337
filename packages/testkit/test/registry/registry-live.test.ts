import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startSimulator } from '@countersign/registry-simulator';
import { afterAll, afterEach, expect, it } from 'vitest';
import { showSession } from '../../../service/src/usecases/operator/show-session.ts';
import { startTestService } from '../../src/index.ts';
import { describeService } from '../support/each-engine.ts';
import { colombian, decisionOn, mexican, submitted } from '../support/registry-sessions.ts';

const simulator = await startSimulator();
const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-live-'));
const file = path.join(directory, 'registries.yaml');
fs.writeFileSync(file, 'registries:\n  co:\n    CC: { connector: simulator }\n');
afterAll(async () => {
  await simulator.close();
  fs.rmSync(directory, { recursive: true, force: true });
});
afterEach(() => simulator.control.reset());
const env = { SIMULATOR_URL: simulator.url, REGISTRIES_FILE: file };

describeService(
  'a registry check of a live integration',
  (running) => {
    const colombia = () =>
      running().integrate({ mode: 'live', settings: { identityVerification: false, registry: 'CO' } });

    it('calls the registry that the operator has configured', async () => {
      const { client } = await colombia();
      const decision = await decisionOn(client, colombian('9000000001'), { selfie: false });
      expect(decision.status).toBe('approved');
      // A number of the sandbox's patterns: nobody, where people are asked about.
      const nobody = await decisionOn(client, colombian('5550000000'), { selfie: false });
      expect(nobody).toMatchObject({ status: 'declined', reasonCode: 529 });
    });

    it('judges by the thresholds and shows the name that the operator has set', async () => {
      const { client } = await running().integrate({
        mode: 'live',
        settings: {
          identityVerification: false,
          registry: 'CO',
          colombia: { passAbove: 72, resubmitFrom: 60, registryName: 'Registro de prueba' },
        },
      });
      expect(await decisionOn(client, colombian('9000000004'), { selfie: false })).toMatchObject({
        status: 'approved',
        additionalVerifiedData: {
          registryValidation: { registryName: 'Registro de prueba', fullNameSimilarity: 72.3 },
        },
      });
    });

    it('alerts the operator once that the registry refuses us, until it answers again', async () => {
      const { client, integrationId } = await colombia();
      const entries = () =>
        running().ctx.database.query(
          `select cause, resolved_at is not null as resolved from operator_entry where integration_id = $1`,
          [integrationId],
        );
      await simulator.control.setFaults([{ id: 'refused', route: 'co.ani', fault: 'auth.always_401' }]);
      for (let session = 0; session < 2; session += 1) {
        const refused = await decisionOn(client, colombian('9000000001'), { selfie: false });
        expect(refused).toMatchObject({ status: 'declined', reasonCode: 544 });
      }
      expect(await entries()).toEqual([{ cause: 'co CC: auth', resolved: false }]);
      await simulator.control.setFaults([]);
      await decisionOn(client, colombian('9000000001'), { selfie: false });
      expect(await entries()).toEqual([{ cause: 'co CC: auth', resolved: true }]);
    });

    it.each([301, 404, 405, 410])(
      'alerts the operator to a route that no longer exists: %i',
      async (status) => {
        const { client, integrationId } = await colombia();
        await simulator.control.setFaults([
          { id: 'moved', route: 'co.ani', fault: 'http.status', params: { status } },
        ]);
        const declined = await decisionOn(client, colombian('9000000001'), { selfie: false });
        expect(declined).toMatchObject({ status: 'declined', reasonCode: 544 });
        expect(
          await running().ctx.database.query(
            `select cause, resolved_at from operator_entry where integration_id = $1`,
            [integrationId],
          ),
        ).toEqual([{ cause: 'co CC: unexpected_status', resolved_at: null }]);
      },
    );

    it('does not alert the operator to a refusal that may be about one person', async () => {
      const { client, integrationId } = await colombia();
      await simulator.control.setFaults([
        { id: 'refused', route: 'co.ani', fault: 'http.status', params: { status: 422 } },
      ]);
      await decisionOn(client, colombian('9000000001'), { selfie: false });
      expect(
        await running().ctx.database.query(`select cause from operator_entry where integration_id = $1`, [
          integrationId,
        ]),
      ).toEqual([]);
    });

    it('alerts the operator to cards without a connector, and continues to when others are answered', async () => {
      const { client, integrationId } = await colombia();
      const foreigner = colombian('900001', { idCardType: 'CE' });
      for (const asked of [foreigner, colombian('9000000001'), foreigner])
        await decisionOn(client, asked, { selfie: false });
      const entries = await running().ctx.database.query(
        `select cause, session_id, attempt_id, resolved_at from operator_entry where integration_id = $1`,
        [integrationId],
      );
      // It names no session: which card somebody has is personal.
      const nobody = { session_id: null, attempt_id: null };
      expect(entries).toEqual([{ cause: 'co CE: unsupported', ...nobody, resolved_at: null }]);
    });

    it('keeps the registry’s answer for the operator, without names and numbers, under the session’s key', async () => {
      const { client, integrationId } = await colombia();
      const sessionId = await submitted(client, colombian('9000000004'), { selfie: false });
      await client.waitForDecision(sessionId);
      const { ctx } = running();
      const [stored] = await ctx.database.query(`select * from registry_check where session_id = $1`, [
        sessionId,
      ]);
      const bytes = Buffer.from(stored?.['result'] as Uint8Array);
      expect(bytes.includes('findings')).toBe(false);
      // Nor which row decided: a row can say that a person has died, or that a card was stolen. Two bytes alone stand in any secret text.
      expect(bytes.includes('"C9"')).toBe(false);
      expect(JSON.stringify({ ...stored, result: null, object: null })).not.toContain('C9');
      expect(await showSession(ctx)({ integrationId, sessionId })).toMatchObject({
        session: { registries: [{ registry: 'co', row: 'C9', starts: 1 }] },
      });
    });

    it('is deleted with its session', async () => {
      const { client } = await running().integrate({
        mode: 'live',
        settings: { identityVerification: false, registry: 'CO', deletion: true },
      });
      const sessionId = await submitted(client, colombian('9000000001'), { selfie: false });
      await client.waitForDecision(sessionId);
      const { database } = running().ctx;
      const kept = () =>
        database.query(`select registry from registry_check where session_id = $1`, [sessionId]);
      expect(await kept()).toEqual([{ registry: 'co' }]);
      const deleted = await client.call({
        method: 'DELETE',
        path: `/sessions/${sessionId}`,
        sign: sessionId,
      });
      expect(deleted.status).toBe(200);
      await expect.poll(kept).toEqual([]);
    });
  },
  { env },
);

it('a service that is stopped returns a check whose registry does not answer, and the next one finishes it', async () => {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-stop-'));
  const first = await startTestService({ dataDir, env });
  const { client } = await first.integrate({ settings: { identityVerification: false, registry: 'MX_INE' } });
  await simulator.control.setFaults([
    { id: 'hangs once', route: 'mx.ine', fault: 'net.hang', calls: { to: 1 } },
  ]);
  const sessionId = await submitted(client, mexican('999900001'));
  await expect.poll(() => simulator.control.count('mx.ine')).toBe(1);
  const began = performance.now();
  await first.close();
  expect(performance.now() - began).toBeLessThan(25_000);
  const second = await startTestService({ dataDir, env });
  try {
    await expect
      .poll(() => second.ctx.database.query(`select status from decision where session_id = $1`, [sessionId]))
      .toEqual([{ status: 'approved' }]);
    expect(simulator.control.count('mx.ine')).toBe(2);
  } finally {
    await second.close();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
});
