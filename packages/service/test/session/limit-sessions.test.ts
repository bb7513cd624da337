import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { runOn } from '../../src/bin/run-command.ts';
import { type Answer, type Client, failure, startApi } from '../support/api.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { describeAlone } from '../support/engines.ts';
import { newOrganisation } from '../support/portal-organisation.ts';

const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).toSorted();
const create = (client: Client, key?: string, verification: Record<string, unknown> = {}) =>
  client.call({
    method: 'POST',
    path: '/sessions',
    body: { verification },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });
const many = (count: number, make: (at: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, at) => make(at)));
const tooMany = failure('1101', 'Too many requests. Try again later.');

describeApiOnce(
  'a limit of sessions (A-412)',
  (given) => {
    const run = (command: string, ...args: string[]) => runOn(given.api.ctx, { command, args });
    const limit = (organisation: string, ...args: string[]) =>
      run('portal set-limits', '--organisation', organisation, '--reason', 'trial', '--by', 'ada', ...args);
    const used = async (organisation: string) =>
      ((await run('portal limits', '--organisation', organisation)).output as Record<string, unknown>[]).map(
        ({ mode, usedToday, usedThisMonth }) => [mode, usedToday, usedThisMonth],
      );
    const alerts = async (organisation: string) =>
      ((await run('alerts list')).output as { kind: string; cause: string }[])
        .filter(({ cause }) => cause.startsWith(organisation))
        .map(({ kind, cause }) => [kind, cause.slice(organisation.length)]);
    /** Two o'clock (UTC) of the tenth day of next month, so that no test runs over the end of a day. */
    const toTheTenth = async () => {
      const now = new Date();
      const then = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 10, 2);
      await given.clock.advance({ seconds: Math.ceil((then - now.getTime()) / 1000) });
    };
    const seconds = ({ headers }: Answer) => Number(headers['retry-after']);

    it('of a day refuses what is beyond it, with the time until the day ends in UTC, and writes nothing', async () => {
      await toTheTenth();
      const own = await newOrganisation(given.api);
      expect(await limit(own.name, '--mode', 'test', '--day', '2')).toMatchObject({
        exitCode: 0,
        output: {
          outcome: 'limited',
          limit: { mode: 'test', perDay: 2, perMonth: null, warningPercent: 80 },
        },
      });
      const second = await own.integrate();
      expect([await create(own.client), await create(second)].map(({ status }) => status)).toEqual([
        201, 201,
      ]);
      const refused = await create(own.client);
      expect([refused.status, refused.json]).toEqual([429, tooMany]);
      expect(refused.headers).toMatchObject({
        'x-error-cause': 'session-limit-reached',
        'x-error-detail':
          'The test integrations of the organisation must create at most 2 sessions a day (UTC): the request must be repeated after the seconds that Retry-After names; the operator can raise the limit.',
      });
      expect(seconds(refused)).toBeGreaterThan(21.9 * 3600);
      expect(seconds(refused)).toBeLessThanOrEqual(22 * 3600);
      const written = await given.api.ctx.database.query(
        `select 1 from session where integration_id = any ($1::uuid[])`,
        [[own.client.integrationId, second.integrationId]],
      );
      expect(written).toHaveLength(2);
      expect(
        await given.api.ctx.metrics.registry.getSingleMetricAsString('countersign_sessions_refused_total'),
      ).toMatch(/\{mode="test",period="day"\} \d+/);
      await given.clock.advance({ hours: 22 });
      expect((await create(own.client)).status).toBe(201);
      expect(await used(own.name)).toEqual([['test', 1, 3]]);
    });

    it('of a month continues over its days, and begins anew with the next', async () => {
      await toTheTenth();
      const own = await newOrganisation(given.api);
      await limit(own.name, '--mode', 'test', '--day', '3', '--month', '4');
      expect(statuses(await many(4, () => create(own.client)))).toEqual([201, 201, 201, 429]);
      await given.clock.advance({ days: 1 });
      expect((await create(own.client)).status).toBe(201);
      const refused = await create(own.client);
      expect([refused.status, refused.headers['x-error-detail']]).toEqual([
        429,
        expect.stringContaining('at most 4 sessions a month (UTC)'),
      ]);
      // From the eleventh on: 17 days to the end of the shortest month, 20 to that of the longest.
      expect(seconds(refused)).toBeGreaterThan(17 * 86_400);
      expect(seconds(refused)).toBeLessThan(21 * 86_400);
      await given.clock.advance({ seconds: seconds(refused) });
      expect((await create(own.client)).status).toBe(201);
      expect(await used(own.name)).toEqual([['test', 1, 1]]);
    });

    it('is never passed by requests at the same time, of several integrations and over several processes', async () => {
      await toTheTenth();
      const own = await newOrganisation(given.api);
      const clients = [own.client, await own.integrate()];
      await limit(own.name, '--mode', 'test', '--day', '25');
      const other = await startApi(given.api.ctx.database);
      try {
        const elsewhere = clients.map((client) => ({
          ...client,
          call: (call: Parameters<Client['call']>[0]) =>
            other.send({
              method: 'POST',
              path: `/v1${call.path}`,
              headers: { 'x-auth-client': client.apiKey, 'content-type': 'application/json', ...keyOf(call) },
              body: Buffer.from(JSON.stringify(call.body)),
            }),
        }));
        const all = [...clients, ...elsewhere];
        const answers = await many(80, (at) =>
          create(all[at % 4] as Client, at % 3 === 0 ? randomUUID() : undefined),
        );
        expect(statuses(answers)).toEqual([...Array<number>(25).fill(201), ...Array<number>(55).fill(429)]);
        expect(await used(own.name)).toEqual([['test', 25, 25]]);
      } finally {
        await other.close();
      }
    });

    it('gives a request under an Idempotency-Key its first answer again, and keeps nothing of a refused one', async () => {
      await toTheTenth();
      const own = await newOrganisation(given.api);
      await limit(own.name, '--mode', 'test', '--day', '1');
      const [made, late] = [randomUUID(), randomUUID()];
      const first = await create(own.client, made, { vendorData: 'one' });
      const refused = await create(own.client, late, { vendorData: 'two' });
      const again = await create(own.client, made, { vendorData: 'one' });
      expect([first.status, refused.status, again.status]).toEqual([201, 429, 201]);
      expect([refused.json, again.bytes]).toEqual([tooMany, first.bytes]);
      await limit(own.name, '--mode', 'test', '--day', '2');
      expect((await create(own.client, late, { vendorData: 'three' })).status).toBe(201);
      expect(await used(own.name)).toEqual([['test', 2, 2]]);
    });

    it('counts what is created and submitted in one step', async () => {
      await toTheTenth();
      const own = await newOrganisation(given.api, { settings: { validateRegistry: true } });
      await limit(own.name, '--mode', 'test', '--day', '2');
      const person = { idNumber: '987-65-4329', firstName: 'Marlon', lastName: 'Tavistock' };
      const body = { verification: { person: { ...person, dateOfBirth: '1979-12-05' } } };
      const validate = (headers: Record<string, string> = {}) =>
        own.client.call({ method: 'POST', path: '/validate-registry', body, headers });
      const answers = [
        await validate(),
        await validate({ 'idempotency-key': 'a' }),
        await validate(),
        await validate({ 'idempotency-key': 'b' }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 429, 429]);
      expect(await used(own.name)).toEqual([['test', 2, 2]]);
    });

    it('is of one organisation and mode, and of the default one for integrations without any', async () => {
      await toTheTenth();
      const [own, other] = [await newOrganisation(given.api), await newOrganisation(given.api)];
      const live = await own.integrate({ mode: 'live' });
      await limit(own.name, '--mode', 'test', '--month', '1');
      await limit('Default of the tests', '--mode', 'live', '--day', '1');
      const unassigned = await given.api.integrate({ mode: 'live' });
      const answers = [own.client, own.client, live, live, other.client, other.client];
      expect(
        (await Promise.all(answers.map((client) => create(client)))).map(({ status }) => status).toSorted(),
      ).toEqual([201, 201, 201, 201, 201, 429]);
      expect([(await create(unassigned)).status, (await create(unassigned)).status]).toEqual([201, 429]);
      await run('portal give', unassigned.integrationId, '--organisation', other.name);
      expect((await create(unassigned)).status).toBe(201);
    });

    it('counts what was created before it was set, and ends when it is cleared', async () => {
      await toTheTenth();
      const own = await newOrganisation(given.api);
      await create(own.client);
      await given.clock.advance({ days: 1 });
      await create(own.client);
      await limit(own.name, '--mode', 'test', '--month', '2');
      expect(await used(own.name)).toEqual([['test', 1, 2]]);
      expect((await create(own.client)).status).toBe(429);
      const clear = () =>
        run(
          'portal clear-limits',
          '--organisation',
          own.name,
          '--mode',
          'test',
          '--reason',
          'end',
          '--by',
          'bo',
        );
      expect(await clear()).toMatchObject({ exitCode: 0, output: { outcome: 'cleared' } });
      expect((await create(own.client)).status).toBe(201);
      expect(await clear()).toMatchObject({
        exitCode: 3,
        output: { outcome: 'not-limited' },
        note: 'organisation: must have a limit of this mode; "portal limits" prints those it has',
      });
      const history = (await run('portal history', '--organisation', own.name)).output as object[];
      expect(history.slice(0, 2)).toMatchObject([
        {
          actor: 'cli:bo',
          action: 'clear-session-limit',
          details: { mode: 'test', from: { perDay: null, perMonth: 2, warningPercent: 80 }, reason: 'end' },
        },
        {
          actor: 'cli:ada',
          action: 'limit-sessions',
          details: { mode: 'test', from: null, to: { perDay: null, perMonth: 2 }, reason: 'trial' },
        },
      ]);
    });

    it('alerts operators near it and at it, until the day is over', async () => {
      await toTheTenth();
      const own = await newOrganisation(given.api);
      await limit(own.name, '--mode', 'test', '--day', '3', '--month', '100', '--warn', '60');
      await create(own.client);
      expect(await alerts(own.name)).toEqual([]);
      await create(own.client);
      const near = ' has created 2 of 3 test sessions of the day: "portal limits"';
      expect(await alerts(own.name)).toEqual([['session_limit_near', near]]);
      await create(own.client);
      const reached = ' has created 3 of 3 test sessions of the day: "portal limits"';
      expect(await alerts(own.name)).toEqual([['session_limit_reached', reached]]);
      await given.clock.advance({ hours: 22 });
      expect(await alerts(own.name)).toEqual([]);
    });
  },
  { on: describeAlone },
);

const keyOf = ({ headers = {} }: Parameters<Client['call']>[0]): Record<string, string> => {
  const key = headers['idempotency-key'];
  return typeof key === 'string' ? { 'idempotency-key': key } : {};
};

describeApiOnce('portal set-limits', (given) => {
  const run = (...args: string[]) => runOn(given.api.ctx, { command: 'portal set-limits', args });

  it.each([
    [['--day', '0'], '--day: must be a whole number from 1 to 1000000000, or none, not "0"'],
    [['--month', '1e3'], '--month: must be a whole number from 1 to 1000000000, or none, not "1e3"'],
    [['--day', '5', '--warn', '101'], '--warn: must be a whole number from 1 to 100, not "101"'],
    [[], '--day: must be given, or --month or --warn; "portal limits" prints those in force'],
  ])('rejects %j', async (args, note) => {
    const { name } = await newOrganisation(given.api);
    const of = ['--organisation', name, '--mode', 'live', '--reason', 'trial'];
    expect(await run(...of, ...args)).toMatchObject({ exitCode: 2, note });
  });

  it('changes what is given, and rejects what would leave no limit or change none', async () => {
    const { name } = await newOrganisation(given.api);
    const of = ['--organisation', name.toUpperCase(), '--reason', 'trial'];
    expect(await run(...of, '--mode', 'life', '--day', '1')).toMatchObject({
      exitCode: 2,
      note: '--mode: must be live or test, not "life"',
    });
    const live = [...of, '--mode', 'live'];
    const refused = {
      exitCode: 3,
      note: '--day: must be a number if --month is none; "portal clear-limits" removes both limits',
    };
    expect(await run(...live, '--warn', '50')).toMatchObject(refused);
    expect((await run(...live, '--day', '7', '--month', '90')).exitCode).toBe(0);
    expect((await run(...live, '--day', 'none', '--warn', '50')).output).toMatchObject({
      limit: { mode: 'live', perDay: null, perMonth: 90, warningPercent: 50 },
    });
    expect(await run(...live, '--month', 'none')).toMatchObject(refused);
    expect(await run(...live, '--month', '90')).toMatchObject({
      exitCode: 3,
      note: 'limits: must differ from those in force; "portal limits" prints them',
    });
    expect(
      await run('--organisation', 'None such', '--mode', 'live', '--day', '1', '--reason', 'x'),
    ).toMatchObject({
      exitCode: 4,
      output: { outcome: 'unknown-organisation' },
    });
  });
});
