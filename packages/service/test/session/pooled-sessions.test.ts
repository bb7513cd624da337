import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/storage/engine/database.ts';
import { openDatabase } from '../../src/storage/engine/open-database.ts';
import { requireSessionSettings, sessionParameters } from '../../src/storage/engine/session-settings.ts';
import { nameRejected, nameUnavailable } from '../../src/storage/engine/wait-for-database.ts';
import { Unavailable } from '../../src/runtime/unavailable.ts';
import { createTestDatabase, engines } from '../support/engines.ts';

const url = 'postgres://someone@pooler.internal:6432/bank';

describe('settings of a session', () => {
  const given = new Map([
    ['statement_timeout', '5500'],
    ['lock_timeout', '5000'],
    ['idle_in_transaction_session_timeout', '7000'],
    ['TimeZone', 'UTC'],
    ['DateStyle', 'ISO, DMY'],
  ]);

  it('are those it was opened with', () => {
    expect(sessionParameters).toMatchObject({ statement_timeout: 5_500, lock_timeout: 5_000 });
    expect(() => requireSessionSettings(given, url)).not.toThrow();
  });

  it('that a pooler dropped are named, with what gives them to the role', () => {
    const dropped = new Map([...given, ['lock_timeout', '0'], ['TimeZone', 'America/Sao_Paulo']]);
    expect(() => requireSessionSettings(dropped, url)).toThrow(
      `database "bank" at pooler.internal:6432: they are lock_timeout 0, TimeZone America/Sao_Paulo; behind a pooler that drops them, set them for the role, as this user: alter role current_user set lock_timeout = '5000'; alter role current_user set TimeZone = 'UTC'; and let the pooler connect anew`,
    );
  });

  it('that a pooler does not admit are a fault of the settings, with the words of the pooler', () => {
    const refusal = Object.assign(new Error('unsupported startup parameter: lock_timeout'), {
      code: '08P01',
    });
    const rejected = nameRejected(new Unavailable('database unavailable', { cause: refusal }), url) as Error;
    expect(rejected.name).toBe('ConfigError');
    expect(rejected.message).toContain(
      'database "bank" at pooler.internal:6432: unsupported startup parameter: lock_timeout; with pgbouncer: ignore_startup_parameters = statement_timeout,',
    );
  });

  it('are no part of an outage that a pooler reports: its words are in the log', () => {
    const cause = Object.assign(new Error('server conn crashed?'), { code: '08P01' });
    const named = nameUnavailable(new Unavailable('database unavailable', { cause }), url) as Error;
    expect(named.message).toBe(
      'database "bank" at pooler.internal:6432: connection refused with "server conn crashed?"',
    );
  });
});

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

describe.runIf(engines().includes('postgres'))('sessions that a pooler exchanges [postgres]', () => {
  /** One connection, which stands for the sessions that a pooler would lend. */
  async function openOne() {
    const made = await createTestDatabase();
    open.push({ close: () => made.drop() });
    const lines: string[] = [];
    const log = pino({ base: null }, { write: (line: string) => void lines.push(line) });
    const database: Database = await openDatabase({
      url: made.url,
      connections: 1,
      relaxDurability: true,
      log,
    });
    open.push(database);
    const warnings = () => lines.filter((line) => line.includes('prepared statements are no longer used'));
    return { database, warnings };
  }

  it('lose the names of statements, which costs no answer', async () => {
    const { database, warnings } = await openOne();
    const answer = () => database.query('select $1::int as one', [1]);
    expect(await answer()).toEqual([{ one: 1 }]);
    await database.query('deallocate all');
    expect(await answer()).toEqual([{ one: 1 }]);
    expect(warnings()).toHaveLength(1);
    await answer();
    expect(await database.query('select name from pg_prepared_statements')).toEqual([]);
  });

  it('have names that another process gave, which costs no answer and does nothing twice', async () => {
    const { database, warnings } = await openOne();
    await database.query('create table counted (n int)');
    const count = 'insert into counted values (1)';
    await database.query(count);
    const [named] = await database.query<{ name: string }>(
      'select name from pg_prepared_statements where statement = $1',
      [count],
    );
    // A new connection of this process, and a session of the server that knows the name.
    await database.query('select pg_terminate_backend(pg_backend_pid())').then(
      () => expect.unreachable(),
      () => undefined,
    );
    await database.query(`prepare "${named?.name}" as select 1`);
    await database.transaction(async (tx) => {
      await tx.query('insert into counted values (2)');
      await tx.query(count);
    });
    expect(await database.query('select n from counted order by n')).toEqual([{ n: 1 }, { n: 1 }, { n: 2 }]);
    expect(warnings()).toHaveLength(1);
  });
});
