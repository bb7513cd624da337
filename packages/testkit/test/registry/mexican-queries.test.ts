import { expect, it } from 'vitest';
import { showSession } from '../../../service/src/usecases/operator/show-session.ts';
import { setWebhookUrl } from '../../../service/src/usecases/webhook/set-webhook-url.ts';
import { describeService } from '../support/each-engine.ts';
import { mexican, submitted } from '../support/registry-sessions.ts';

describeService('Mexico’s queries in the running service', (running) => {
  const integrate = async () => {
    const { ctx, receiver, integrate: add } = running();
    const settings = {
      identityVerification: false,
      registry: 'MX_INE',
      mexico: { curpQuery: true, ineQuery: true },
    } as const;
    const integration = await add({ settings });
    const { integrationId } = integration;
    for (const type of ['curp-registry', 'ine-registry'] as const)
      await setWebhookUrl(ctx)({ integrationId, type, url: `${receiver.url}/${type}`, actor: 'test' });
    return integration;
  };
  const queryOf = (sessionId: string, name: 'curp-registry' | 'ine-registry') => ({
    method: 'GET' as const,
    path: `/sessions/${sessionId}/decision/${name}?version=1.0.0`,
    sign: sessionId,
  });

  it.each([
    {
      status: 'approved',
      cic: '999900001',
      code: 9001,
      active: true,
      documentState: 'Vigente como medio de identificación y para votar',
    },
    {
      status: 'declined',
      cic: '999900002',
      code: 9102,
      active: false,
      documentState: 'No se obtuvieron datos con la información proporcionada',
    },
  ])('are made after a decision that is $status, and reported by signed webhooks', async (row) => {
    const { cic, code, active, documentState } = row;
    const { client, integrationId } = await integrate();
    const { ctx, receiver } = running();
    const id = await submitted(client, mexican(cic));
    const { body } = await client.waitForDecision(id);
    expect(body.verification?.code).toBe(code);
    const isAbout = (path: string) => (webhook: { path: string; body: Buffer }) =>
      webhook.path === path && webhook.body.toString().includes(id);
    const [curp] = await receiver.waitFor(1, isAbout('/curp-registry'));
    expect(JSON.parse(curp?.body.toString() ?? '')).toMatchObject({
      type: 'curp_registry',
      id,
      data: { status: 'found', code: 200, details: { statusCurp: 'AN', curp: 'PELJ850101HDFRPN06' } },
    });
    // Without pictures of the card the voter list is asked by the CIC alone.
    const [ine] = await receiver.waitFor(1, isAbout('/ine-registry'));
    expect(JSON.parse(ine?.body.toString() ?? '')).toMatchObject({
      data: { status: documentState, code: 200, details: { active, documentState } },
    });
    expect((await client.call(queryOf(id, 'ine-registry'))).body).toEqual({ active, documentState });
    expect((await client.call(queryOf(id, 'curp-registry'))).body).toEqual({
      statusCurp: 'AN',
      curp: 'PELJ850101HDFRPN06',
    });
    const shown = await showSession(ctx)({ integrationId, sessionId: id });
    expect(shown).toMatchObject({
      session: {
        registries: expect.arrayContaining([
          expect.objectContaining({ registry: 'mx', starts: 1 }),
          expect.objectContaining({ registry: 'mx-curp', starts: 1 }),
          expect.objectContaining({ registry: 'mx-voter-list', starts: 1 }),
        ]) as unknown,
      },
    });
    for (const secret of ['PEREZ', 'PELJ850101HDFRPN06', cic])
      expect(JSON.stringify(shown)).not.toContain(secret);
  });

  it('are not made without consent', async () => {
    const { client, integrationId } = await integrate();
    const id = await submitted(client, mexican('999900001', []));
    const { body } = await client.waitForDecision(id);
    expect(body.verification).toMatchObject({ code: 9102, reasonCode: 640 });
    const shown = await showSession(running().ctx)({ integrationId, sessionId: id });
    expect(shown).toMatchObject({ session: { registries: [{ registry: 'mx', row: 'M1', starts: 0 }] } });
    expect((await client.call(queryOf(id, 'curp-registry'))).status).toBe(404);
  });
});
