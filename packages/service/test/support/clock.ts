import { afterEach } from 'vitest';
import type { Database, Tx } from '../../src/storage/engine/database.ts';

/** A stretch of time; its members are added. */
export interface Duration {
  days?: number;
  hours?: number;
  minutes?: number;
  seconds?: number;
}

/** The time that a test database gives to everything that asks it, on whatever connection and in whatever process. */
export interface Clock {
  /** Moves it forward, or back by a duration below zero, on a database of the test's own; statements that begin afterwards see the new time. The clocks of processes stay as they are. */
  advance(by: Duration): Promise<void>;
}

/** Runs one statement, without parameters. */
type Run = (text: string) => Promise<unknown>;

/** First `public`, where tables are made; then these functions, which hide those of PostgreSQL that have the same names. */
export const clockSearchPath = 'public, test_clock, pg_catalog';

/** Costs and volatility are those of the functions hidden, so that plans stay the same. */
const hiding = (name: string, volatility: 'stable' | 'volatile') =>
  `create function test_clock.${name}() returns timestamptz language sql ${volatility} parallel safe cost 1
   return pg_catalog.${name}() + (select advanced from test_clock.advance)`;

const installation = [
  'create schema test_clock',
  `create table test_clock.advance as select interval '0' as advanced`,
  hiding('now', 'stable'),
  hiding('transaction_timestamp', 'stable'),
  hiding('statement_timestamp', 'stable'),
  hiding('clock_timestamp', 'volatile'),
  `set search_path = ${clockSearchPath}`,
  `do $$ begin execute format('alter database %I set search_path = ${clockSearchPath}', current_database()); end $$`,
  // Defaults are bound to a function when they are made.
  `do $$ declare made record; begin
     for made in select format('alter table %s alter column %I set default %s', adrelid::regclass, attname,
                        replace(pg_get_expr(adbin, adrelid), 'pg_catalog.', '')) as again
                 from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum join pg_class t on t.oid = adrelid
                 where t.relnamespace = 'public'::regnamespace and pg_get_expr(adbin, adrelid) like '%now()%'
     loop execute made.again; end loop;
   end $$`,
];

/**
 * Gives a database the functions `now`, `transaction_timestamp`, `statement_timestamp` and `clock_timestamp` of a clock that can be
 * advanced. Connections that are open already keep the old ones, except the one that this runs on: PostgreSQL gets the clock when
 * the database is made, the embedded engine, which has one connection, at the first advance.
 */
export async function installClock(run: Run): Promise<void> {
  for (const statement of installation) await run(statement);
}

async function requireClock(database: Database): Promise<void> {
  const [found] = await database.query(`select where 'test_clock' = any (current_schemas(true))`);
  if (found) return;
  if (database.engine === 'postgres')
    throw new Error('database: must be made by createTestDatabase, which gives it a clock');
  await database.transaction((tx: Tx) => installClock((text) => tx.query(text)));
}

const secondsOf = ({ days = 0, hours = 0, minutes = 0, seconds = 0 }: Duration) =>
  ((days * 24 + hours) * 60 + minutes) * 60 + seconds;

/**
 * The clock of a database that only the tests of one file use. It goes back in tests of that alone: services that run on it find
 * leases and deadlines of the future.
 */
export function clockOf(database: () => Database | Promise<Database>): Clock {
  return {
    async advance(by) {
      const here = await database();
      await requireClock(here);
      await here.query(
        'update test_clock.advance set advanced = advanced + make_interval(secs => $1::float8)',
        [secondsOf(by)],
      );
    },
  };
}

/**
 * The clock of the database that several test files share. It is set right after each test, because the next file compares stored
 * times with the clock of its process; what the test stored stays ahead, in integrations of its own. Within a `describe`.
 */
export function sharedClock(open: () => Promise<Database>): Clock {
  const clock = clockOf(open);
  let advanced = false;
  afterEach(async () => {
    if (!advanced) return;
    advanced = false;
    await (await open()).query(`update test_clock.advance set advanced = interval '0'`);
  });
  return {
    advance(by) {
      advanced = true;
      return clock.advance(by);
    },
  };
}
