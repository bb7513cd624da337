import { render } from '@countersign/command-line';
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { runOn } from '../../src/bin/run-command.ts';
import { reportOverdueAttempts } from '../../src/storage/job/jobs.ts';
import { raiseRegistryAlert, resolveRegistryAlerts } from '../../src/storage/registry/registry-alerts.ts';
import { raiseWebhookAlert } from '../../src/storage/webhook/webhook-alerts.ts';
import { decided, verify } from '../support/decide.ts';
import { describeApiOnce } from '../support/describe-api.ts';

const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
const identifier = expect.stringMatching(/^[0-9a-f-]{36}$/) as string;

describeApiOnce('countersign alerts', (given) => {
  const run = (command: string, ...args: string[]) => runOn(given.api.ctx, { command, args });
  const listed = async (...args: string[]) => (await run('alerts list', ...args)).output;

  /** An integration with an endpoint that fails and a registry that refuses us. */
  const troubled = async (): Promise<string> => {
    const { integrationId } = await given.api.integrate();
    const { database } = given.api.ctx;
    await database.transaction((tx) =>
      raiseWebhookAlert(tx, {
        integrationId,
        type: 'decision',
        kind: 'webhook-endpoint-failing',
        cause: '20 failures in a row',
      }),
    );
    // The list is in the order of raising, to the millisecond.
    await new Promise((resolve) => setTimeout(resolve, 5));
    await database.transaction((tx) =>
      raiseRegistryAlert(tx, { integrationId, registry: 'br', idType: null }, 'auth'),
    );
    return integrationId;
  };
  const open = { id: identifier, sessionId: null, createdAt: moment, resolvedAt: null };
  const failing = { kind: 'webhook-endpoint-failing', cause: 'decision: 20 failures in a row' };
  const refused = { kind: 'registry_unusable', cause: 'br: auth' };
  const idOf = async (integrationId: string): Promise<string> => {
    const [first] = (await listed('--integration', integrationId)) as { id: string }[];
    if (!first) throw new Error('nothing is listed');
    return first.id;
  };

  it('lists what is open, oldest first, of one integration or of all', async () => {
    const one = await troubled();
    const other = await troubled();
    expect(await listed('--integration', one)).toEqual([
      { ...open, ...failing, integrationId: one },
      { ...open, ...refused, integrationId: one },
    ]);
    const all = (await listed()) as { integrationId: string }[];
    expect(all.filter(({ integrationId }) => [one, other].includes(integrationId))).toHaveLength(4);
  });

  it('lists in columns for people', async () => {
    const integrationId = await troubled();
    const lines = render((await run('alerts list', '--integration', integrationId)).output, 'table').split(
      '\n',
    );
    expect(lines[0]).toMatch(/^id +integrationId +kind +cause +sessionId +createdAt +resolvedAt$/);
    expect(lines[1]).toMatch(/ webhook-endpoint-failing +decision: 20 failures in a row +- /);
    expect(lines[2]).toMatch(/ registry_unusable +br: auth +- /);
  });

  it('dismisses one, which --all still shows, and records that', async () => {
    const integrationId = await troubled();
    const id = await idOf(integrationId);
    expect(await run('alerts resolve', id)).toEqual({ exitCode: 0, output: { outcome: 'resolved' } });
    expect(await listed('--integration', integrationId)).toEqual([{ ...open, ...refused, integrationId }]);
    expect(await listed('--integration', integrationId, '--all')).toEqual([
      { ...open, ...failing, integrationId, id, resolvedAt: moment },
      { ...open, ...refused, integrationId },
    ]);
    const audited = () =>
      given.api.ctx.database.query(
        `select actor, details from audit where integration_id = $1 and action = 'resolve-alert'`,
        [integrationId],
      );
    const entry = { actor: 'cli', details: { alertId: id, kind: 'webhook-endpoint-failing' } };
    expect(await audited()).toEqual([entry]);
    const before = await listed('--integration', integrationId, '--all');
    expect(await run('alerts resolve', id)).toMatchObject({
      exitCode: 3,
      note: 'alert: must be open; it was resolved before',
    });
    expect(await listed('--integration', integrationId, '--all')).toEqual(before);
    expect(await audited()).toEqual([entry]);
  });

  it('rejects an alert that does not exist, and text that is not an identifier', async () => {
    expect(await run('alerts resolve', randomUUID())).toMatchObject({
      exitCode: 4,
      note: 'alert: must be one of "alerts list"',
    });
    expect(await run('alerts resolve', 'mine')).toMatchObject({ exitCode: 2 });
    expect(await run('alerts list', '--integration', 'no integration of that name')).toMatchObject({
      exitCode: 4,
    });
  });

  it('count the sessions in manual review of an integration until they are decided', async () => {
    const client = await given.api.integrate({ settings: { manualReview: true } });
    const { integrationId } = client;
    const session = () => decided(given.api, client, 'Review');
    const [first, second] = [await session(), await session()];
    const waiting = { id: null, integrationId, kind: 'reviews_waiting', sessionId: null, resolvedAt: null };
    const cause = (count: number) => `${count} in manual review: session list --status review`;
    expect(await listed('--integration', integrationId)).toEqual([
      { ...waiting, cause: cause(2), createdAt: moment },
    ]);
    await run('session review', integrationId, first, '--approve');
    expect(await listed('--integration', integrationId)).toEqual([
      { ...waiting, cause: cause(1), createdAt: moment },
    ]);
    await run('session review', integrationId, second, '--approve');
    expect(await listed('--integration', integrationId)).toEqual([]);
  });

  it('of a decision that is late end when there is one', async () => {
    const client = await given.api.integrate();
    const { integrationId } = client;
    const { database } = given.api.ctx;
    const sessionId = await client.createSession({ person: { firstName: 'Approve', lastName: 'Maasikas' } });
    await client.submit(sessionId);
    await given.clock.advance({ minutes: 16 });
    await reportOverdueAttempts(database);
    const late = { kind: 'attempt_overdue', cause: 'no decision after 15 minutes', sessionId };
    expect(await listed('--integration', integrationId)).toEqual([{ ...open, ...late, integrationId }]);
    await verify(given.api, sessionId);
    await reportOverdueAttempts(database);
    expect(await listed('--integration', integrationId)).toEqual([]);
  });

  it('of a registry with a connector per card end when that connector answers, and not another one', async () => {
    const { integrationId } = await given.api.integrate();
    const { database } = given.api.ctx;
    const about = (idType: string) => ({ integrationId, registry: 'co', idType }) as const;
    const raise = (idType: string) =>
      database.transaction((tx) => raiseRegistryAlert(tx, about(idType), 'unsupported'));
    const answer = (idType: string) => database.transaction((tx) => resolveRegistryAlerts(tx, about(idType)));
    expect([await raise('CE'), await raise('CE')]).toEqual([true, false]);
    await answer('CC');
    expect(await raise('CE')).toBe(false);
    expect(await raise('NIT')).toBe(true);
    await answer('CE');
    expect(await listed('--integration', integrationId)).toMatchObject([{ cause: 'co NIT: unsupported' }]);
  });
});
