import fs from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Row } from '../../src/storage/engine/database.ts';
import { readEmptyDatabase } from '../../src/storage/engine/empty-database.ts';
import { describeSchema, type RunStatement } from '../support/describe-schema.ts';
import { createTestDatabase, describeEngines, type Engine } from '../support/engines.ts';

const written = fs.readFileSync(path.resolve(import.meta.dirname, '../../src/storage/schema.sql'), 'utf8');

interface Bare {
  script: (text: string) => Promise<unknown>;
  run: RunStatement;
  close: () => Promise<void>;
}

/** An empty database on a connection of the driver itself, which alone takes a text of several statements. */
async function openBare(engine: Engine): Promise<Bare> {
  if (engine === 'pglite') {
    const empty = readEmptyDatabase();
    const pglite = await PGlite.create(empty ? { loadDataDir: empty } : {});
    return {
      script: (text) => pglite.exec(text),
      run: async (text) => (await pglite.query<Row>(text)).rows,
      close: () => pglite.close(),
    };
  }
  const { url, drop } = await createTestDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    script: (text) => client.query(text),
    run: async (text) => (await client.query<Row>(text)).rows,
    close: async () => {
      await client.end();
      await drop();
    },
  };
}

describeEngines('schema.sql', (open, engine) => {
  let bare: Bare;
  beforeAll(async () => {
    bare = await openBare(engine);
    await bare.script(written);
  });
  afterAll(() => bare.close());

  it('shows what the migrations make', async () => {
    const migrated = await open();
    const shown = await describeSchema(bare.run);
    expect(shown.length).toBeGreaterThan(300);
    expect(shown).toEqual(await describeSchema((text) => migrated.query(text)));
  });

  it.each([
    'create table later (id text primary key)',
    'create view later as select 1 as one',
    `create type later as enum ('a')`,
    'alter table job add column later text',
    `alter table job alter column kind set default 'x'`,
    'alter table job alter column cause set not null',
    'alter table job alter column claims type bigint',
    'alter table job drop constraint job_pkey',
    'alter table attempt drop constraint attempt_integration_id_session_id_fkey',
    'alter table webhook drop constraint webhook_state',
    'alter table webhook rename constraint webhook_state to later',
    'alter table audit enable row level security',
    'create index later on job (due_at)',
    'alter index job_lane rename to later',
    'drop index session_by_id',
    'drop trigger integration_configuration on integration',
    `create or replace function note_configuration_change() returns trigger language plpgsql as 'begin return null; end'`,
    'alter sequence audit_id_seq rename to later',
  ])('is compared in all that a migration may change: %s', async (change) => {
    const before = await describeSchema(bare.run);
    await bare.script('begin');
    await bare.script(change);
    const after = await describeSchema(bare.run);
    await bare.script('rollback');
    expect(after).not.toEqual(before);
  });
});
