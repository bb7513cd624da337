import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { isOwnerGone, ownerMark } from '../support/database-owner.ts';
import { createTestDatabase, engines, testServerUrl } from '../support/engines.ts';

const own = JSON.parse(ownerMark(process.pid)) as Record<string, unknown>;
const marked = (changes: Record<string, unknown>) => JSON.stringify({ ...own, ...changes });
/** The process number of an earlier process that this one has now. */
const earlier = marked({ started: '1' });
const elsewhere = marked({ machine: 'another machine', started: '1' });

describe('the process that a test database belongs to', () => {
  it.each([
    ['runs', ownerMark(process.pid), false],
    ["is gone, and its number is another one's", earlier, true],
    ['is gone', marked({ pid: 4_194_305 }), true],
    ['is of another machine', elsewhere, false],
    ['is not recorded', null, false],
    ['is not recorded, and something else is', 'the shop of the fair', false],
    ['is of another program', marked({ test: 'another', started: '1' }), false],
  ])('%s', (_, comment, isGone) => {
    expect(isOwnerGone(comment)).toBe(isGone);
  });

  it.runIf(engines().includes('postgres'))(
    'is recorded of every database that is dropped, whatever the name of others',
    async () => {
      const client = new pg.Client({ connectionString: testServerUrl() });
      await client.connect();
      const rows: readonly [name: string, comment: string | null][] = [
        [`countersign_test_4194305_${process.pid.toString(16).padStart(8, '0')}`, null],
        [`countersign_test_4194306_${process.pid.toString(16).padStart(8, '0')}`, earlier],
        [`countersign_test_4194307_${process.pid.toString(16).padStart(8, '0')}`, elsewhere],
        [`countersign_test_mine_${process.pid}`, earlier],
      ];
      try {
        for (const [name, comment] of rows) {
          await client.query(`create database ${name}`);
          await client.query(
            `comment on database ${name} is ${comment === null ? 'null' : pg.escapeLiteral(comment)}`,
          );
        }
        await (await createTestDatabase({ clock: false })).drop();
        const left = await client.query<{ datname: string }>(
          'select datname from pg_database where datname = any($1) order by 1',
          [rows.map(([name]) => name)],
        );
        expect(left.rows.map(({ datname }) => datname)).toEqual([rows[0]?.[0], rows[2]?.[0], rows[3]?.[0]]);
      } finally {
        for (const [name] of rows) await client.query(`drop database if exists ${name}`);
        await client.end();
      }
    },
  );
});
