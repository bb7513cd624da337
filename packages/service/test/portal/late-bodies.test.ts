import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { runOn } from '../../src/bin/run-command.ts';
import { hmacHex } from '../../src/signing/hmac.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { enterFlow } from '../support/flow-client.ts';
import { cookieName, type Person, portalOrigin } from '../support/portal-browser.ts';
import { newOrganisation } from '../support/portal-organisation.ts';
import { openRaw, type RawConnection } from '../support/raw-connection.ts';

interface Held {
  connection: RawConnection;
  /** Sends what is missing. @returns the whole answer */
  finish(): Promise<string>;
}

describeApiOnce('a change whose body arrives late', (given) => {
  /** Sends all of a request but its last byte, and waits until the server has judged all that precedes the body. */
  async function holdRequest(
    from: string,
    { line, headers, body }: { line: string; headers: Record<string, string>; body: object },
  ): Promise<Held> {
    const bytes = JSON.stringify(body);
    const connection = openRaw(given.api.port, from);
    const all = {
      Host: 'id.example.com',
      'Content-Type': 'application/json',
      'Content-Length': String(bytes.length),
      Expect: '100-continue',
      Connection: 'close',
      ...headers,
    };
    const fields = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    connection.socket.write(`${line} HTTP/1.1\r\n${fields.join('')}\r\n`);
    await expect.poll(connection.received).toContain('100 Continue');
    connection.socket.write(bytes.slice(0, -1));
    return {
      connection,
      async finish() {
        connection.socket.write(bytes.slice(-1));
        await connection.ended;
        return connection.received();
      },
    };
  }

  const hold = ({ browser }: Person, path: string, body: object) =>
    holdRequest(browser.address, {
      line: `POST /portal/api${path}`,
      headers: {
        Cookie: `${cookieName}=${browser.cookie ?? ''}`,
        'X-Csrf-Token': browser.csrf,
        'X-Countersign-Portal': '1',
        Origin: portalOrigin,
      },
      body,
    });

  it('is refused when the person was removed before its last byte (S06)', async () => {
    const own = await newOrganisation(given.api);
    const [owner, leaving] = [await own.add({ role: 'owner' }), await own.add({ role: 'admin' })];
    await owner.stepUp();
    await leaving.stepUp();
    const email = `confederate-${randomUUID()}@example.com`;
    const invitation = await hold(leaving, '/team/invitations', { email, role: 'admin', integrations: null });
    const key = await hold(leaving, `/integrations/${own.client.integrationId}/keys`, { label: 'mine' });
    expect((await owner.browser.call({ method: 'DELETE', path: `/team/${leaving.id}` })).status).toBe(204);
    for (const held of [invitation, key]) {
      const answer = await held.finish();
      expect(answer).toContain('HTTP/1.1 401 ');
      expect(answer).toContain('"code":"signed-out"');
    }
    expect((await owner.browser.get('/team')).json.invitations.map((each) => each.email)).not.toContain(
      email,
    );
    const { keys } = (await owner.browser.get(`/integrations/${own.client.integrationId}`)).json;
    expect(keys).toHaveLength(1);
  });

  it('is authorised by the role at its last byte, and succeeds where nothing changed (S06)', async () => {
    const own = await newOrganisation(given.api);
    const [owner, reviewer] = [await own.add({ role: 'owner' }), await own.add({ role: 'reviewer' })];
    await owner.stepUp();
    const session = await own.client.createSession();
    const [late, kept] = [
      await hold(reviewer, `/sessions/${session}/notes`, { text: 'Written late' }),
      await hold(owner, `/sessions/${session}/notes`, { text: 'Written by the owner' }),
    ];
    const body = { version: 1, role: 'viewer' };
    expect((await owner.browser.call({ method: 'PATCH', path: `/team/${reviewer.id}`, body })).status).toBe(
      204,
    );
    expect(await late.finish()).toContain('HTTP/1.1 403 ');
    expect(await kept.finish()).toContain('HTTP/1.1 204 ');
  });

  it('to the API and the flow is refused when the integration was switched off before its last byte (S02, S15)', async () => {
    const { api } = given;
    const client = await api.integrate();
    const body = { verification: {} };
    const created = await client.call({ method: 'POST', path: '/sessions', body });
    const { id, sessionToken } = created.json.verification;
    const page = await enterFlow(api, sessionToken);
    const supplied = { verification: { id, person: { firstName: 'Late' } } };
    const toApi = await holdRequest('127.0.0.1', {
      line: `POST /v1/sessions/${id}/collected-data`,
      headers: {
        'X-AUTH-CLIENT': client.apiKey,
        'X-HMAC-SIGNATURE': hmacHex(client.secret, JSON.stringify(supplied)),
      },
      body: supplied,
    });
    const toFlow = await holdRequest('127.0.0.1', {
      line: 'PUT /flow/v1/document',
      headers: { Authorization: `Bearer ${page.bearer}` },
      body: { country: 'EE', type: 'PASSPORT' },
    });
    await runOn(api.ctx, { command: 'integration deactivate', args: [client.integrationId] });
    expect(await toApi.finish()).toContain('HTTP/1.1 401 ');
    const answer = await toFlow.finish();
    expect(answer).toContain('HTTP/1.1 401 ');
    expect(answer).toContain('bearer-invalid');
  });
});
