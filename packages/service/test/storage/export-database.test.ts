import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listTables } from '../../src/storage/engine/catalog.ts';
import type { Database } from '../../src/storage/engine/database.ts';
import { exportDatabase } from '../../src/storage/engine/export-database.ts';
import { migrate } from '../../src/storage/engine/migrate.ts';
import { openDatabase } from '../../src/storage/engine/open-database.ts';
import { createTestDatabase, engines, silent } from '../support/engines.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function emptyServerDatabase(): Promise<string> {
  const { url, drop } = await createTestDatabase();
  closing.push(drop);
  return url;
}

async function openAt(options: { url: string } | { memory: true }): Promise<Database> {
  const database = await openDatabase({ ...options, log: silent, connections: 2 });
  closing.push(() => database.close());
  return database;
}

const id = { integration: randomUUID(), session: randomUUID(), attempt: randomUUID(), webhook: randomUUID() };

/** Where the type alone does not give a value that the tables accept. */
const special: Record<string, unknown> = {
  'integration.id': id.integration,
  'session.id': id.session,
  'session.status': 'created',
  'attempt.id': id.attempt,
  'webhook.id': id.webhook,
  'webhook.state': 'due',
  'watchlist_screening.status': 'no_match',
  'media.sha256': null,
  'flow_picture.verdict_by': 'measured',
  'flow_handoff.state': 'offered',
  'mail.kind': 'alert',
  'session_export.format': 'csv',
  'session_export.state': 'done',
  'portal_user.role': 'auditor',
  'portal_user.removed_at': null,
  'portal_sign_in.stage': 'totp',
  'portal_passkey_attempt.purpose': 'add',
  'portal_sso.enabled': true,
  'portal_sso_attempt.purpose': 'link',
  'portal_sso_attempt.invitation_hash': null,
  'erasure.scope': 'pictures',
  'proposal.kind': 'hit',
  'proposal.state': 'open',
  'setting_proposal.state': 'open',
  'user_status.reason_form': 'list',
  'fraud_report.verdict': 'Agree',
  'backup.error': null,
  'audit_horizon.source': 'integration',
  'audit_chain.source': 'integration',
  integration_id: id.integration,
  session_id: id.session,
  attempt_id: id.attempt,
  webhook_id: id.webhook,
};

/** Values that a copy could damage: bytes of every kind, more digits than a number of JavaScript has, microseconds, quotes. */
const byType: Record<string, unknown> = {
  uuid: randomUUID(),
  'uuid[]': [randomUUID(), randomUUID()],
  text: `O'Brien \\ "Ünïcode" 姓 \n$1 {}`,
  'text[]': [`O'Brien, "x"`, '{姓}'],
  integer: -2_147_483_648,
  bigint: '9007199254740991',
  boolean: true,
  real: 0.1,
  'bytea[]': [Uint8Array.from({ length: 256 }, (_, at) => at), Uint8Array.of()],
  bytea: Uint8Array.from({ length: 256 }, (_, at) => at),
  jsonb: '{"n": 123456789012345678901234567890, "e": null, "l": ["a\\"b", []], "s": "\\u00e9"}',
  'timestamp(6) with time zone': '2026-01-02 03:04:05.678901+00',
};

function valueFor(table: string, column: { name: string; type: string }): unknown {
  for (const place of [`${table}.${column.name}`, column.name]) if (place in special) return special[place];
  if (!(column.type in byType)) throw new Error(`no value for ${table}.${column.name} ${column.type}`);
  return byType[column.type];
}

/** A row in every table, and in one of them more than are copied at a time. */
async function fill(database: Database): Promise<void> {
  for (const { name, columns } of await listTables(database)) {
    const names = columns.map((column) => column.name).join(', ');
    const places = columns.map((_, at) => `$${at + 1}`).join(', ');
    const values = columns.map((column) => valueFor(name, column));
    await database.query(`insert into "${name}" (${names}) values (${places})`, values);
  }
  await database.query(
    `insert into audit (integration_id, id, actor, action)
     select $1, n, 'cli', 'test ' || n from generate_series(1, 450) n`,
    [id.integration],
  );
}

/**
 * Rows of every table but the record of migrations, as a count and a digest of their texts. The version of the configuration is
 * counted only: filling the target raises it there too.
 */
async function contents(database: Database): Promise<Record<string, { count: number; digest: string }>> {
  const tables = await database.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_name <> 'migration' order by 1`,
  );
  const found: Record<string, { count: number; digest: string }> = {};
  for (const { name } of tables) {
    const [row] = await database.query<{ count: number; digest: string }>(
      `select count(*)::int as count, md5(string_agg(t::text, '|' order by t::text collate "C")
                filter (where t::text !~ '^\\(configuration-version,')) as digest from "${name}" t`,
    );
    if (row) found[name] = row;
  }
  return found;
}

describe.skipIf(!engines().includes('postgres')).each(engines())('an export from %s', (engine) => {
  let source: Database;
  beforeEach(async () => {
    source = await openAt(engine === 'pglite' ? { memory: true } : { url: await emptyServerDatabase() });
    await migrate(source);
  });

  it('copies every row of every table exactly, and numbers continue behind them', async () => {
    await fill(source);
    const url = await emptyServerDatabase();
    const copied = await exportDatabase(source, { url, log: silent });
    const target = await openAt({ url });
    const expected = await contents(source);
    expect(Object.values(expected).filter(({ count }) => count === 0)).toEqual([]);
    expect(expected['audit']?.count).toBe(451);
    expect(await contents(target)).toEqual(expected);
    expect(copied).toEqual(
      Object.fromEntries(Object.entries(expected).map(([name, { count }]) => [name, count])),
    );
    expect(
      await target.query(
        `insert into audit (integration_id, actor, action) values ($1, 'cli', 'next') returning id = (select max(id) + 1 from audit) as follows`,
        [id.integration],
      ),
    ).toEqual([{ follows: true }]);
  });

  it('is refused, and leaves the target empty, when a newer release has added what the target has no place for', async () => {
    await fill(source);
    await source.query('alter table session add column later text');
    await source.query('create table later (id text primary key)');
    const url = await emptyServerDatabase();
    await expect(exportDatabase(source, { url, log: silent })).rejects.toMatchObject({
      name: 'ExportRejected',
      message:
        'refusing to export: the target has no place for later.id (text), session.later (text); export with the release that added it',
    });
    const target = await openAt({ url });
    expect(Object.values(await contents(target)).filter(({ count }) => count > 0)).toEqual([]);
  });

  it('goes into a database in which a newer release has added something', async () => {
    await fill(source);
    const url = await emptyServerDatabase();
    const target = await openAt({ url });
    await migrate(target);
    await target.query(`alter table session add column later text default 'unset'`);
    const copied = await exportDatabase(source, { url, log: silent });
    expect(copied['session']).toBe(1);
    expect(await target.query('select id, later from session')).toEqual([{ id: id.session, later: 'unset' }]);
  });
});

describe('the list of tables', () => {
  it('has those before that others refer to, and neither the record of migrations nor tables of extensions', async () => {
    const database = await openAt({ memory: true });
    await migrate(database);
    await database.query('create table of_extension (id int primary key)');
    await database.query('alter extension plpgsql add table of_extension');
    const names = (await listTables(database)).map(({ name }) => name);
    expect(names.filter((name) => ['of_extension', 'migration'].includes(name))).toEqual([]);
    expect(names.length).toBeGreaterThan(20);
    const places = ['session', 'attempt', 'watchlist_screening', 'watchlist_hit'].map((name) =>
      names.indexOf(name),
    );
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places).not.toContain(-1);
  });

  it('describes columns, keys and sequences', async () => {
    const database = await openAt({ memory: true });
    await migrate(database);
    expect((await listTables(database)).find(({ name }) => name === 'delivery')).toMatchObject({
      key: ['integration_id', 'webhook_id', 'attempt'],
      refersTo: ['webhook'],
    });
    const audit = (await listTables(database)).find(({ name }) => name === 'audit');
    expect(audit?.columns.slice(0, 3)).toEqual([
      { name: 'integration_id', type: 'uuid', isSerial: false },
      { name: 'id', type: 'bigint', isSerial: true },
      { name: 'at', type: 'timestamp(6) with time zone', isSerial: false },
    ]);
  });
});
