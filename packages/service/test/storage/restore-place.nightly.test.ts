import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/storage/engine/open-database.ts';
import { requireEmptyDatabase } from '../../src/storage/backup/restore-place.ts';
import { type PostgresCluster, startPostgresCluster } from '../../../testkit/src/postgres-cluster.ts';
import { engines } from '../support/engines.ts';

describe.runIf(engines().includes('postgres'))('an empty database of another owner [postgres]', () => {
  let cluster: PostgresCluster;
  beforeAll(async () => {
    cluster = await startPostgresCluster();
    const admin = new pg.Client({ connectionString: cluster.url });
    await admin.connect();
    await admin.query('create role guest login');
    await admin.query('create role keeper login');
    await admin.query('create database kept owner keeper');
    await admin.end();
  });
  afterAll(() => cluster.remove());

  async function tryAs(user: string): Promise<void> {
    const url = `postgres://${user}@127.0.0.1:${cluster.port}/kept`;
    const database = await openDatabase({ url, connections: 1, log: pino({ level: 'silent' }) });
    try {
      await requireEmptyDatabase(database, 'database "kept"');
    } finally {
      await database.close();
    }
  }

  it('takes no backup: the refusal names the user, and the option that names the owner', async () => {
    await expect(tryAs('guest')).rejects.toThrow(
      'database "kept": its user guest must be allowed to create tables; give the owner of the database with --database-url',
    );
  });

  it('takes one from its owner', async () => {
    await tryAs('keeper');
  });
});
