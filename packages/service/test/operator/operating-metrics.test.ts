import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createMetrics } from '../../src/runtime/metrics.ts';
import { longestWaits } from '../../src/storage/job/queue-metrics.ts';
import { oldestSessions } from '../../src/storage/operator/list-sessions.ts';
import { holdSession } from '../../src/usecases/operator/hold-session.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { describeAlone } from '../support/engines.ts';

describeApiOnce(
  'what has waited longest',
  (given) => {
    it('is nothing while nothing is due, and then the seconds since a session was submitted', async () => {
      const { database } = given.api.ctx;
      expect(await longestWaits(database)).toEqual({ jobs: 0, webhooks: 0, submissions: 0 });
      const client = await given.api.integrate();
      await client.submit(await client.createSession({}));
      await given.clock.advance({ minutes: 20 });
      const { jobs, webhooks, submissions } = await longestWaits(database);
      expect(Math.floor(submissions / 60)).toBe(20);
      expect(Math.floor(jobs / 60)).toBe(20);
      expect(webhooks).toBe(0);
    });

    it('leaves out jobs that are parked, and submissions whose registry is called later', async () => {
      const { database } = given.api.ctx;
      await database.query('update job set parked_at = now()');
      expect((await longestWaits(database)).jobs).toBe(0);
      const [attempt] = await database.query<{ integrationId: string; id: string; sessionId: string }>(
        `select integration_id as "integrationId", id, session_id as "sessionId" from attempt where status = 'submitted'`,
      );
      await database.query(
        `insert into registry_check (integration_id, attempt_id, session_id, registry, next_try_at)
       values ($1, $2, $3, 'br', now())`,
        [attempt?.integrationId, attempt?.id, attempt?.sessionId],
      );
      expect((await longestWaits(database)).submissions).toBe(0);
    });

    it('comes with the ages of the oldest sessions, on legal hold and others, until they are deleted', async () => {
      const { api, clock } = given;
      const { database } = api.ctx;
      await clock.advance({ days: 20_000 });
      const client = await api.integrate({ settings: { deletion: true } });
      const [older, newer] = [await client.createSession({}), await client.createSession({})];
      const { integrationId } = client;
      const hold = (held: boolean) =>
        holdSession(api.ctx)({ integrationId, sessionId: newer, held, reason: 'Case 7', actor: 'cli' });
      expect(await hold(true)).toEqual({ outcome: 'held' });
      await clock.advance({ days: 3 });
      const days = async () => {
        const { held, other } = await oldestSessions(database);
        return [held, other].map((seconds) => Math.floor(seconds / 86_400));
      };
      expect((await days())[0]).toBe(3);
      expect(await hold(false)).toEqual({ outcome: 'released' });
      expect((await days())[0]).toBe(0);
      expect((await client.call({ method: 'DELETE', path: `/sessions/${older}` })).status).toBe(200);
      expect((await days())[1]).toBeGreaterThanOrEqual(3);
    });

    it('comes with countersign_ready, which is 1 while the database answers', async () => {
      const answer = await given.api.send({ method: 'GET', path: '/metrics', headers: {} });
      expect(answer.bytes.toString()).toMatch(/^countersign_ready 1$/m);
    });
  },
  { on: describeAlone },
);

describe('countersign_disk_free_bytes', () => {
  it('is there for directories that are, and not for others', async () => {
    const { bavail, bsize } = await fs.statfs(os.tmpdir());
    const { registry } = createMetrics({
      data: os.tmpdir(),
      screening: path.join(os.tmpdir(), 'no', 'such'),
    });
    const text = await registry.metrics();
    const free = Number(/^countersign_disk_free_bytes\{directory="data"\} (\S+)$/m.exec(text)?.[1]);
    // Other programs write meanwhile.
    expect(Math.abs(free - bavail * bsize)).toBeLessThan(2 ** 30);
    expect(text).not.toContain('directory="screening"');
  });
});

describe('metrics of the process', () => {
  it('are measured once, whatever the number of registries that show them', async () => {
    const [first, second] = [createMetrics().registry, createMetrics().registry];
    for (const name of [
      'countersign_nodejs_eventloop_lag_seconds',
      'countersign_nodejs_gc_duration_seconds',
    ]) {
      expect(first.getSingleMetric(name)).toBeDefined();
      expect(second.getSingleMetric(name)).toBe(first.getSingleMetric(name));
    }
    expect(await second.metrics()).toMatch(/^countersign_process_resident_memory_bytes \d+$/m);
  });
});
