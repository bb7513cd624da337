import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/storage/engine/database.ts';
import { EmbeddedStatements } from '../../src/storage/engine/embedded-statements.ts';
import { readEmptyDatabase } from '../../src/storage/engine/empty-database.ts';
import { openOwnDatabase } from '../support/engines.ts';

describe('prepared statements of the embedded database', () => {
  let pglite: PGlite;
  beforeAll(async () => {
    const empty = readEmptyDatabase();
    pglite = await PGlite.create(empty ? { loadDataDir: empty } : {});
    await pglite.exec('create table thing (id int primary key, label text)');
  });
  afterAll(() => pglite.close());
  // Names of prepared statements belong to the connection, which serves one object only.
  beforeEach(() => pglite.exec('deallocate all'));

  it('give what the library’s own query gives, the second time as the first', async () => {
    const statements = new EmbeddedStatements(pglite);
    const text = `select $1::int as whole, $2::bigint as large, $3::boolean as yes, $4::text as word, $5::text[] as words,
      $6::jsonb as object, $7::bytea as bytes, $8::timestamptz as moment, $9::float8 as real, $10::uuid as id, $11::text as nothing,
      $12::uuid[] as ids, $13::date as day`;
    const values = [
      7, 9_007_199_254_740_991, true, "it's “so” \\ \u{1f600}", ['a,b', '{c}', 'd"'], { a: [1, null] }, new Uint8Array([0, 255, 39]),
      '2026-11-26T10:00:00.123456Z', 0.1, '00000000-0000-4000-8000-000000000001', undefined, ['00000000-0000-4000-8000-000000000002'], '1994-03-15',
    ]; // prettier-ignore
    const { rows } = await pglite.query(text, values);
    expect(await statements.rows(text, values)).toEqual(rows);
    expect(await statements.rows(text, values)).toEqual(rows);
    expect(
      await statements.rows(
        text,
        values.map(() => null),
      ),
    ).toEqual([expect.objectContaining({ whole: null, words: null, bytes: null, day: null })]);
  });

  it('have no rows where a statement returns none', async () => {
    const statements = new EmbeddedStatements(pglite);
    expect(await statements.rows('insert into thing (id, label) values ($1, $2)', [1, 'one'])).toEqual([]);
    expect(
      await statements.rows('insert into thing (id, label) values ($1, $2) returning id', [2, null]),
    ).toEqual([{ id: 2 }]);
    expect(await statements.rows('select label from thing where id = $1', [3])).toEqual([]);
  });

  it('throw the error of the database, and the next one runs', async () => {
    const statements = new EmbeddedStatements(pglite);
    const insert = 'insert into thing (id) values ($1)';
    await statements.rows(insert, [10]);
    await expect(statements.rows(insert, [10])).rejects.toMatchObject({
      code: '23505',
      constraint: 'thing_pkey',
    });
    await expect(statements.rows('select nothing_like_it from thing', [])).rejects.toMatchObject({
      code: '42703',
    });
    await expect(statements.rows(insert, ['ten'])).rejects.toMatchObject({ code: '22P02' });
    await expect(statements.rows(insert, [])).rejects.toMatchObject({ code: '08P01' });
    await statements.rows(insert, [11]);
    expect(await statements.rows('select id from thing where id > $1 order by id', [9])).toEqual([
      { id: 10 },
      { id: 11 },
    ]);
  });

  it('fail in a transaction that failed, until it is rolled back', async () => {
    const statements = new EmbeddedStatements(pglite);
    await statements.run('begin');
    await expect(statements.rows('insert into thing (id) values ($1), ($1)', [20])).rejects.toMatchObject({
      code: '23505',
    });
    await expect(statements.rows('select 1 as one', [])).rejects.toMatchObject({ code: '25P02' });
    await statements.run('rollback');
    expect(await statements.rows('select 1 as one', [])).toEqual([{ one: 1 }]);
  });

  it('return columns that are added after they were prepared', async () => {
    const statements = new EmbeddedStatements(pglite);
    const all = 'select * from later order by id';
    await statements.rows('create table later (id int)', []);
    await statements.rows('insert into later values (1)', []);
    expect(await statements.rows(all, [])).toEqual([{ id: 1 }]);
    await statements.rows('alter table later add column label text', []);
    expect(await statements.rows(all, [])).toEqual([{ id: 1, label: null }]);
  });

  it('give each its own rows when several are begun at once, also the first time', async () => {
    const statements = new EmbeddedStatements(pglite);
    const sums = Array.from({ length: 6 }, (_, at) =>
      statements.rows(at % 2 === 0 ? 'select $1::int as even' : 'select $1::int as odd', [at]),
    );
    expect(await Promise.all(sums)).toEqual([
      [{ even: 0 }],
      [{ odd: 1 }],
      [{ even: 2 }],
      [{ odd: 3 }],
      [{ even: 4 }],
      [{ odd: 5 }],
    ]);
    const { rows } = await pglite.query('select 1 from pg_prepared_statements');
    expect(rows).toHaveLength(2);
  });

  it('return columns that a statement behind a comment adds', async () => {
    const statements = new EmbeddedStatements(pglite);
    await statements.rows('-- expand\ncreate table commented (id int)', []);
    const all = 'select * from commented';
    expect(await statements.rows(all, [])).toEqual([]);
    await statements.rows('-- expand\n/* more */ alter table commented add column label text', []);
    await statements.rows('insert into commented values (1, null)', []);
    expect(await statements.rows(all, [])).toEqual([{ id: 1, label: null }]);
  });

  it('are closed once there are more than may be kept, the longest unused first', async () => {
    const statements = new EmbeddedStatements(pglite, 3);
    const kept = async () =>
      (await pglite.query<{ statement: string }>('select statement from pg_prepared_statements')).rows
        .map(({ statement }) => statement)
        .filter((text) => text.startsWith('select $1::int'))
        .toSorted();
    const numbered = (number: number) => `select $1::int + ${number} as sum`;
    for (const number of [1, 2, 3, 1, 4])
      expect(await statements.rows(numbered(number), [10])).toEqual([{ sum: 10 + number }]);
    expect(await kept()).toEqual([numbered(1), numbered(3), numbered(4)]);
    expect(await statements.rows(numbered(2), [10])).toEqual([{ sum: 12 }]);
    expect(await kept()).toEqual([numbered(1), numbered(2), numbered(4)]);
  });
});

describe('a transaction of the embedded database', () => {
  let database: Database;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ database, close } = await openOwnDatabase('pglite'));
  });
  afterAll(() => close());

  it('refuses statements after its end', async () => {
    let later: (() => Promise<unknown>) | null = null;
    await database.transaction(async (tx) => {
      later = () => tx.query('select 1');
      await tx.query('select 1');
    });
    await expect(later!()).rejects.toThrow('transaction: must be open; it has ended');
  });

  it('refuses statements once its time is over, and keeps nothing of them', async () => {
    await database.query('create table goes_on (id int)');
    let later: Promise<unknown> | null = null;
    const late = database.transaction(
      async (tx) => {
        await tx.query('insert into goes_on values (1)');
        later = new Promise((resolve) => setTimeout(resolve, 100)).then(() =>
          tx.query('insert into goes_on values (2)'),
        );
        await later.catch(() => {});
        await new Promise(() => {});
      },
      { limitMs: 50 },
    );
    await expect(late).rejects.toThrow('a transaction took too long');
    await expect(later).rejects.toThrow('transaction: must be open; it has ended');
    expect(await database.query('select id from goes_on')).toEqual([]);
  });

  it('is rolled back when its commit is refused', async () => {
    const insert = async () =>
      database.transaction(async (tx) => {
        await tx.query('create table half (id int unique deferrable initially deferred)');
        await tx.query('insert into half values (1), (1)');
      });
    await expect(insert()).rejects.toMatchObject({ code: '23505' });
    expect(await database.query(`select to_regclass('half') as half`)).toEqual([{ half: null }]);
  });
});
