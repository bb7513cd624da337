import { expect, it } from 'vitest';
import { runOn } from '../../src/bin/run-command.ts';
import { describeApi } from '../support/describe-api.ts';

const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;

describeApi('what waits', (given) => {
  const run = (command: string, ...args: string[]) => runOn(given.api.ctx, { command, args });
  const output = async (command: string, ...args: string[]) => {
    const { exitCode, output: printed, note } = await run(command, ...args);
    if (exitCode !== 0) throw new Error(`${command}: exit ${exitCode}: ${note}`);
    return printed;
  };
  const integrate = async () => {
    const client = await given.api.integrate();
    const shown = (await output('integration show', client.integrationId)) as { name: string };
    return { client, id: client.integrationId, name: shown.name };
  };

  it('is counted by kind of work, with the age of the oldest', async () => {
    const { client, id } = await integrate();
    const queues = () => output('job queues', '--integration', id);
    expect(await queues()).toEqual([]);
    const [first, second] = [await client.createSession(), await client.createSession()];
    await client.submit(first);
    await given.clock.advance({ minutes: 20 });
    await client.submit(second);
    const { database } = given.api.ctx;
    const verify = { kind: 'verify-session', leased: 0, later: 0, parked: 0 };
    const [queue] = (await queues()) as { oldestSeconds: number }[];
    expect(queue).toEqual({ ...verify, ready: 2, oldestSeconds: expect.any(Number) as number });
    expect(queue?.oldestSeconds).toBeGreaterThanOrEqual(1_200);
    await database.query(`update job set leased_until = now() + interval '1 minute' where session_id = $1`, [
      first,
    ]);
    await database.query(`update job set due_at = now() + interval '1 minute' where session_id = $1`, [
      second,
    ]);
    expect(await queues()).toEqual([{ ...verify, ready: 0, leased: 1, later: 1, oldestSeconds: 0 }]);
    await database.query(`update job set parked_at = now() where session_id = $1`, [first]);
    expect(await queues()).toEqual([{ ...verify, ready: 0, later: 1, parked: 1, oldestSeconds: 0 }]);
  });

  it('is listed by webhook URL, those in trouble first, and left out where nothing waits', async () => {
    const { client, id, name } = await integrate();
    const backlog = (...args: string[]) => output('webhooks backlog', '--integration', id, ...args);
    await output('webhooks set-url', id, 'event', 'https://shop.example.com/events');
    await output('webhooks set-url', id, 'decision', 'https://shop.example.com/decisions');
    const idle = {
      integrationId: id,
      integration: name,
      state: 'ok',
      failures: 0,
      waiting: 0,
      oldestSeconds: 0,
    };
    const never = { pausedAt: null, nextProbeAt: null };
    const event = { ...idle, ...never, type: 'event', url: 'https://shop.example.com/events' };
    const decision = { ...idle, ...never, type: 'decision', url: 'https://shop.example.com/decisions' };
    expect(await backlog()).toEqual([]);
    expect(await backlog('--all')).toEqual([decision, event]);
    await client.submit(await client.createSession());
    const waiting = {
      ...event,
      waiting: expect.any(Number) as number,
      oldestSeconds: expect.any(Number) as number,
    };
    expect(await backlog()).toEqual([waiting]);
    await output('webhooks pause', id, 'decision');
    expect(await backlog()).toEqual([{ ...decision, state: 'paused', pausedAt: moment }, waiting]);
    expect(await backlog('--limit', '1')).toHaveLength(1);
  });

  it('does not count as stuck until it waits for long; then it has its cause', async () => {
    const { client, id, name } = await integrate();
    const { database } = given.api.ctx;
    const stuck = (...args: string[]) => output('session stuck', '--integration', id, ...args);
    const [ready, parked, lost, silent, open] = await Promise.all([
      client.createSession(),
      client.createSession(),
      client.createSession(),
      client.createSession(),
      client.createSession(),
    ]);
    for (const sessionId of [ready, parked, lost, silent]) await client.submit(sessionId);
    expect(await stuck()).toEqual([]);
    await database.query(
      `update job set parked_at = now(), cause = 'no thread answered' where session_id = $1`,
      [parked],
    );
    await database.query(`delete from job where session_id = any($1::uuid[])`, [[lost]]);
    await database.query(
      `insert into registry_check (integration_id, attempt_id, registry, session_id, next_try_at)
       select integration_id, id, 'br', session_id, now() + interval '1 day' from attempt where session_id = $1`,
      [silent],
    );
    expect(await stuck()).toEqual([]);
    await given.clock.advance({ minutes: 16 });
    const line = (sessionId: string, cause: string, detail: string | null = null) => ({
      integrationId: id,
      integration: name,
      sessionId,
      status: 'submitted',
      cause,
      detail,
      since: moment,
      seconds: expect.any(Number) as number,
    });
    expect(await stuck()).toEqual([
      line(ready, 'job-ready'),
      line(parked, 'job-parked', 'no thread answered'),
      line(lost, 'no-job'),
      line(silent, 'registry-silent'),
    ]);
    expect(await stuck('--for', '1h')).toEqual([]);
    expect(await run('session stuck', '--for', 'long')).toMatchObject({
      exitCode: 2,
      note: '--for: must be a time such as 90m, 24h or 7d, not long',
    });
    await database.query(`update session set expires_at = now() - interval '2 hours' where id = $1`, [open]);
    expect(await stuck('--for', '1h')).toEqual([{ ...line(open, 'not-ended'), status: 'created' }]);
  });
});
