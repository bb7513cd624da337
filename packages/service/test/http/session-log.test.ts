import { expect, it } from 'vitest';
import { createLog } from '../../src/runtime/log.ts';
import { reviewSession } from '../../src/usecases/operator/review-session.ts';
import { startApi } from '../support/api.ts';
import { verify } from '../support/decide.ts';
import { describeEnginesOnce } from '../support/engines.ts';

interface Line {
  msg: string;
  [member: string]: unknown;
}

describeEnginesOnce('the log of sessions', (open) => {
  it('has one line for every change of a session’s status, once it is committed', async () => {
    const lines: Line[] = [];
    const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Line) };
    const database = await open();
    const api = await startApi(database, {}, { log: createLog('info', { destination }) });
    try {
      const client = await api.integrate();
      const id = await client.createSession({ person: { firstName: 'Review', lastName: 'Maasikas' } });
      await client.submit(id);
      await verify(api, id);
      await reviewSession(api.ctx)({
        integrationId: client.integrationId,
        sessionId: id,
        verdict: 'decline',
        code: 102,
        actor: 'cli:ada',
      });
      const undone = database.transaction(async (tx) => {
        tx.report({ sessionId: id, event: 'undone' }, 'session moved');
        throw new Error('rolled back');
      });
      await expect(undone).rejects.toThrow('rolled back');
      const moved = lines.filter(({ msg }) => msg === 'session moved');
      const [created] = moved;
      const line = {
        level: 'info',
        time: expect.any(String) as string,
        integrationId: client.integrationId,
        sessionId: id,
        attemptId: created!['attemptId'],
        msg: 'session moved',
      };
      expect(moved).toEqual([
        { ...line, actor: 'api', event: 'create-session', from: null, to: 'created' },
        {
          ...line,
          actor: expect.stringMatching(/^api:/) as string,
          event: 'submit-session',
          from: 'created',
          to: 'submitted',
        },
        { ...line, actor: 'worker', event: 'find_inconclusive', from: 'submitted', to: 'review' },
        {
          ...line,
          actor: 'cli:ada',
          event: 'review_declined',
          from: 'review',
          to: 'declined',
          reasonCode: 102,
        },
      ]);
      expect(JSON.stringify(lines)).not.toContain('Maasikas');
    } finally {
      await api.close();
    }
  });
});
