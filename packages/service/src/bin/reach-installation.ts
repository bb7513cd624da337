import { createProgress, type Progress } from '@countersign/command-line';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../runtime/config.ts';
import { Unavailable } from '../runtime/unavailable.ts';
import { DirectoryLocked } from '../storage/engine/directory-lock.ts';
import type { CommandResult } from './command.ts';
import { callServingProcess, type ControlRequest } from './control-socket.ts';

/** How long a verb waits for a process that has the data but does not answer yet: it is starting or ending. */
const patienceMs = 15_000;

/** Runs a verb in the serving process where the embedded database is open there, else in this one. */
export async function runCommand(config: Config, request: ControlRequest): Promise<CommandResult> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const answered = config.databaseUrl === null ? await callServingProcess(config.dataDir, request) : null;
    if (answered) return answered;
    try {
      return await runHere(config, request);
    } catch (error) {
      if (!(error instanceof DirectoryLocked) || performance.now() > until) throw error;
      await sleep(200);
    }
  }
}

/**
 * Lets a verb of many steps run them over one open installation: in the serving process where the embedded database is open there,
 * else in this one.
 */
export async function withSteps(
  config: Config,
  use: (run: (request: ControlRequest) => Promise<CommandResult>) => Promise<CommandResult>,
): Promise<CommandResult> {
  if (config.databaseUrl !== null)
    return withInstallation(config, (run) => use((request) => run(request)));
  return use(async (request) => {
    const answered = await callServingProcess(config.dataDir, request);
    if (!answered) throw new Unavailable('service: must run on this data directory; start it with "serve"');
    return answered;
  });
}

const runHere = (config: Config, request: ControlRequest): Promise<CommandResult> =>
  withInstallation(config, (run) => run(request, createProgress));

/** Runs a verb over an open installation. */
type RunVerb = (
  request: ControlRequest,
  showProgress?: (label: string) => Progress,
) => Promise<CommandResult>;

async function withInstallation(
  config: Config,
  use: (run: RunVerb) => Promise<CommandResult>,
): Promise<CommandResult> {
  // Loaded only here: where a process serves the installation, the verb and all it needs are loaded there.
  const { createContext } = await import('../create-context.ts');
  const { createLog } = await import('../runtime/log.ts');
  const { runOn } = await import('./run-command.ts');
  const ctx = await createContext(config, { log: createLog('silent'), migrations: 'require' });
  try {
    return await use((request, showProgress) => runOn(ctx, request, showProgress));
  } finally {
    await ctx.keyRing.close();
    await ctx.database.close();
  }
}
