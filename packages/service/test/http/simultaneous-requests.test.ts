import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createSessionInserter } from '../../src/storage/session/sessions.ts';
import { decided } from '../support/decide.ts';
import { describeApiOnce } from '../support/describe-api.ts';

describeApiOnce('requests that share a statement', (given) => {
  it('for decisions get what each would get alone', async () => {
    const { api } = given;
    const client = await api.integrate({ settings: { deletion: true } });
    const other = await api.integrate();
    const gone = await api.integrate();
    const approved = await decided(api, client, 'Approve');
    const declined = await decided(api, other, 'Decline');
    const open = await client.createSession();
    const lost = await gone.createSession();
    const deleted = await decided(api, client, 'Approve');
    await client.call({ method: 'DELETE', path: `/sessions/${deleted}` });
    await gone.decision(lost);
    await api.ctx.database.query(`update integration set active = false where id = $1`, [gone.integrationId]);
    const answers = await Promise.all([
      client.decision(approved),
      other.decision(declined),
      client.decision(declined),
      other.decision(approved),
      client.decision(open),
      gone.decision(lost),
      client.decision(deleted),
      client.decision(randomUUID()),
      client.decision(approved),
    ]);
    expect(answers.map(({ status, json }) => [status, json.code ?? json.verification?.status])).toEqual([
      [200, 'approved'],
      [200, 'declined'],
      [404, '1101'],
      [404, '1101'],
      [200, undefined],
      [401, '1804'],
      [404, '1101'],
      [404, '1101'],
      [200, 'approved'],
    ]);
  });

  it('for creation each make a session of their own, with its attempt and its audit row', async () => {
    const { api, client } = given;
    const other = await api.integrate();
    const gone = await api.integrate();
    await gone.createSession();
    await api.ctx.database.query(`update integration set active = false where id = $1`, [gone.integrationId]);
    const create = (by: typeof client, vendorData: string) =>
      by.call({ method: 'POST', path: '/sessions', body: { verification: { vendorData } } });
    const answers = await Promise.all([
      ...['a', 'b', 'c'].map((vendorData) => create(client, vendorData)),
      create(other, 'd'),
      create(gone, 'e'),
    ]);
    expect(answers.map(({ status, json }) => [status, json.verification?.vendorData])).toEqual([
      [201, 'a'],
      [201, 'b'],
      [201, 'c'],
      [201, 'd'],
      [401, undefined],
    ]);
    const ids = answers.slice(0, 4).map(({ json }) => json.verification.id);
    const rows = await api.ctx.database.query(
      `select s.integration_id as owner, a.ordinal, u.action, u.to_state as to
       from unnest($1::uuid[]) with ordinality as w (id, at)
       join session s on s.id = w.id
       join attempt a on a.integration_id = s.integration_id and a.session_id = s.id and a.id = s.attempt_id
       join audit u on u.integration_id = s.integration_id and u.session_id = s.id and u.attempt_id = a.id
       order by w.at`,
      [ids],
    );
    expect(rows).toMatchObject(
      [client, client, client, other].map(({ integrationId }) => ({
        owner: integrationId,
        ordinal: 1,
        action: 'create-session',
        to: 'created',
      })),
    );
  });

  it('do not fail because one of them does, nor where two have one identifier (F39)', async () => {
    const { api, client } = given;
    const insert = createSessionInserter(api.ctx.database);
    const twice = randomUUID();
    const written = await Promise.allSettled(
      [randomUUID(), twice, twice, randomUUID()].map((id) =>
        insert({
          caller: { integrationId: client.integrationId, keyId: null },
          actor: 'api',
          id,
          attemptId: randomUUID(),
          lifetimeSeconds: 3600,
          dataKey: Buffer.from([1, 2, 0xff]),
          kekVersion: 1,
          sealed: Buffer.from([3]),
          vendorHash: null,
          endUserHash: null,
          nameTokens: new Uint8Array(),
        }),
      ),
    );
    const [first, one, other, last] = written.map(({ status }) => status);
    expect([first, last]).toEqual(['fulfilled', 'fulfilled']);
    expect([one, other].toSorted()).toEqual(['fulfilled', 'rejected']);
    const rows = await api.ctx.database.query(
      `select data_key, sealed, extract(epoch from expires_at - created_at)::int as seconds from session where id = $1`,
      [twice],
    );
    expect(rows.map((row) => ({ ...row, data_key: [...(row['data_key'] as Buffer)] }))).toMatchObject([
      { data_key: [1, 2, 0xff], seconds: 3600 },
    ]);
  });
});
