import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../support/api.ts';
import { askVersion } from '../support/ask-version.ts';
import { decided } from '../support/decide.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import {
  claimQuery,
  consented,
  decidedCard,
  getQuery,
  integrateQueries,
  createTestRegistryClients,
  queryWebhooks,
  runQueries,
  type ShownCard,
  type TestDesk,
} from '../support/mexican-queries.ts';

describeApiOnce('GET …/decision/ine-registry (A-75, A-76)', (given) => {
  let client: Client;
  let registryClients: TestDesk;
  beforeAll(async () => {
    registryClients = await createTestRegistryClients();
    client = await integrateQueries(given.api, { ineQuery: true });
  });
  afterAll(() => registryClients.close());

  const decide = (card: ShownCard, verification?: Record<string, unknown>) =>
    decidedCard(given.api, client, { card, ...(verification ? { verification } : {}) });
  const asked = async (card: ShownCard) => {
    const id = await decide(card);
    await runQueries(given.api, registryClients, id);
    return id;
  };

  it('requires its version first, then is 404 before the session is final', async () => {
    expect(await askVersion(client, 'ine-registry')).toEqual({
      none: '400/1102',
      empty: '400/1102',
      twice: '400/1102',
      unknown: '400/1104',
      right: '404/1101',
      noSession: '404/1101',
    });
  });

  it.each([
    ['999900001', true, 'Vigente como medio de identificación y para votar'],
    ['999900036', true, 'Vigente para votar desde el extranjero'],
    ['999900034', false, 'Vigente como identificación; derechos políticos suspendidos'],
    ['999900035', false, 'Vigente únicamente como medio de identificación'],
    ['999900015', false, 'Credencial no vigente'],
    ['999900002', false, 'No se obtuvieron datos con la información proporcionada'],
  ])('returns for card %s the answer of the voter list', async (cic, active, documentState) => {
    const id = await asked({ cic });
    const { status, json } = await getQuery(client, id, 'ine-registry');
    expect([status, json]).toEqual([200, { active, documentState }]);
    expect(await queryWebhooks(given.api, client, id)).toMatchObject({
      'ine-registry': {
        eventType: 'ine_registry',
        sessionId: id,
        version: '1.0.0',
        data: { status: documentState, code: 200, details: { active, documentState } },
      },
    });
  });

  it('is 404 while the registry has not been called, with nothing but the job waiting', async () => {
    const id = await decide({ cic: '999900001' });
    expect((await getQuery(client, id, 'ine-registry')).json.code).toBe('1101');
    expect(await queryWebhooks(given.api, client, id)).toEqual({});
    expect(await claimQuery(given.api, id)).not.toBeNull();
  });

  it('is 404 where the registry gave no answer, and the webhook reports that', async () => {
    const id = await asked({ cic: '999900011' });
    expect((await getQuery(client, id, 'ine-registry')).status).toBe(404);
    expect(await queryWebhooks(given.api, client, id)).toMatchObject({
      'ine-registry': { data: { status: 'registry_unavailable', code: 503, details: null } },
    });
  });

  it('is the only query where it alone is switched on: the population registry is not called', async () => {
    const before = registryClients.simulator.control.count('mx.curp');
    const id = await asked({ cic: '999900001', curp: 'PELJ850101HDFRPN06' });
    expect(registryClients.simulator.control.count('mx.curp')).toBe(before);
    expect((await getQuery(client, id, 'curp-registry')).status).toBe(404);
    expect((await getQuery(client, id, 'combined-ine-curp-registry')).status).toBe(404);
    expect(Object.keys(await queryWebhooks(given.api, client, id))).toEqual(['ine-registry']);
  });

  it.each([
    ['without consent', {}],
    ['with a consent that was refused', { consents: [{ type: 'ine', approved: false }] }],
    ['with a consent that was not answered', { consents: [{ type: 'ine' }] }],
    ['with one refused beside one given', { consents: [...consented, { type: 'ine', approved: false }] }],
    ['with consent to something else', { consents: [{ type: 'bipa', approved: true }] }],
  ])('makes no call about a session %s', async (_, verification) => {
    const id = await decide({ cic: '999900001' }, verification);
    expect(await claimQuery(given.api, id)).toBeNull();
    expect((await getQuery(client, id, 'ine-registry')).status).toBe(404);
  });

  it('makes no call where a first name forced the decision', async () => {
    const id = await decided(given.api, client, 'Approve');
    expect(await claimQuery(given.api, id)).toBeNull();
  });

  it('calls the voter list once, whatever becomes of the answer', async () => {
    const before = registryClients.simulator.control.count('mx.voterList');
    await asked({ cic: '999900011' });
    expect(registryClients.simulator.control.count('mx.voterList')).toBe(before + 1);
  });

  it('sends the CIC alone where the card’s other numbers could not be read', async () => {
    const id = await asked({ cic: '999900035', ocr: '' });
    const documentState = 'Vigente únicamente como medio de identificación';
    expect((await getQuery(client, id, 'ine-registry')).json).toEqual({ active: false, documentState });
    expect(await queryWebhooks(given.api, client, id)).toMatchObject({
      'ine-registry': { data: { status: documentState, code: 200 } },
    });
  });

  it('makes no query about a card whose numbers are not known, and reports that there is no answer', async () => {
    const before = registryClients.simulator.control.count('mx.voterList');
    const id = await asked({ cic: 'ILLEGIBLE', ocr: '' });
    expect(registryClients.simulator.control.count('mx.voterList')).toBe(before);
    expect((await getQuery(client, id, 'ine-registry')).status).toBe(404);
    expect(await queryWebhooks(given.api, client, id)).toMatchObject({
      'ine-registry': { data: { code: 503 } },
    });
  });

  it('is begun twice at most when workers die, and then counts as no answer', async () => {
    const id = await decide({ cic: '999900001' });
    await given.api.ctx.database.query(`update registry_check set starts = 2 where session_id = $1`, [id]);
    const before = registryClients.simulator.control.count('mx.voterList');
    await runQueries(given.api, registryClients, id);
    expect(registryClients.simulator.control.count('mx.voterList')).toBe(before);
    expect((await getQuery(client, id, 'ine-registry')).status).toBe(404);
  });

  it('is 404 for a session of another client', async () => {
    const id = await asked({ cic: '999900001' });
    const stranger = await integrateQueries(given.api);
    expect((await getQuery(stranger, id, 'ine-registry')).status).toBe(404);
  });
});
