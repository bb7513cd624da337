import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { patienceMs } from './patience.ts';

const run = promisify(execFile);

export interface ClusterOptions {
  /** Directory for the tables, e.g. a separate small file system; must be empty. Absent: next to everything else. */
  dataDir?: string;
  /** Settings for postgresql.conf, by name. */
  settings?: Record<string, string>;
  /** PEM; enables TLS. */
  tls?: { key: string; cert: string };
  /** Replaces pg_hba.conf. Default: all users from this machine, without a password. */
  hba?: string;
}

/** A PostgreSQL server for one test, which it may stop, starve and break. */
export interface PostgresCluster {
  /** URL of its database `postgres`, as superuser. */
  url: string;
  port: number;
  /** Starts it, and waits until it accepts connections. */
  start(): Promise<void>;
  /** `immediate` stops it like a crash, so that the next start recovers; `fast` stops it cleanly. */
  stop(mode: 'immediate' | 'fast'): Promise<void>;
  /** Stops it if necessary, and removes its files. */
  remove(): Promise<void>;
}

/** Owner of the server processes: PostgreSQL refuses to run as root. */
interface Owner {
  uid?: number;
  gid?: number;
}

/**
 * Creates and starts a cluster with `initdb` on a free loopback port, with PostgreSQL 15 or newer from /usr/lib/postgresql or the
 * path. When called by root, it runs as user `postgres`.
 * @throws Error when there is no server program, or it does not start
 */
export async function startPostgresCluster(options: ClusterOptions = {}): Promise<PostgresCluster> {
  const programs = await findPrograms();
  const owner = await findOwner();
  const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-cluster-'));
  const dataDir = options.dataDir ?? path.join(directory, 'data');
  await fs.mkdir(dataDir, { recursive: true });
  await giveTo(owner, directory, dataDir);
  // The write-ahead log is stored separately: a server that cannot write it stops altogether.
  const wal = path.join(directory, 'wal');
  const init = [
    '-D',
    dataDir,
    '-X',
    wal,
    '-U',
    'postgres',
    '-A',
    'trust',
    '--no-sync',
    '--locale=C',
    '-E',
    'UTF8',
  ];
  await run(path.join(programs, 'initdb'), init, { ...owner, cwd: directory });
  const port = await freePort();
  await configure(dataDir, port, options);
  if (options.tls) await useTls(dataDir, owner, options.tls);
  const server = createServer({ program: path.join(programs, 'postgres'), dataDir, owner });
  const remove = async () => {
    await server.stop('immediate');
    await fs.rm(directory, { recursive: true, force: true });
  };
  await server.start(port).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    port,
    start: () => server.start(port),
    stop: (mode) => server.stop(mode),
    remove,
  };
}

async function configure(
  dataDir: string,
  port: number,
  { settings = {}, hba }: ClusterOptions,
): Promise<void> {
  const all = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '60',
    shared_buffers: '16MB',
    ...settings,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name} = '${value}'\n`);
  await fs.appendFile(path.join(dataDir, 'postgresql.conf'), lines.join(''));
  if (hba !== undefined) await fs.writeFile(path.join(dataDir, 'pg_hba.conf'), hba);
}

async function useTls(
  dataDir: string,
  owner: Owner,
  { key, cert }: { key: string; cert: string },
): Promise<void> {
  for (const [name, text] of [
    ['server.key', key],
    ['server.crt', cert],
  ] as const) {
    const file = path.join(dataDir, name);
    await fs.writeFile(file, text, { mode: 0o600 });
    if (owner.uid !== undefined && owner.gid !== undefined) await fs.chown(file, owner.uid, owner.gid);
  }
  await fs.appendFile(path.join(dataDir, 'postgresql.conf'), `ssl = on\n`);
}

interface ServerParts {
  program: string;
  dataDir: string;
  owner: Owner;
}

function createServer({ program, dataDir, owner }: ServerParts) {
  let child: ChildProcess | null = null;
  const signals = { immediate: 'SIGQUIT', fast: 'SIGINT' } as const;
  return {
    async start(port: number) {
      let output = '';
      const started = spawn(program, ['-D', dataDir], {
        ...owner,
        cwd: dataDir,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = started;
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (piece: Buffer) => (output = (output + piece.toString()).slice(-4_000)));
      await waitForServer(port, () => started.exitCode === null && started.signalCode === null).catch(() => {
        throw new Error(`the PostgreSQL server did not start:\n${output}`);
      });
    },
    async stop(mode: 'immediate' | 'fast') {
      const ending = child;
      child = null;
      if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
      const gone = once(ending, 'exit');
      ending.kill(signals[mode]);
      await gone;
    },
  };
}

/** SQL state of a server that is starting: it accepts connections, but rejects sessions. */
const startingUp = 'C57P03';

/** Waits until the server is ready. An open port is not enough: a recovering server has one too. */
async function waitForServer(port: number, isRunning: () => boolean): Promise<void> {
  const end = performance.now() + patienceMs;
  while (!(await acceptsSessions(port))) {
    if (!isRunning() || performance.now() > end) throw new Error('not there');
    await sleep(50);
  }
}

function acceptsSessions(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    const end = (accepted: boolean) => {
      socket.destroy();
      resolve(accepted);
    };
    socket.setTimeout(2_000, () => end(false));
    socket.on('error', () => end(false));
    socket.on('close', () => end(false));
    const parameters = Buffer.from('user\0postgres\0database\0postgres\0\0');
    const head = Buffer.alloc(8);
    head.writeInt32BE(head.length + parameters.length, 0);
    head.writeInt32BE(0x0003_0000, 4);
    socket.write(Buffer.concat([head, parameters]));
    // A rejection for another reason, for example because TLS is required, also means that the server is ready.
    socket.once('data', (answer: Buffer) => end(!answer.includes(startingUp)));
  });
}

async function findPrograms(): Promise<string> {
  const base = '/usr/lib/postgresql';
  const versions = await fs.readdir(base).catch(() => []);
  const newest = versions
    .map(Number)
    .filter((version) => version >= 15)
    .toSorted((a, b) => b - a)[0];
  if (newest !== undefined) return path.join(base, String(newest), 'bin');
  const { stdout } = await run('pg_config', ['--bindir']).catch(() => ({ stdout: '' }));
  if (stdout === '')
    throw new Error(`no PostgreSQL server programs: looked in ${base} and where pg_config points`);
  return stdout.trim();
}

async function findOwner(): Promise<Owner> {
  if (process.getuid?.() !== 0) return {};
  const idOf = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
  return { uid: await idOf('-u'), gid: await idOf('-g') };
}

async function giveTo({ uid, gid }: Owner, ...directories: string[]): Promise<void> {
  for (const directory of directories) {
    await fs.chmod(directory, 0o700);
    if (uid !== undefined && gid !== undefined) await fs.chown(directory, uid, gid);
  }
}
