import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../src/free-port.ts';
import { type PostgresCluster, startPostgresCluster } from '../../src/postgres-cluster.ts';
import { shortened, stepsOf } from '../support/played-page.ts';
import { readUnit } from '../support/read-unit.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../../../..');
const isVerifiable = spawnSync('systemd-analyze', ['--version']).status === 0;

/** What only the administrator of a machine may do: noted, in place of being done. */
const standIns = {
  'apt-get': 'exit 0',
  adduser: 'exit 0',
  chown: 'exit 0',
  npm: 'exit 0',
  systemctl: 'exit 0',
  runuser: 'shift 3; exec "$@"',
};

describe('the guide for Debian', () => {
  let place = '';
  let cluster: PostgresCluster;
  let port = 0;
  let service: ChildProcess | null = null;
  const env: Record<string, string> = {};
  beforeAll(async () => {
    place = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-debian-'));
    for (const directory of ['opt', 'bin']) fs.mkdirSync(path.join(place, directory));
    fs.symlinkSync(root, path.join(place, 'opt/countersign'));
    for (const [name, text] of Object.entries(standIns)) {
      const lines = ['#!/bin/sh', `echo "${name} $*" >> ${place}/noted`, text, ''];
      fs.writeFileSync(path.join(place, 'bin', name), lines.join('\n'), { mode: 0o755 });
    }
    [cluster, port] = await Promise.all([startPostgresCluster(), freePort()]);
    const { hostname } = new URL(cluster.url);
    Object.assign(env, {
      PATH: `${place}/bin:${process.env['PATH'] ?? ''}`,
      PGHOST: hostname,
      PGPORT: String(cluster.port),
      PGUSER: 'postgres',
    });
  });
  afterAll(async () => {
    if (service?.exitCode === null) {
      service.kill('SIGTERM');
      await once(service, 'exit');
    }
    await cluster.remove();
    fs.rmSync(place, { recursive: true, force: true });
  });

  /** The guide's places in those of this run. */
  const here = (text: string) =>
    text
      .replaceAll(/(?<=^|[\s'":=(])\/(?=etc|opt|var)/gm, `${place}/`)
      .replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`)
      .replaceAll('@127.0.0.1/', `@127.0.0.1:${cluster.port}/`);
  const noted = () => fs.readFileSync(path.join(place, 'noted'), 'utf8').trim().split('\n');

  /** What this machine may have otherwise than the one of the guide: a free port, and no sandbox around pictures. */
  const differing = () => ({ PORT: String(port), VISION_SANDBOX: 'off' });

  /** Starts what the unit names, as systemd would. */
  async function start(): Promise<void> {
    const unit = readUnit(place, 'countersign');
    const options = { cwd: unit.cwd, env: { PATH: env['PATH'], ...unit.env, ...differing() } };
    for (const [program = '', ...args] of unit.before) await run(program, args, options);
    const [program = '', ...args] = unit.start;
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    service = child;
    let printed = '';
    await new Promise<void>((resolve, reject) => {
      child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
      child.stdout.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
        if (printed.includes('countersign ready')) resolve();
      });
      child.once('exit', () => reject(new Error(`the unit did not start:\n${printed}`)));
    });
    expect(printed).toContain(
      `countersign ready https://verify.example.com (listening on http://127.0.0.1:${port})`,
    );
  }

  /** Runs the unit of the nightly backup once, as its timer would. */
  async function backUp(): Promise<void> {
    const unit = readUnit(place, 'countersign-backup');
    const [program = '', ...args] = unit.start;
    const { stderr } = await run(program, args, {
      cwd: unit.cwd,
      env: { PATH: env['PATH'], ...unit.env, ...differing() },
    });
    // What the journal has every night: nothing that would hide a failure.
    expect(stderr).toBe(
      'The backup does not contain the key-encryption key: keep a copy of the key elsewhere.\n',
    );
  }

  it('leads from an empty machine to a service with an integration and a backup every night', async () => {
    const steps = stepsOf('debian.md');
    expect(steps).toHaveLength(9);
    for (const { commands, output } of steps) {
      const script = `exec 2>&1\numask 022\n${here(commands.join('\n'))}`;
      if (commands[0] === 'systemctl start countersign-backup') await backUp();
      const { stdout } = await run('bash', ['-eu', '-c', script], { cwd: root, env });
      if (output !== null) expect(shortened(stdout, place)).toBe(output);
      if (commands.at(-1) === 'systemctl enable --now countersign') await start();
    }
    expect(noted()).toEqual([
      'apt-get install --yes postgresql bubblewrap openssl curl',
      'npm ci --ignore-scripts',
      'npm run build',
      `adduser --system --group --home ${place}/var/lib/countersign --no-create-home countersign`,
      'runuser -u postgres -- psql --quiet',
      'runuser -u postgres -- createdb --owner countersign countersign',
      'systemctl daemon-reload',
      'systemctl enable --now countersign',
      `chown countersign:countersign ${place}/var/backups/countersign`,
      'runuser -u postgres -- createdb --owner countersign countersign_check',
      'systemctl daemon-reload',
      'systemctl enable --now countersign-backup.timer',
      'systemctl start countersign-backup',
    ]);
    const modeOf = (file: string) => (fs.statSync(path.join(place, file)).mode & 0o777).toString(8);
    expect(
      ['etc/countersign', 'etc/countersign/kek', 'etc/countersign/database-url', 'etc/countersign/env'].map(
        modeOf,
      ),
    ).toEqual(['700', '600', '600', '600']);
    expect(modeOf('var/backups/countersign')).toBe('700');
  });

  it.skipIf(!isVerifiable)('installs a unit in which systemd finds no fault (systemd-analyze verify)', () => {
    const installed = path.join(place, 'etc/systemd/system');
    for (const file of ['countersign.service', 'countersign.service.d/database.conf']) {
      const at = path.join(installed, file);
      fs.writeFileSync(at, here(fs.readFileSync(at, 'utf8')));
    }
    const { status, stderr } = spawnSync(
      'systemd-analyze',
      ['verify', '--man=no', path.join(installed, 'countersign.service')],
      { encoding: 'utf8' },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});
