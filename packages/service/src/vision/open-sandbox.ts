/** Finds the strongest launcher that works in this installation, by starting the first picture process with it. */
import fs from 'node:fs';
import type { Logger } from 'pino';
import type { Metrics } from '../runtime/metrics.ts';
import { openBait } from './sandbox/bait.ts';
import { demandWalls, isolationOf, reportIsolation, type SandboxMode } from './sandbox/isolation.ts';
import {
  bareLauncher,
  findPrograms,
  type Launcher,
  launchersFor,
  type SandboxUser,
} from './sandbox/launchers.ts';
import type { VisionFiles } from './sandbox/view.ts';
import type { Isolation, SelfTest } from './sandbox/walls.ts';
import type { VisionChild } from './vision-child.ts';

export interface SandboxOptions {
  mode: SandboxMode;
  /** The user that reads pictures if the service can switch users. */
  user: SandboxUser;
  /** Files and directories that must stay unreadable, absolute. */
  secrets: readonly string[];
}

export interface SandboxParts {
  options: SandboxOptions;
  files: VisionFiles;
  /** Starts a picture process. */
  launch: (launcher: Launcher, selfTest: SelfTest) => VisionChild;
  log: Logger;
  metrics: Pick<Metrics, 'visionIsolation'>;
}

/** A starting picture process, and the launcher for its successors. */
export interface Sandboxed {
  child: VisionChild;
  launcher: Launcher;
}

/**
 * Tries the launchers in turn and reports what the walls of the first working one block. The last one has no walls.
 * @throws NotIsolated when every wall is required and one does not hold
 */
export async function openSandbox(parts: SandboxParts): Promise<Sandboxed> {
  const { options, files } = parts;
  const bait = await openBait(files, options.secrets);
  try {
    return await tryLaunchers(parts, bait.selfTest);
  } finally {
    await bait.close();
  }
}

async function tryLaunchers(parts: SandboxParts, selfTest: SelfTest): Promise<Sandboxed> {
  const { options, files, launch, log } = parts;
  const tried: string[] = [];
  for (const launcher of launchersOf(options, files)) {
    const child = launch(launcher, selfTest);
    const isolation = await tryOut(child, launcher);
    // An error that keeps the bare launcher from starting also keeps the service from starting.
    if (isolation === null) return { child, launcher };
    if (typeof isolation === 'string') {
      tried.push(`${launcher.name}: ${isolation}`);
      log.info({ reason: isolation, name: launcher.name }, 'picture process launcher failed');
      continue;
    }
    reportIsolation(isolation, [launcher.name, ...tried].join('; '), parts);
    if (options.mode === 'required') await demandOrEnd(child, isolation, tried);
    return { child, launcher };
  }
  throw new Error('picture process: every launcher failed');
}

async function demandOrEnd(
  child: VisionChild,
  isolation: Isolation,
  tried: readonly string[],
): Promise<void> {
  try {
    demandWalls(isolation, tried);
  } catch (error) {
    child.end('closed');
    await child.gone;
    throw error;
  }
}

function launchersOf({ mode, user }: SandboxOptions, files: VisionFiles): Launcher[] {
  if (mode === 'off' || process.platform !== 'linux') return [bareLauncher];
  const programs = findPrograms();
  const isRoot = process.geteuid?.() === 0;
  return [...launchersFor({ programs, files, isRoot, user: maySwitchUser() ? user : null }), bareLauncher];
}

/** Bits of the capabilities to end another user's processes and to become that user. */
const capabilities = { kill: 5, setgid: 6, setuid: 7 };

/** Whether this process may start another one as a different user, and end it. */
function maySwitchUser(): boolean {
  try {
    const effective = /^CapEff:\s*([0-9a-f]+)$/m.exec(fs.readFileSync('/proc/self/status', 'utf8'))?.[1];
    const held = BigInt(`0x${effective ?? '0'}`);
    return Object.values(capabilities).every((bit) => (held >> BigInt(bit)) % 2n === 1n);
  } catch {
    return false;
  }
}

/** @returns what the walls of this launcher block, or why it cannot be used; `null` when the bare one cannot */
async function tryOut(child: VisionChild, launcher: Launcher): Promise<Isolation | string | null> {
  const result = await child.tested;
  if (result === null) return launcher === bareLauncher ? null : (await child.ended).reason;
  const [missing] = result.unreadable;
  if (missing !== undefined && launcher !== bareLauncher) {
    child.end('closed');
    await child.gone;
    return `${missing} cannot be read there`;
  }
  return isolationOf(result, child.innermostPid ?? 0);
}
