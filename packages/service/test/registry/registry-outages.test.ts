import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { PortalSession } from '@countersign/contract';
import type { Registries } from '@countersign/registries';
import { afterEach, expect, it } from 'vitest';
import { runOn } from '../../src/bin/run-command.ts';
import { readConfig } from '../../src/runtime/config.ts';
import { createMetrics } from '../../src/runtime/metrics.ts';
import { createRegistryClients } from '../../src/workers/registry/create-registry-clients.ts';
import { watchOutages } from '../../src/workers/registry/report-outages.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { silent } from '../support/engines.ts';
import { newOrganisation } from '../support/portal-organisation.ts';
import { runCheck } from '../support/registry-jobs.ts';

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-outages-'));
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A far end that does its work or does not; its name in the file of registry settings. */
async function startArchive() {
  const archive = { status: 503, file: path.join(directory, 'registries.yaml') };
  const server = http.createServer((_, response) => response.writeHead(archive.status).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  fs.writeFileSync(
    archive.file,
    `registries: { co: { CC: { connector: ani-json, options: { baseUrl: "${url}", contractId: c,
       resilience: { retries: 0, breaker: { failures: 2, trialAfterMs: 1 } } } } } }`,
  );
  return archive;
}

describeApiOnce('a live registry that gives no answers', (given) => {
  /** One of the processes that call registries. */
  const startProcess = async (file: string) => {
    const metrics = createMetrics();
    const config = readConfig({ REGISTRIES_FILE: file });
    const clients = createRegistryClients({ config, log: silent, metrics });
    closing.push(() => clients.close());
    const registries: Registries = await clients.registriesOf('live');
    const look = watchOutages({ database: given.api.ctx.database, log: silent, metrics });
    return {
      registryClients: clients,
      call: async () => {
        // A trial is due a millisecond after a failure.
        await new Promise((resolve) => setTimeout(resolve, 5));
        const { signal } = new AbortController();
        const deadline = new Date(Date.now() + 10_000).toISOString();
        return registries.co.CC.check(
          { idType: 'CC', number: '9000000001' },
          { signal, deadline, correlationId: '5043de43-828c-4b68-9ca0-15a1b9ea504d' },
        );
      },
      look: () => look(registries),
      alarm: async () =>
        /countersign_registry_outage\{connector="ani-json",route="co\.ani"\} ([01])/.exec(
          await metrics.registry.metrics(),
        )?.[1] ?? null,
      breaker: async () =>
        /countersign_registry_breaker\{mode="live",connector="ani-json",route="co\.ani"\} (\S+)/.exec(
          await metrics.registry.metrics(),
        )?.[1] ?? null,
    };
  };
  const alerts = async () =>
    ((await runOn(given.api.ctx, { command: 'alerts list', args: [] })).output as { kind: string }[]).filter(
      ({ kind }) => kind === 'registry_outage',
    );
  const part = async () =>
    ((await runOn(given.api.ctx, { command: 'system show', args: [] })).output as { part: string }[]).filter(
      (each) => each.part === 'registries',
    );
  const well = {
    part: 'registries',
    state: 'ok',
    detail: 'no calls to live registries are held back',
  };

  it('is an alarm after a minute, of the whole installation, until one of its processes has an answer', async () => {
    const archive = await startArchive();
    const [one, other] = [await startProcess(archive.file), await startProcess(archive.file)];
    for (const { call, look, breaker } of [one, other]) {
      await call();
      expect(await breaker()).toBe('0');
      // The second failure opens it; no other call has to be held back for that to be seen.
      await call();
      expect(await breaker()).toBe('1');
      await look();
    }
    await given.clock.advance({ seconds: 20 });
    await one.look();
    expect([await alerts(), await part(), await one.alarm()]).toEqual([[], [well], null]);
    await given.clock.advance({ seconds: 41 });
    for (const { look } of [one, other]) await look();
    const since = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
    const cause =
      'co.ani over ani-json does not answer (http_5xx) and its calls are held back: "registries probe" tries it';
    expect(await alerts()).toEqual([
      {
        id: null,
        integrationId: null,
        kind: 'registry_outage',
        cause,
        sessionId: null,
        createdAt: since,
        resolvedAt: null,
      },
    ]);
    expect(await part()).toEqual([
      {
        part: 'registries',
        state: 'fault',
        detail: expect.stringMatching(
          /^co\.ani over ani-json does not answer .*; since \d{4}-.*Z$/,
        ) as string,
      },
    ]);
    expect([await one.alarm(), await other.alarm()]).toEqual(['1', '1']);

    archive.status = 404;
    await one.call();
    expect(await one.breaker()).toBe('0');
    await one.look();
    // Holds calls back still, because it has made none since.
    await other.look();
    expect([await alerts(), await part()]).toEqual([[], [well]]);
    expect([await one.alarm(), await other.alarm()]).toEqual(['0', '0']);

    archive.status = 503;
    await other.call();
    await other.look();
    expect(await alerts()).toEqual([]);
    await given.clock.advance({ seconds: 61 });
    await other.look();
    expect(await alerts()).toMatchObject([{ cause }]);
  });

  it('is on the page of a session that waits for it, with the next try, and in the list of sessions (A-418)', async () => {
    const archive = await startArchive();
    await given.api.ctx.database.query('delete from registry_outage');
    const { registryClients, look } = await startProcess(archive.file);
    const own = await newOrganisation(given.api);
    const viewer = await own.add({ role: 'viewer' });
    const settings = { identityVerification: false, registry: 'CO', registryRetries: true } as const;
    const waiting = async (mode: 'test' | 'live') => {
      const client = await own.integrate({ mode, settings });
      const id = await client.createSession({
        person: { firstName: 'MARIA GABRIELA', lastName: 'NUÑEZ GARCIA' },
        document: {
          number: '9000000001',
          country: 'CO',
          type: 'ID_CARD',
          idCardType: 'CC',
          firstIssue: '2015-06-20',
        },
      });
      await client.submit(id);
      const live = await registryClients.registriesOf('live');
      const clients = { ...registryClients, registriesOf: () => Promise.resolve(live) };
      const checkOf = async () => {
        const page = (await viewer.browser.get(`/sessions/${id}`)).json as unknown as PortalSession;
        return page.registryChecks[0];
      };
      return {
        id,
        checkOf,
        check: () => runCheck(given.api, id, { registry: 'co', mode, registryClients: clients }),
      };
    };
    const at = expect.stringMatching(/^\d{4}-.*Z$/) as string;
    const live = await waiting('live');
    expect(await live.checkOf()).toMatchObject({ state: 'waiting', unanswered: null });
    await live.check();
    const first = await live.checkOf();
    expect(first).toMatchObject({
      registry: 'co',
      state: 'waiting',
      starts: 1,
      nextTryAt: at,
      unanswered: { since: at, outageSince: null },
    });
    const test = await waiting('test');
    await test.check();
    await look();
    await given.clock.advance({ seconds: 61 });
    await look();
    const [{ createdAt: outageSince } = { createdAt: null }] = (await alerts()) as { createdAt?: string }[];
    expect(outageSince).toEqual(at);
    expect((await live.checkOf())?.unanswered).toEqual({ since: first?.unanswered?.since, outageSince });
    // Simulators answer test integrations, whatever happens to a registry.
    expect((await test.checkOf())?.unanswered).toEqual({ since: at, outageSince: null });
    const waitingRows = async () => {
      const { rows } = (await viewer.browser.get('/sessions')).json;
      return rows.filter(({ awaitsRegistry }) => awaitsRegistry).map(({ id }) => id);
    };
    expect(await waitingRows()).toEqual([test.id, live.id]);

    archive.status = 404;
    await given.clock.advance({ minutes: 20 });
    await live.check();
    expect(await live.checkOf()).toMatchObject({ state: 'ended', unanswered: null });
    expect(await waitingRows()).toEqual([test.id]);
  });

  it('ends two minutes after the last process that reported it has ended', async () => {
    const archive = await startArchive();
    await given.api.ctx.database.query('delete from registry_outage');
    const one = await startProcess(archive.file);
    await one.call();
    await one.call();
    await one.look();
    await given.clock.advance({ seconds: 70 });
    expect(await alerts()).toHaveLength(1);
    await given.clock.advance({ seconds: 51 });
    expect(await alerts()).toEqual([]);
  });
});
