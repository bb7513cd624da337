import { expect, it } from 'vitest';
import { askVersion } from '../support/ask-version.ts';
import { decided } from '../support/decide.ts';
import { describeApiOnce } from '../support/describe-api.ts';

describeApiOnce('GET …/decision/fullauto (A-57)', (given) => {
  it('shows a decision once there is one, and null until then', async () => {
    const { api } = given;
    const fullAuto = await api.integrate({ settings: { fullAuto: true } });
    const id = await decided(api, fullAuto, 'Approve');
    const answer = await fullAuto.call({ path: `/sessions/${id}/decision/fullauto?version=1.0.0` });
    expect([answer.status, answer.json.status, answer.json.verification === null]).toEqual([
      200,
      'success',
      false,
    ]);
    const undecidedSession = await fullAuto.createSession();
    const undecidedAnswer = await fullAuto.call({
      path: `/sessions/${undecidedSession}/decision/fullauto?version=1.0.0`,
    });
    expect(undecidedAnswer.bytes.toString()).toBe('{"status":"success","verification":null}');
  });

  it('on an integration without full auto requires its version first, then is 404', async () => {
    expect(await askVersion(given.client, 'fullauto')).toEqual({
      none: '400/1102',
      empty: '400/1102',
      twice: '400/1102',
      unknown: '400/1104',
      right: '404/1101',
      noSession: '404/1101',
    });
  });
});
