import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { rowsByDay, createTestDatabase, engines } from '../../../service/test/support/engines.ts';
import { type Access, ApiClient, startWebhookReceiver } from '../../src/index.ts';
import { createServiceProcess } from '../../src/storm/service-process.ts';
import { approved } from '../support/outage.ts';

const executable = path.resolve(import.meta.dirname, '../../../../bin/countersign');
const shift = pathToFileURL(path.join(import.meta.dirname, '../support/shift-clock.mjs')).href;

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A service process whose clock is wrong by these seconds, a new one of them every two seconds. */
async function startWithClock(offsets: string) {
  const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-clock-'));
  cleanups.push(() => fs.rm(directory, { recursive: true, force: true }));
  const receiver = await startWebhookReceiver();
  cleanups.push(() => receiver.close());
  const { url, drop } = await createTestDatabase({ migrated: true });
  cleanups.push(drop);
  const service = createServiceProcess({
    executable,
    env: {
      PORT: '0',
      DATA_DIR: directory,
      LOG_LEVEL: 'error',
      DATABASE_URL: url,
      WEBHOOK_URL: `${receiver.url}/hook`,
      NODE_OPTIONS: `--import=${shift}`,
      TEST_CLOCK_OFFSETS_S: offsets,
    },
  });
  cleanups.push(() => service.kill());
  const base = await service.start();
  const access = JSON.parse(
    await fs.readFile(path.join(directory, 'dev-integration.json'), 'utf8'),
  ) as Access;
  receiver.trust([access.sharedSecret]);
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  cleanups.push(() => database.end());
  return { base, client: new ApiClient(access), receiver, database };
}

describe.runIf(engines().includes('postgres'))(
  'a service whose clock differs from the clock of the database (F23, R16)',
  () => {
    it.each(
      rowsByDay(
        [
          ['a day ahead', '86400', 86_400],
          ['a day behind', '-86400', -86_400],
          ['five minutes behind', '-300', -300],
          ['an hour ahead and an hour behind in turn', '3600,-3600', null],
        ],
        ([name]) => name === 'a day ahead',
      ),
    )(
      'by %s ends no session early, sends each webhook once, and signs it with the time of the database (W5)',
      async (_name, offsets, skew) => {
        const { base, client, receiver, database } = await startWithClock(offsets);
        const open = await client.createSession({});
        const key = { 'idempotency-key': 'one' };
        const repeatable = {
          method: 'POST',
          path: '/sessions',
          body: { verification: {} },
          sign: null,
          headers: key,
        } as const;
        const first = await client.call<{ verification: { id: string } }>(repeatable);
        const sessionId = await client.createSession({ person: approved });
        const before = Math.floor(Date.now() / 1_000);
        await client.submit(sessionId);
        expect((await client.waitForDecision(sessionId)).body.verification?.status).toBe('approved');
        const about = ({ body }: { body: Buffer }) => body.includes(sessionId) && body.includes('"approved"');
        const [webhook] = await receiver.waitFor(1, about);
        expect(webhook?.verified).toBe(true);
        const timestamp = Number(webhook?.headers['webhook-timestamp']);
        expect(timestamp).toBeGreaterThanOrEqual(before - 1);
        expect(timestamp).toBeLessThanOrEqual(Date.now() / 1_000 + 1);

        // Sessions are looked through every 5 s, leases of jobs and deliveries meanwhile.
        await sleep(8_000);
        const again = await client.call<{ verification: { id: string } }>(repeatable);
        expect(again.body.verification.id).toBe(first.body.verification.id);
        expect(receiver.received.filter(about)).toHaveLength(1);
        const { rows } = await database.query('select status from session where id = $1', [open]);
        expect(rows).toEqual([{ status: 'created' }]);
        const { rows: decisions } = await database.query('select 1 from decision where session_id = $1', [
          sessionId,
        ]);
        expect(decisions).toHaveLength(1);
        const metrics = await (await fetch(`${base}/metrics`)).text();
        const measured = Number(/^countersign_clock_skew_seconds (\S+)/m.exec(metrics)?.[1]);
        if (skew !== null) expect(Math.abs(measured - skew)).toBeLessThan(10);
      },
    );
  },
);
