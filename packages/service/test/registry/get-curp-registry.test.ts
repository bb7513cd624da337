import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../support/api.ts';
import { askVersion } from '../support/ask-version.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import {
  consented,
  decidedCard,
  getQuery,
  integrateQueries,
  createTestRegistryClients,
  queryWebhooks,
  runQueries,
  type TestDesk,
} from '../support/mexican-queries.ts';

describeApiOnce('GET …/decision/curp-registry (A-75, A-77)', (given) => {
  let client: Client;
  let registryClients: TestDesk;
  beforeAll(async () => {
    registryClients = await createTestRegistryClients();
    client = await integrateQueries(given.api, { curpQuery: true });
  });
  afterAll(() => registryClients.close());

  const asked = async (curp: string | undefined, person: Record<string, unknown> = {}) => {
    const card = { cic: '999900001', ...(curp === undefined ? {} : { curp }) };
    const verification = { person, consents: consented };
    const id = await decidedCard(given.api, client, { card, verification });
    await runQueries(given.api, registryClients, id);
    return id;
  };

  it('requires its version first', async () => {
    expect(await askVersion(client, 'curp-registry')).toMatchObject({
      none: '400/1102',
      unknown: '400/1104',
      right: '404/1101',
    });
  });

  it.each([
    ['PELJ850101HDFRPN06', 'AN', 'PELJ850101HDFRPN06', 'Registro normal'],
    ['NUGM900202MJCXRN05', 'AH', 'NUGM900202MJCXRN05', 'Registro con homonimia'],
    ['LOXM920303HNLPXN03', 'RCN', 'LOXM920303HNLPXN03', 'Cambio que no afecta a la CURP'],
    ['PELJ400404HPLRPN00', 'BD', 'PELJ400404HPLRPN00', 'Baja por defunción'],
    ['VACA800101MSPRSN00', 'RCC', 'VXCA800101MSPRSN02', 'Cambio que afecta a la CURP'],
  ])(
    'of the code %s returns status %s, the code now in force, and why',
    async (curp, statusCurp, now, description) => {
      const id = await asked(curp);
      const { status, json } = await getQuery(client, id, 'curp-registry');
      expect([status, json]).toEqual([200, { statusCurp, curp: now }]);
      expect(await queryWebhooks(given.api, client, id)).toMatchObject({
        'curp-registry': {
          type: 'curp_registry',
          id,
          data: { status: 'found', code: 200, details: { statusCurp, curp: now, description } },
        },
      });
    },
  );

  it('of an unknown code returns null, and does not report an outage', async () => {
    const id = await asked('AAAA000101HDFRPN00');
    const { status, json } = await getQuery(client, id, 'curp-registry');
    expect([status, json]).toEqual([200, { statusCurp: null, curp: null }]);
    expect(await queryWebhooks(given.api, client, id)).toMatchObject({
      'curp-registry': { data: { status: 'not_found', code: 404 } },
    });
  });

  it('takes the code of the request where the card shows none, and makes no query without either', async () => {
    const id = await asked(undefined, { idNumber: 'PELJ850101HDFRPN06' });
    expect((await getQuery(client, id, 'curp-registry')).json).toEqual({
      statusCurp: 'AN',
      curp: 'PELJ850101HDFRPN06',
    });
    const before = registryClients.simulator.control.count('mx.curp');
    const without = await asked(undefined);
    expect(registryClients.simulator.control.count('mx.curp')).toBe(before);
    expect((await getQuery(client, without, 'curp-registry')).json).toEqual({ statusCurp: null, curp: null });
    expect(await queryWebhooks(given.api, client, without)).toMatchObject({
      'curp-registry': { data: { status: 'not_found', code: 404 } },
    });
  });

  it('is 404 while the registry is down, and the webhook reports that', async () => {
    await registryClients.simulator.control.setFaults([
      { id: 'down', route: 'mx.curp', fault: 'http.status', params: { status: 503 } },
    ]);
    const id = await asked('PELJ850101HDFRPN06');
    await registryClients.simulator.control.setFaults([]);
    expect((await getQuery(client, id, 'curp-registry')).status).toBe(404);
    expect(await queryWebhooks(given.api, client, id)).toMatchObject({
      'curp-registry': { data: { status: 'error', code: 503, details: null } },
    });
  });
});
