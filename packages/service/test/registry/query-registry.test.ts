import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { restoreMissingQueries } from '../../src/storage/registry/registry-checks.ts';
import { eraseSession } from '../../src/workers/erase-session.ts';
import { queryRegistry } from '../../src/workers/registry/query-registry.ts';
import type { RegistryClients } from '../../src/workers/registry/registry-clients.ts';
import { claimJob } from '../support/decide.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import {
  consented,
  decidedCard,
  integrateQueries,
  createTestRegistryClients,
  runQueries,
  type TestDesk,
} from '../support/mexican-queries.ts';

describeApiOnce('a query of Mexico’s registries', (given) => {
  let test: TestDesk;
  beforeAll(async () => {
    test = await createTestRegistryClients();
  });
  afterAll(() => test.close());
  afterEach(() => test.simulator.control.reset());

  const card = { cic: '999900001', curp: 'PELJ850101HDFRPN06' };
  const rows = (sql: string, sessionId: string) => given.api.ctx.database.query(sql, [sessionId]);

  it('sends nothing about a session that was deleted before it, and leaves nothing of it', async () => {
    const { api } = given;
    const client = await integrateQueries(api, { ineQuery: true, curpQuery: true }, { deletion: true });
    const id = await decidedCard(api, client, { card });
    const deleting: RegistryClients = {
      ...test.registryClients,
      registriesOf: async (mode) => {
        expect((await client.call({ method: 'DELETE', path: `/sessions/${id}` })).status).toBe(200);
        const job = await claimJob(api, id, 'erase-session');
        if (!job) throw new Error('a deleted session has a job that erases it');
        await eraseSession(api.ctx)(job, new AbortController().signal);
        return test.registryClients.registriesOf(mode);
      },
    };
    await runQueries(api, { ...test, registryClients: deleting }, id);
    const { control } = test.simulator;
    expect([control.count('mx.curp'), control.count('mx.voterList')]).toEqual([0, 0]);
    expect(await rows(`select registry from registry_check where session_id = $1`, id)).toEqual([]);
    expect(await rows(`select kind from job where session_id = $1`, id)).toEqual([]);
  });

  it('gets its job again when that was lost, once', async () => {
    const { api } = given;
    const client = await integrateQueries(api, { ineQuery: true, curpQuery: true });
    const id = await decidedCard(api, client, { card });
    const kinds = () => rows(`select kind from job where session_id = $1 and kind like 'query%'`, id);
    await rows(`delete from job where session_id = $1`, id);
    await restoreMissingQueries(api.ctx.database);
    expect(await kinds()).toEqual([]);
    await given.clock.advance({ minutes: 2 });
    await restoreMissingQueries(api.ctx.database);
    await restoreMissingQueries(api.ctx.database);
    expect(await kinds()).toEqual([{ kind: 'query-mx-test' }]);
    await runQueries(api, test, id);
    await restoreMissingQueries(api.ctx.database);
    expect(await kinds()).toEqual([]);
  });

  it('notifies the operator of a live integration when a registry refuses us, and when it answers again', async () => {
    const { api } = given;
    const client = await api.integrate({ mode: 'live', settings: { mexico: { curpQuery: true } } });
    const ask = async () => {
      const id = await decidedCard(api, client, { card, verification: { consents: consented } });
      const job = await claimJob(api, id, 'query-mx');
      if (!job) throw new Error('the session has no query job');
      await queryRegistry(api.ctx, test.registryClients)(job, new AbortController().signal);
    };
    const entries = () =>
      api.ctx.database.query(
        `select cause, resolved_at is not null as resolved from operator_entry where integration_id = $1 and kind = 'registry_unusable'`,
        [client.integrationId],
      );
    await test.simulator.control.setFaults([
      { id: 'refused', route: 'mx.curp', fault: 'http.status', params: { status: 403 } },
    ]);
    await ask();
    await ask();
    expect(await entries()).toEqual([{ cause: 'mx-curp: auth', resolved: false }]);
    await test.simulator.control.setFaults([]);
    await ask();
    expect(await entries()).toEqual([{ cause: 'mx-curp: auth', resolved: true }]);
  });
});
