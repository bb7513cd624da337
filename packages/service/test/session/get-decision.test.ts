import { expect, it } from 'vitest';
import { decided } from '../support/decide.ts';
import { describeApiOnce } from '../support/describe-api.ts';

const undecided = '{"status":"success","verification":null,"technicalData":{"ip":null}}';

describeApiOnce('GET …/decision (A-46)', (given) => {
  it('shows null while the session is created, started or submitted', async () => {
    const { api, client } = given;
    const id = await client.createSession();
    expect((await client.decision(id)).bytes.toString()).toBe(undecided);
    await api.ctx.database.query(`update session set status = 'started' where id = $1`, [id]);
    expect((await client.decision(id)).bytes.toString()).toBe(undecided);
    await client.submit(id);
    expect((await client.decision(id)).bytes.toString()).toBe(undecided);
  });

  it.each([
    ['Approve', 'approved', 9001, null],
    ['Decline', 'declined', 9102, 102],
    ['Resubmit', 'resubmission_requested', 9103, 201],
    ['Expire', 'expired', 9104, null],
    ['Abandon', 'abandoned', 9104, null],
    ['Review', 'review', 9121, null],
  ])(
    'shows the decision "%s" as it was frozen, the same bytes every time (I3)',
    async (name, status, code, reasonCode) => {
      const { api, client } = given;
      const id = await decided(api, client, name);
      const { json, bytes } = await client.decision(id);
      expect(json.verification).toMatchObject({ id, status, code, reasonCode });
      expect(bytes.toString()).toBe(JSON.stringify(json));
      expect((await client.decision(id)).bytes.equals(bytes)).toBe(true);
    },
  );

  it('on a full-auto integration shows null even when decided (A-57)', async () => {
    const { api } = given;
    const fullAuto = await api.integrate({ settings: { fullAuto: true } });
    const id = await decided(api, fullAuto, 'Approve');
    expect((await fullAuto.decision(id)).bytes.toString()).toBe(undecided);
  });
});
