import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient } from '../../src/index.ts';
import { freePort } from '../../src/free-port.ts';
import { type PostgresCluster, startPostgresCluster } from '../../src/postgres-cluster.ts';
import { shortened, stepsOf } from '../support/played-page.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../../../..');
const page = path.join(root, 'docs/guides/runbook.md');
/** Set to write what the commands print into the page. */
const isRecording = process.env['RECORD_RUNBOOK'] === '1';

const steps = stepsOf('runbook.md').flatMap(({ commands, output }) =>
  output === null ? [] : [{ commands, output }],
);

describe('the runbook', () => {
  const units = new Map<string, ChildProcess>();
  const seen = new Map<string, string>();
  const outputs: string[] = [];
  let place = '';
  let cluster: PostgresCluster;
  const env: Record<string, string> = {};
  /** The server, as the user of the service. */
  const server = () => cluster.url.replace(/\/postgres$/, '').replace(/\/\/[^@]+@/, '//countersign@');
  /** What the units read, whatever the shell has. */
  const settings = () => path.join(place, 'etc/countersign/env');
  beforeAll(async () => {
    place = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-runbook-'));
    fs.mkdirSync(path.join(place, 'var/backups/countersign'), { recursive: true });
    fs.mkdirSync(path.join(place, 'data'), { mode: 0o700 });
    fs.mkdirSync(path.join(place, 'etc/countersign'), { recursive: true });
    const kek = path.join(place, 'kek');
    fs.writeFileSync(kek, `${randomBytes(32).toString('base64')}\n`, { mode: 0o400 });
    cluster = await startPostgresCluster();
    await run('psql', [cluster.url, '-qc', 'create role countersign login']);
    await run('psql', [cluster.url, '-qc', 'create database countersign owner countersign']);
    Object.assign(env, {
      PATH: process.env['PATH'] ?? '',
      COUNTERSIGN_ENV: 'production',
      COUNTERSIGN_KEK_FILE: kek,
      DATABASE_URL: `${server()}/countersign`,
      DATA_DIR: path.join(place, 'data'),
      PORT: String(await freePort()),
      WORKER_PORT: String(await freePort()),
      PUBLIC_URL: 'https://verify.example.com',
    });
    fs.writeFileSync(settings(), `DATABASE_URL=${env['DATABASE_URL']}\n`);
  });
  afterAll(async () => {
    for (const unit of units.keys()) await stop(unit);
    await cluster.remove();
    fs.rmSync(place, { recursive: true, force: true });
  });

  /** What systemd does with the units of `deploy/`: a process of one role, started, awaited and ended. */
  const start = async (unit: string): Promise<void> => {
    if (unit === 'postgresql') return cluster.start();
    const role = unit.replace('countersign-', '');
    const child = spawn(path.join(root, 'bin/countersign'), ['serve'], {
      env: {
        ...env,
        ...parseEnv(fs.readFileSync(settings(), 'utf8')),
        COUNTERSIGN_ROLES: role,
        ...(role === 'worker' ? { METRICS_PORT: env['WORKER_PORT'] ?? '', VISION_SANDBOX: 'off' } : {}),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    units.set(unit, child);
    let printed = '';
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
        if (printed.includes('countersign ready')) resolve();
      });
      child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
      child.once('exit', () => reject(new Error(`${unit} did not start:\n${printed}`)));
    });
  };
  const stop = async (unit: string): Promise<void> => {
    if (unit === 'postgresql') return cluster.stop('fast');
    const child = units.get(unit);
    units.delete(unit);
    if (!child || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };

  /** The page's names in place of those of this run, and the other way round. */
  const here = (command: string) =>
    command
      .replaceAll('/var/backups', `${place}/var/backups`)
      .replaceAll('/etc/countersign', `${place}/etc/countersign`)
      .replaceAll('postgres://countersign@db.internal', server())
      .replaceAll('127.0.0.1:8080', `127.0.0.1:${env['PORT']}`)
      .replaceAll(/\b(API_KEY|NEW_KEY|OLD_KEY|SESSION)\b/g, (name) => seen.get(name) ?? name);

  /** Runs one line of the page. @returns what it printed */
  async function perform(command: string): Promise<string> {
    const [, verb, names = ''] = /^systemctl (start|stop|restart) (.+)$/.exec(command) ?? [];
    if (verb !== undefined) {
      for (const unit of names.split(' ')) {
        if (verb !== 'start') await stop(unit);
        if (verb !== 'stop') await start(unit);
      }
      return '';
    }
    const [, name, value] = /^export (\w+)=(.+)$/.exec(command) ?? [];
    if (name !== undefined && value !== undefined) {
      env[name] = here(value);
      return '';
    }
    const [, owner, database] = /^createdb --owner (\w+) (\w+)$/.exec(command) ?? [];
    if (database === undefined) return shell(here(command));
    await run('psql', [cluster.url, '-qc', `create database ${database} owner ${owner}`]);
    return '';
  }

  /** Whatever a command prints, also where it fails. */
  const shell = (command: string): Promise<string> =>
    run('sh', ['-c', `${command} 2>&1`], { cwd: root, env }).then(
      ({ stdout }) => stdout,
      (error: { stdout: string }) => error.stdout,
    );

  /** Remembers what later commands of the page name. */
  function remember(command: string, output: string): void {
    const id = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})';
    const find = (name: string, pattern: string) => {
      const [, value] = new RegExp(pattern, 'm').exec(output) ?? [];
      if (value !== undefined) seen.set(name, value);
    };
    if (command.includes('integration create')) {
      find('API_KEY', `^apiKey +${id}`);
      find('SECRET', '(csk_[\\w-]+)');
      find('OLD_KEY', `^keyId +${id}`);
    }
    if (command.includes('keys add')) find('NEW_KEY', `^keyId +${id}`);
    if (command.includes('keys list') && !seen.has('OLD_KEY')) find('OLD_KEY', `^${id} +.*(?:true|yes)`);
  }

  it('has a recorded output for every step', () => {
    expect(steps.length).toBeGreaterThanOrEqual(11);
  });

  it.each(steps.map((step, index) => [step.commands[0] ?? '', step, index] as const))(
    'continues from "%s" as described',
    { timeout: 120_000 },
    async (_, { commands, output }, index) => {
      let printed = '';
      for (const command of commands) {
        const text = await perform(command).catch((error: Error) => {
          throw new Error(`${error.message}\nafter:\n${printed}`);
        });
        remember(command, text);
        printed += text === '' || text.endsWith('\n') ? text : `${text}\n`;
      }
      outputs[index] = shortened(printed, place);
      if (!isRecording) expect(outputs[index]).toBe(output);
      if (index === 1) await useInstallation();
    },
  );

  /** Two sessions, one of which is erased later. */
  async function useInstallation(): Promise<void> {
    const client = new ApiClient({
      apiUrl: `http://127.0.0.1:${env['PORT']}/v1`,
      apiKey: seen.get('API_KEY') ?? '',
      sharedSecret: seen.get('SECRET') ?? '',
    });
    await client.createSession({ person: { firstName: 'Liisa', lastName: 'Maasikas' } });
    seen.set('SESSION', await client.createSession());
  }

  it('is recorded', () => {
    if (!isRecording) return;
    let index = -1;
    const text = fs
      .readFileSync(page, 'utf8')
      .replaceAll(/^(```sh\n[^]*?\n```\n\n```text\n)[^]*?```$/gm, (_, head: string) => {
        index += 1;
        return `${head}${outputs[index] ?? ''}\`\`\``;
      });
    fs.writeFileSync(page, text);
  });
});
