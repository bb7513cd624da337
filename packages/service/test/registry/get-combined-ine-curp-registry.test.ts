import { afterAll, beforeAll, expect, it } from 'vitest';
import { showSession } from '../../src/usecases/operator/show-session.ts';
import { reviewSession } from '../../src/usecases/operator/review-session.ts';
import { queryRegistry } from '../../src/workers/registry/query-registry.ts';
import type { Client } from '../support/api.ts';
import { askVersion } from '../support/ask-version.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { seeing, verify } from '../support/decide.ts';
import {
  claimQuery,
  consented,
  decidedCard,
  getQuery,
  integrateQueries,
  createTestRegistryClients,
  queryWebhooks,
  runQueries,
  seenCard,
  type TestDesk,
} from '../support/mexican-queries.ts';

const curp = 'PELJ850101HDFRPN06';

describeApiOnce('GET …/decision/combined-ine-curp-registry (A-75, A-78)', (given) => {
  let client: Client;
  let registryClients: TestDesk;
  beforeAll(async () => {
    registryClients = await createTestRegistryClients();
    client = await integrateQueries(given.api);
  });
  afterAll(() => registryClients.close());

  const decide = (card: { cic: string; curp?: string; issueYear?: string }, by = client) =>
    decidedCard(given.api, by, { card });
  const asked = async (card: { cic: string; curp?: string; issueYear?: string }, by = client) => {
    const id = await decide(card, by);
    await runQueries(given.api, registryClients, id);
    return id;
  };
  const combined = (id: string) => getQuery(client, id, 'combined-ine-curp-registry');

  it('requires its version first', async () => {
    expect(await askVersion(client, 'combined-ine-curp-registry')).toMatchObject({
      none: '400/1102',
      unknown: '400/1104',
      right: '404/1101',
    });
  });

  it('returns the answers of both registries, and so do all three webhooks', async () => {
    const id = await asked({ cic: '999900001', curp });
    const { status, json } = await combined(id);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      data: {
        ine: {
          active: true,
          status: 'vigente',
          information: 'Vigente como medio de identificación y para votar',
          electorKey: 'PRLPJN85010109H400',
          registrationYear: '2003',
          issueYear: '2023',
          ineIdentifier: '098765432',
        },
        curp: {
          curp,
          statusCurp: 'AN',
          names: 'JUAN CARLOS',
          paternalSurname: 'PEREZ',
          maternalSurname: 'LOPEZ',
          gender: 'M',
          dateOfBirth: '1985-01-01',
          birthRegion: 'DF',
        },
      },
    });
    expect(json.data).not.toHaveProperty('ine.ifeIdentifier');
    const webhooks = await queryWebhooks(given.api, client, id);
    expect(Object.keys(webhooks)).toEqual(['curp-registry', 'ine-curp-registry', 'ine-registry']);
    expect(webhooks['ine-curp-registry']).toMatchObject({
      eventType: 'combined-ine-curp-registry',
      sessionId: id,
      data: { status: 'found', code: 200, details: json.data },
    });
  });

  it('names the older identifier of an older card', async () => {
    const { json } = await combined(await asked({ cic: '999900001', curp, issueYear: '2013' }));
    expect(json.data).toHaveProperty('ine.ifeIdentifier');
    expect(json.data).not.toHaveProperty('ine.ineIdentifier');
  });

  it('has the citizen’s number that the list returns for a card queried by its CIC alone', async () => {
    const id = await decidedCard(given.api, client, { card: { cic: '999900001', curp, ocr: '' } });
    await runQueries(given.api, registryClients, id);
    expect((await combined(id)).json).toMatchObject({
      data: { ine: { status: 'vigente', ocr: '0123098765432', ineIdentifier: '098765432' } },
    });
  });

  it('is answered where only one part was found, and where neither was', async () => {
    const half = await asked({ cic: '999900002', curp });
    expect((await combined(half)).json).toMatchObject({
      data: { ine: { status: 'no_encontrado', electorKey: null }, curp: { statusCurp: 'AN' } },
    });
    const none = await asked({ cic: '999900002', curp: 'AAAA000101HDFRPN00' });
    expect((await combined(none)).json).toMatchObject({
      data: { ine: { status: 'no_encontrado' }, curp: { curp: null, statusCurp: null } },
    });
    expect(await queryWebhooks(given.api, client, none)).toMatchObject({
      'ine-curp-registry': { data: { status: 'not_found', code: 404 } },
    });
  });

  it('has the card where no code is known to query the other registry by', async () => {
    const id = await decide({ cic: '999900001' });
    await runQueries(given.api, registryClients, id);
    const data = { ine: { status: 'vigente' }, curp: { curp: null, statusCurp: null } };
    expect((await combined(id)).json).toMatchObject({ data });
    expect(await queryWebhooks(given.api, client, id)).toMatchObject({
      'ine-curp-registry': { data: { status: 'found', code: 200, details: data } },
    });
  });

  it('is 404 where one registry gave no answer, while the other one’s own endpoint answers', async () => {
    const id = await asked({ cic: '999900011', curp });
    expect((await combined(id)).status).toBe(404);
    expect((await getQuery(client, id, 'curp-registry')).status).toBe(200);
    expect((await getQuery(client, id, 'ine-registry')).status).toBe(404);
    expect(await queryWebhooks(given.api, client, id)).toMatchObject({
      'ine-curp-registry': { data: { status: 'error', code: 503, details: null } },
      'ine-registry': { data: { code: 503 } },
      'curp-registry': { data: { code: 200 } },
    });
  });

  it('queries each registry once for all three', async () => {
    const { control } = registryClients.simulator;
    const before = [control.count('mx.voterList'), control.count('mx.curp')];
    await asked({ cic: '999900001', curp });
    const after = [control.count('mx.voterList'), control.count('mx.curp')];
    expect(after.map((count, at) => count - (before[at] ?? 0))).toEqual([1, 1]);
  });

  it('changes nothing of the decision', async () => {
    const id = await decide({ cic: '999900002', curp });
    const before = await client.decision(id);
    await runQueries(given.api, registryClients, id);
    expect((await client.decision(id)).bytes.equals(before.bytes)).toBe(true);
  });

  it('stores and sends nothing when the lease is lost, and queries once more when it is claimed again', async () => {
    const id = await decide({ cic: '999900001', curp });
    const slept = await claimQuery(given.api, id);
    const awake = await claimQuery(given.api, id);
    if (!slept || !awake) throw new Error('the session has no query job');
    const handle = queryRegistry(given.api.ctx, registryClients.registryClients);
    const { signal } = new AbortController();
    await expect(handle(slept, signal)).rejects.toThrow('lease');
    expect((await combined(id)).status).toBe(404);
    await handle(awake, signal);
    expect((await combined(id)).status).toBe(200);
    expect(Object.keys(await queryWebhooks(given.api, client, id))).toHaveLength(3);
  });

  it('is queued when a person decides, and not before', async () => {
    const id = await client.createSession({ consents: consented });
    await client.submit(id);
    // Faces neither alike nor different: a person has to look.
    const comparison = { distance: 0.56, score: 66, model: 'test-face@1', weak: false };
    await verify(given.api, id, seeing({ ...seenCard({ cic: '999900001', curp }), comparison }));
    const status = async () => (await client.decision(id)).json.verification.status;
    if ((await status()) !== 'review') throw new Error('the session does not wait for a person');
    expect(await claimQuery(given.api, id)).toBeNull();
    const { integrationId } = client;
    const review = { integrationId, sessionId: id, verdict: 'approve', code: null, actor: 'test' } as const;
    await reviewSession(given.api.ctx)(review);
    expect(await claimQuery(given.api, id)).not.toBeNull();
  });

  it('keeps no name and no number in the clear', async () => {
    const id = await asked({ cic: '999900001', curp });
    const rows = await given.api.ctx.database.query(
      `select registry, starts, encode(result, 'escape') as text from registry_check where session_id = $1`,
      [id],
    );
    expect(rows).toHaveLength(2);
    for (const secret of ['PEREZ', curp, '999900001']) expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('is shown to the operator as queried and answered, without the answer', async () => {
    const id = await asked({ cic: '999900001', curp });
    const { integrationId } = client;
    const shown = await showSession(given.api.ctx)({ integrationId, sessionId: id });
    const answered = { kind: 'answered', at: expect.stringMatching(/Z$/) as unknown };
    expect(shown).toMatchObject({
      session: {
        registries: [
          { registry: 'mx-curp', starts: 1, row: null, result: answered },
          { registry: 'mx-voter-list', starts: 1, row: null, result: answered },
        ],
      },
    });
    for (const secret of ['PEREZ', 'JUAN', curp, '999900001', '098765432'])
      expect(JSON.stringify(shown)).not.toContain(secret);
  });

  it('is gone with its session', async () => {
    const erasing = await integrateQueries(given.api, { combinedQuery: true }, { deletion: true });
    const id = await asked({ cic: '999900001', curp }, erasing);
    expect((await getQuery(erasing, id, 'combined-ine-curp-registry')).status).toBe(200);
    await erasing.call({ method: 'DELETE', path: `/sessions/${id}` });
    expect((await getQuery(erasing, id, 'combined-ine-curp-registry')).status).toBe(404);
  });
});
