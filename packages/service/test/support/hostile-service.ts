/**
 * A service of which a picture has taken over the vision process: started as a process of its own, so that it can run as any
 * user. It tries one launcher, or what the service itself would choose, and prints what hostile code reached.
 */
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { PictureFindings } from '@countersign/findings';
import { pino } from 'pino';
import { createMetrics } from '../../src/runtime/metrics.ts';
import { bareLauncher, findPrograms, launchersFor } from '../../src/vision/sandbox/launchers.ts';
import { VisionChild } from '../../src/vision/vision-child.ts';
import { openVision } from '../../src/vision/vision-opening.ts';
import { visionLimits } from '../../src/vision/vision-supervisor.ts';
import type { Targets } from './hostile-vision-thread.ts';
import { saidIn } from './said-findings.ts';

/** What it is told, as JSON in its only argument. */
export interface HostileRun {
  /** Name of a launcher, or `sandbox=` and a mode of the service. */
  by: string;
  files: { entry: string; thread: string; modelsDir: string };
}

/** What it prints, as JSON: what was reached, what the service said of it, or why nothing could be started. */
export interface HostileOutcome {
  reached: string[];
  line: string | null;
  metrics: Record<string, number>;
  error: string | null;
}

const { by, files } = JSON.parse(process.argv[2] ?? '') as HostileRun;
const user = { uid: 65_534, gid: 65_534 };
const canary = process.env['COUNTERSIGN_TEST_CANARY'] ?? '';
const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-hostile-'));
const outcome: HostileOutcome = { reached: [], line: null, metrics: {}, error: null };
const servers: net.Server[] = [];
try {
  outcome.reached = await raid(await openTargets());
} catch (error) {
  outcome.error = error instanceof Error ? error.message : String(error);
}
for (const server of servers) server.close();
fs.rmSync(directory, { recursive: true, force: true });
process.stdout.write(JSON.stringify(outcome));

async function openTargets(): Promise<Targets> {
  const dataDir = path.join(directory, 'data');
  const blobs = path.join(dataDir, 'blobs');
  fs.mkdirSync(blobs, { recursive: true, mode: 0o700 });
  fs.chmodSync(dataDir, 0o700);
  fs.chmodSync(directory, 0o755);
  fs.writeFileSync(path.join(blobs, 'picture'), canary, { mode: 0o600 });
  const keyFile = path.join(dataDir, 'kek');
  fs.writeFileSync(keyFile, 'key', { mode: 0o600 });
  const database = await listen({ host: '127.0.0.1', port: 0 });
  const sockets = [path.join(directory, '.s.PGSQL.5432'), `\0countersign-hostile-${process.pid}`];
  for (const socket of sockets) await listen({ path: socket });
  fs.chmodSync(sockets[0] ?? '', 0o777);
  const { port } = database.address() as net.AddressInfo;
  const directories = [
    '/',
    '/tmp',
    '/var/tmp',
    '/dev/shm',
    '/dev',
    os.tmpdir(),
    path.dirname(files.entry),
    dataDir,
  ];
  return { pid: process.pid, canary, keyFile, blobs, port, sockets, directories };
}

function listen(address: net.ListenOptions): Promise<net.Server> {
  const server = net.createServer((socket) => socket.on('error', () => {}).end('S'));
  servers.push(server);
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(address, () => resolve(server));
  });
}

async function raid(targets: Targets): Promise<string[]> {
  const picture = {
    mediaId: 'm',
    context: 'face',
    bytes: new Uint8Array(Buffer.from(JSON.stringify(targets))),
  };
  const found = by.startsWith('sandbox=') ? await raidService(targets, picture) : await raidChild(picture);
  return (saidIn(found) as { reached: string[] }).reached;
}

type HostilePicture = { mediaId: string; context: string; bytes: Uint8Array };

async function raidService({ keyFile, blobs }: Targets, picture: HostilePicture): Promise<PictureFindings> {
  const metrics = createMetrics();
  const lines: { msg: string }[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as { msg: string }) });
  const sandbox = by.slice('sandbox='.length) as 'auto' | 'required' | 'off';
  const vision = await openVision({
    config: { process: 'child', threads: 1, models: null, textEngine: 'off', sandbox, user },
    files,
    secrets: [path.dirname(keyFile), keyFile, blobs],
    drawsPictures: false,
    onBroken: () => {},
    log,
    metrics,
  });
  outcome.line = lines.find(({ msg }) => msg.startsWith('picture process isolation'))?.msg ?? null;
  const { values } = await metrics.visionIsolation.get();
  outcome.metrics = Object.fromEntries(values.map(({ labels, value }) => [labels.wall, value]));
  try {
    return await vision.inspect([picture], '2026-11-20');
  } finally {
    await vision.close();
  }
}

async function raidChild(picture: HostilePicture): Promise<PictureFindings> {
  const shown = { ...files, slotsDir: null };
  const isRoot = process.geteuid?.() === 0;
  const offered = launchersFor({
    programs: findPrograms(),
    files: shown,
    isRoot,
    user: isRoot ? user : null,
  });
  const launcher = [...offered, bareLauncher].find(({ name }) => name === by);
  if (!launcher) throw new Error(`${by} is not offered here`);
  const settings = {
    ...shown,
    threads: 1,
    textEngine: 'off' as const,
    closeOtherLoaders: true,
    shared: false,
  };
  const child = new VisionChild({ entry: files.entry, settings, launcher, limits: visionLimits });
  try {
    await child.ready;
    const inspection = { quick: false } as never;
    const task = { kind: 'inspect', today: '2026-11-20', inspection, final: false, patience: 1 } as const;
    const answer = await child.run({ ...task, pictures: [picture] });
    if (answer.kind === 'done' && answer.result.kind === 'inspect') return answer.result.findings;
    throw new Error('the thread was not asked to the end');
  } finally {
    child.end('closed');
    await child.gone;
  }
}
