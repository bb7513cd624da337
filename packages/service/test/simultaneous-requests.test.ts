import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { decided } from './support/decide.ts';
import { describeApi } from './support/describe-api.ts';

describeApi('requests that share a statement', (given) => {
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
    await api.shell.database.query(`update integration set active = false where id = $1`, [
      gone.integrationId,
    ]);
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
});
