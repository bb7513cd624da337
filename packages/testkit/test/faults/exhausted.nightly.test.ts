/** Other programs hold all connections of the database, or a process may open next to no files: what is said, and that it recovers. */
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { engines } from '../../../service/test/support/engines.ts';
import { startPostgresCluster, startTestService } from '../../src/index.ts';
import { expectNothingLost, recovered, recoveryLimit, startCreating } from '../support/outage.ts';
import { untilDone } from '../support/until-done.ts';
import { printUnread } from '../support/print-unread.ts';

const executable = path.resolve(import.meta.dirname, '../../../../bin/countersign');

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A server that gives 27 connections, more than a process takes, to users who are no superusers, and the address of such a user. */
async function smallServer(): Promise<string> {
  const cluster = await startPostgresCluster({
    settings: { max_connections: '30', superuser_reserved_connections: '3' },
  });
  cleanups.push(() => cluster.remove());
  const admin = new pg.Client({ connectionString: cluster.url });
  await admin.connect();
  await admin.query('create role countersign login');
  await admin.query('create database countersign owner countersign');
  await admin.end();
  return `postgres://countersign@127.0.0.1:${cluster.port}/countersign`;
}

/** Takes every connection that is free, also those that the service gives back, until told to stop. */
function takeConnections(url: string) {
  const held: pg.Client[] = [];
  let going = true;
  const work = async () => {
    while (going) {
      const client = new pg.Client({ connectionString: url });
      client.on('error', () => {});
      try {
        await client.connect();
        held.push(client);
      } catch {
        await sleep(50);
      }
    }
  };
  const working = work();
  return {
    count: () => held.length,
    async release() {
      going = false;
      await working;
      await Promise.all(held.map((client) => client.end()));
    },
  };
}

describe.runIf(engines().includes('postgres'))('a PostgreSQL server whose connections others hold', () => {
  it('costs 503 with Retry-After at most, loses nothing, and a start waits for it and names it', async () => {
    const url = await smallServer();
    const service = await startTestService({ databaseUrl: url, env: printUnread });
    cleanups.push(() => service.close());
    const stage = { service, integration: await untilDone(() => service.integrate()) };
    const taking = takeConnections(url);
    const load = startCreating(stage, 12);
    cleanups.push(load.stop);
    await expect.poll(taking.count).toBeGreaterThan(3);
    await sleep(2_000);
    const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-exhausted-'));
    cleanups.push(() => fs.rm(directory, { recursive: true, force: true }));
    const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: directory, PORT: '0', DATABASE_URL: url };
    const second = spawn(process.execPath, [executable, 'serve'], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    cleanups.push(() => Promise.resolve(second.kill('SIGKILL')));
    let log = '';
    second.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
    await expect.poll(() => log).toContain('too many connections');
    expect(log).toContain('waiting for the database');
    expect(second.exitCode).toBe(null);
    second.kill('SIGKILL');
    await taking.release();
    expect(await recovered(stage)).toBeLessThan(recoveryLimit);
    await load.stop();
    await expectNothingLost(stage, load);
  }, 240_000);
});

describe('a process that may open next to no files', () => {
  it.each([40, 64, 130])(
    '(%i) prints that in one sentence, and does not start',
    async (files) => {
      const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-exhausted-'));
      cleanups.push(() => fs.rm(directory, { recursive: true, force: true }));
      const args = ['-c', `ulimit -n ${files}; exec "$0" "$1" serve`, process.execPath, executable];
      const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: directory, PORT: '0', LOG_LEVEL: 'warn' };
      const { status, stdout, stderr } = spawnSync('/bin/sh', args, {
        env,
        encoding: 'utf8',
        timeout: 100_000,
      });
      expect([status, stdout]).toEqual([6, '']);
      // Where the limit is so low that it cannot be looked up, it is not shown.
      expect(stderr.replace(`, is ${files};`, ';')).toBe(
        'countersign: limit of open files: must be 256 or more; raise it (ulimit -n, LimitNOFILE)\n',
      );
    },
    120_000,
  );
});
