import { expect, it } from 'vitest';
import { describeEngines } from '../support/engines.ts';

describeEngines('a database handle', (open) => {
  it('gives int8 as number, bytea as bytes, jsonb parsed and timestamps as UTC text with microseconds', async () => {
    const database = await open();
    const [row] = await database.query(
      `select 9007199254740991::int8 as big, $1::bytea as bytes, $2::jsonb as json, '2026-01-02 03:04:05.123456+02'::timestamptz as time`,
      [Uint8Array.of(0, 1, 255), JSON.stringify([{ a: 1 }])],
    );
    expect({ ...row, bytes: [...((row?.['bytes'] as Uint8Array | undefined) ?? [])] }).toEqual({
      big: 9007199254740991,
      bytes: [0, 1, 255],
      json: [{ a: 1 }],
      time: '2026-01-02 01:04:05.123456+00',
    });
    expect(row?.['bytes']).toBeInstanceOf(Uint8Array);
  });

  it('runs the statements of a transaction in it, and takes them back together', async () => {
    const database = await open();
    const work = database.transaction(async (tx) => {
      await tx.query('insert into installation (name, value) values ($1, $2)', ['mixed', '1']);
      expect(await tx.query('select value from installation where name = $1', ['mixed'])).toEqual([
        { value: '1' },
      ]);
      throw new Error('turn back');
    });
    await expect(work).rejects.toThrow('turn back');
    expect(await database.query('select value from installation where name = $1', ['mixed'])).toEqual([]);
  });

  it('refuses its own handle inside an open transaction at once', async () => {
    const database = await open();
    const refusal = 'the database handle was used inside an open transaction';
    await database.transaction(async () => {
      await expect(database.query('select 1')).rejects.toThrow(refusal);
      await expect(database.transaction(async () => 1)).rejects.toThrow(refusal);
    });
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('lets work that was merely started inside a finished transaction use the handle', async () => {
    const database = await open();
    let later: Promise<unknown> = Promise.resolve();
    await database.transaction(async () => {
      later = new Promise((resolve) => setTimeout(() => resolve(database.query('select 2 as two')), 20));
    });
    expect(await later).toEqual([{ two: 2 }]);
  });

  it('runs statements as they are: compiling the long ones takes longer than they do', async () => {
    const database = await open();
    const [row] = await database.query<{ jit: string }>(`select current_setting('jit') as jit`);
    expect(`${database.engine}: ${row?.jit}`).toMatch(/^(?:postgres: off|pglite: (?:on|off))$/);
  });
});
