/** The clock of the machine jumps by a day and back while sessions, jobs and webhooks are under way. */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { type Access, ApiClient, startWebhookReceiver } from '../../src/index.ts';
import { createServiceProcess } from '../../src/storm/service-process.ts';
import { approved } from '../support/outage.ts';

const executable = path.resolve(import.meta.dirname, '../../../../bin/countersign');
const shift = pathToFileURL(path.join(import.meta.dirname, '../support/shift-clock.mjs')).href;
const day = 86_400;
/** Milliseconds for which each offset lasts at least. */
const turnMs = 2_000;

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

// The embedded database has the clock of the process; PostgreSQL is a process of its own, whose clock `wrong-clock` leaves alone.
describe('a machine whose clock jumps', () => {
  it.each([
    ['a day ahead and back', [day]],
    ['a day behind and back', [-day]],
    ['ahead, behind and back', [day, -day, day, -day]],
  ])(
    '%s decides each session once and sends its webhooks without waiting for that day (F23, I2, I3)',
    { timeout: 300_000 },
    async (_name, jumps) => {
      const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-clock-'));
      cleanups.push(() => fs.rm(directory, { recursive: true, force: true }));
      const receiver = await startWebhookReceiver();
      cleanups.push(() => receiver.close());
      const clock = path.join(directory, 'clock');
      await fs.writeFile(clock, '0');
      const service = createServiceProcess({
        executable,
        env: {
          PORT: '0',
          DATA_DIR: directory,
          LOG_LEVEL: 'error',
          VISION_TEXT_ENGINE: 'off',
          WEBHOOK_URL: `${receiver.url}/hook`,
          NODE_OPTIONS: `--import=${shift}`,
          TEST_CLOCK_FILE: clock,
        },
      });
      cleanups.push(() => service.kill());
      await service.start();
      const access = JSON.parse(
        await fs.readFile(path.join(directory, 'dev-integration.json'), 'utf8'),
      ) as Access;
      receiver.trust([access.sharedSecret]);
      const client = new ApiClient(access);
      const sessions: string[] = [];
      let going = true;
      const one = async () => {
        while (going) {
          const id = await client.createSession({ person: approved });
          await client.submit(id);
          sessions.push(id);
          await sleep(100);
        }
      };
      const clients = Promise.all([one(), one()]);
      for (const offset of [0, ...jumps, 0]) {
        const before = sessions.length;
        await fs.writeFile(clock, String(offset));
        await sleep(turnMs);
        await expect.poll(() => sessions.length).toBeGreaterThan(before + 2);
      }
      going = false;
      await clients;
      for (const id of sessions)
        expect([id, (await client.waitForDecision(id)).body.verification?.status]).toEqual([id, 'approved']);
      const decisions = () => {
        const found = receiver.received
          .map(({ body }) => JSON.parse(body.toString()) as { verification?: { id: string; status: string } })
          .flatMap(({ verification }) => (verification?.status === 'approved' ? [verification.id] : []));
        return sessions.filter((id) => !found.includes(id));
      };
      await expect.poll(decisions, { timeout: 60_000 }).toEqual([]);
      expect(receiver.received.filter(({ verified }) => !verified)).toEqual([]);
    },
  );
});
