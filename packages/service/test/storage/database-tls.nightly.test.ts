import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { causesOf } from '../../src/runtime/sql-state.ts';
import { openDatabase } from '../../src/storage/engine/open-database.ts';
import { silent } from '../support/engines.ts';
import { type PostgresCluster, startFaultProxy, startPostgresCluster } from '../../../testkit/src/index.ts';
import { databaseCertificate } from '../support/database-certificate.ts';
import { testCertificate } from '../../../outbound/test/certificate.ts';

/** Accepts TLS only; everybody from this machine. */
const hba = 'hostssl all all 127.0.0.1/32 trust\n';

describe('the connection to PostgreSQL over TLS, as docs/guides/run.md describes it', () => {
  let directory: string;
  let own: string;
  let foreign: string;
  let cluster: PostgresCluster;
  let misnamed: PostgresCluster;
  beforeAll(async () => {
    directory = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-tls-'));
    own = path.join(directory, 'own.pem');
    foreign = path.join(directory, 'foreign.pem');
    await fs.writeFile(own, databaseCertificate.cert);
    await fs.writeFile(foreign, testCertificate.cert);
    cluster = await startPostgresCluster({ tls: databaseCertificate, hba });
    misnamed = await startPostgresCluster({ tls: testCertificate, hba });
  });
  afterAll(async () => {
    await cluster.remove();
    await misnamed.remove();
    await fs.rm(directory, { recursive: true });
  });

  /** `encrypted`, or why there is no connection. */
  async function outcome(url: string, query: string): Promise<string> {
    try {
      const database = await openDatabase({ url: `${url}${query}`, log: silent, connectionWaitMs: 15_000 });
      const [row] = await database.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()');
      await database.close();
      return row?.['ssl'] === true ? 'encrypted' : 'in the clear';
    } catch (error) {
      const codes = [...causesOf(error)].map(({ code }) => code);
      return codes.find((code) => typeof code === 'string') ?? 'unknown';
    }
  }

  it('checks certificate and name with sslmode=verify-full', async () => {
    expect(await outcome(cluster.url, `?sslmode=verify-full&sslrootcert=${own}`)).toBe('encrypted');
    expect(await outcome(cluster.url, `?sslmode=verify-full&sslrootcert=${foreign}`)).toBe(
      'DEPTH_ZERO_SELF_SIGNED_CERT',
    );
    expect(await outcome(cluster.url, '?sslmode=verify-full')).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
    expect(await outcome(misnamed.url, `?sslmode=verify-full&sslrootcert=${foreign}`)).toBe(
      'ERR_TLS_CERT_ALTNAME_INVALID',
    );
  });

  it.each(['prefer', 'require', 'verify-ca'])(
    'checks as much with sslmode=%s, which is weaker elsewhere',
    async (mode) => {
      expect(await outcome(cluster.url, `?sslmode=${mode}&sslrootcert=${own}`)).toBe('encrypted');
      expect(await outcome(cluster.url, `?sslmode=${mode}`)).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
      expect(await outcome(misnamed.url, `?sslmode=${mode}&sslrootcert=${foreign}`)).toBe(
        'ERR_TLS_CERT_ALTNAME_INVALID',
      );
    },
  );

  it('checks nothing with sslmode=no-verify, and requests no encryption without sslmode', async () => {
    expect(await outcome(misnamed.url, '?sslmode=no-verify')).toBe('encrypted');
    // The server insists on it, and refuses: invalid authorization specification.
    expect(await outcome(cluster.url, '')).toBe('28000');
  });

  it('is closed as well when the server stops responding (F14)', async () => {
    const proxy = await startFaultProxy({ host: '127.0.0.1', port: cluster.port });
    const url = `postgres://postgres@127.0.0.1:${proxy.port}/postgres?sslmode=verify-full&sslrootcert=${own}`;
    const database = await openDatabase({ url, log: silent, connections: 2 });
    await database.query('select 1');
    proxy.behave({ kind: 'drop' });
    const start = performance.now();
    await expect(database.query('select 1')).rejects.toMatchObject({ name: 'Unavailable', retryAfter: 1 });
    expect(performance.now() - start).toBeLessThan(10_000);
    proxy.behave({ kind: 'pass' });
    await expect
      .poll(() => database.query('select 1 as one').catch(() => null), { timeout: 5_000 })
      .toEqual([{ one: 1 }]);
    await database.close();
    await proxy.close();
  });
});
