import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../support/api.ts';
import { clockOf } from '../support/clock.ts';
import { describeAlone } from '../support/engines.ts';

describeAlone('the date of birth that a client sends', (open) => {
  const clock = clockOf(open);
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi(await open());
  });
  afterAll(() => api.close());

  /** A day in UTC by the clock of the database: 0 is today, 1 is tomorrow. */
  const day = async (ahead: number) => {
    const [row] = await api.ctx.database.query<{ day: string }>(
      `select ((now() at time zone 'UTC')::date + $1::int)::text as day`,
      [ahead],
    );
    return row?.day ?? '';
  };

  it.each([{ days: 3 }, { days: -6 }])(
    'is judged by the clock of the database, which differs from that of the process: %j (A-451)',
    async (by) => {
      await clock.advance(by);
      await api.ctx.keyRing.refresh();
      const client = await api.integrate();
      const create = async (dateOfBirth: string) => {
        const body = { verification: { person: { dateOfBirth } } };
        const { status, json } = await client.call({ method: 'POST', path: '/sessions', body });
        return [status, json.code];
      };
      expect(await create(await day(0))).toEqual([201, undefined]);
      expect(await create(await day(1))).toEqual([400, '2003']);
    },
  );
});
