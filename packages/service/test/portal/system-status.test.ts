import { randomUUID } from 'node:crypto';
import type { PortalSystemStatus } from '@countersign/contract';
import { expect, it } from 'vitest';
import { setWebhookUrl } from '../../src/usecases/webhook/set-webhook-url.ts';
import type { CurrentLists } from '../../src/watchlists/lists-directory.ts';
import { createListsMetrics } from '../../src/watchlists/lists-metrics.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import type { Person } from '../support/portal-browser.ts';
import { newOrganisation } from '../support/portal-organisation.ts';

const status = async ({ browser }: Person): Promise<PortalSystemStatus> =>
  JSON.parse((await browser.get('/status')).bytes.toString()) as PortalSystemStatus;

describeApiOnce('the status of the system in the portal', (given) => {
  it('covers the organisation’s own work: what waits, for how long, and what was parked', async () => {
    const { api, clock } = given;
    const own = await newOrganisation(api);
    const viewer = await own.add({ role: 'viewer' });
    const other = await newOrganisation(api);
    const stranger = await other.add({ role: 'owner' });
    const idle = { condition: 'ok', waiting: 0, oldestSeconds: 0, parked: 0 };
    const all = ['verification', 'screening', 'registry', 'webhooks'];
    expect(await status(viewer)).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
      at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      databaseMs: expect.any(Number) as number,
      queues: all.map((queue) => ({ queue, ...idle })),
      pictures: { condition: 'ok' },
      lists: null,
    });

    const { integrationId } = own.client;
    const add = (kind: string, at: string, parked: string | null = null) =>
      api.ctx.database.query(
        `insert into job (integration_id, id, kind, due_at, parked_at)
         values ($1, $2, $3, now() + $4::interval, now() + $5::interval)`,
        [integrationId, randomUUID(), kind, at, parked],
      );
    await add('verify-session', '-90 seconds');
    await add('judge-picture', '-5 seconds');
    await add('screen-session', '-1 second', '-1 second');
    await add('check-br', '-20 minutes');
    await add('erase-session', '-2 hours');
    // What is planned for later does not wait.
    await add('query-mx', '1 hour');
    const url = 'https://hooks.example.com/decision';
    await setWebhookUrl(api.ctx)({ integrationId, type: 'decision', url, actor: 'test' });
    const session = await own.client.createSession();
    await api.ctx.database.query(
      `insert into webhook (integration_id, id, type, session_id, body, clear) values ($1, $2, 'decision', $3, '', true)`,
      [integrationId, randomUUID(), session],
    );
    const { queues } = await status(viewer);
    expect(queues).toEqual([
      { queue: 'verification', condition: 'slow', waiting: 2, oldestSeconds: expect.any(Number), parked: 0 },
      { queue: 'screening', condition: 'slow', waiting: 0, oldestSeconds: 0, parked: 1 },
      { queue: 'registry', condition: 'down', waiting: 1, oldestSeconds: expect.any(Number), parked: 0 },
      { queue: 'webhooks', condition: 'ok', waiting: 1, oldestSeconds: expect.any(Number), parked: 0 },
    ]);
    const [verification] = queues;
    expect(verification?.oldestSeconds).toBeGreaterThanOrEqual(90);
    expect((await status(stranger)).queues).toEqual(all.map((queue) => ({ queue, ...idle })));

    // A receiver that is paused keeps its webhooks back: that is not the system's.
    await clock.advance({ minutes: 2 });
    expect((await status(viewer)).queues.at(-1)).toMatchObject({ condition: 'slow', waiting: 1 });
    await api.ctx.database.query(`update webhook_endpoint set paused_at = now() where integration_id = $1`, [
      integrationId,
    ]);
    expect((await status(viewer)).queues.at(-1)).toEqual({ queue: 'webhooks', ...idle });
  });

  it('covers picture reading and lists of this process, without names of sources', async () => {
    const { api } = given;
    const { metrics } = api.ctx;
    const viewer = await (await newOrganisation(api)).add({ role: 'viewer' });
    const now = Date.now();
    const source = (id: string, days: number) =>
      ({
        id,
        lists: ['SANCTIONS'],
        maxAgeHours: null,
        publishedAt: null,
        confirmedAt: new Date(now - days * 86_400_000).toISOString(),
        entities: 1,
        lastError: null,
      }) as unknown as CurrentLists['sources'][number];
    const current = { sources: [source('fresh', 0), source('old', 3)] } as unknown as CurrentLists;
    createListsMetrics(metrics.registry, () => current);
    metrics.visionQueueDepth.set({ lane: 'quick' }, 51);
    const { pictures, lists } = await status(viewer);
    expect(pictures).toEqual({ condition: 'slow' });
    expect(lists).toMatchObject({ condition: 'slow', sources: 2, late: 1 });
    expect(Math.round((lists?.oldestSeconds ?? 0) / 86_400)).toBe(3);
    expect((await viewer.browser.get('/status')).bytes.toString()).not.toContain('fresh');
  });
});
