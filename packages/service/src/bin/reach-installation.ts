import { createProgress } from '@countersign/command-line';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceContext } from '../context.ts';
import type { Config } from '../runtime/config.ts';
import { Unavailable } from '../runtime/unavailable.ts';
import { DirectoryLocked } from '../storage/engine/directory-lock.ts';
import type { Command, CommandResult } from './command.ts';
import { callServingProcess, type ControlRequest } from './control-socket.ts';
import { dataSources } from './data-sources.ts';

/** How long a verb waits for a process that has the data but does not answer yet, because it is starting or stopping. */
const patienceMs = 15_000;

/** Runs a verb in the serving process if the embedded database is open there, otherwise in this one. */
export async function runCommand(
  config: Config,
  request: ControlRequest,
  source: keyof typeof dataSources,
): Promise<CommandResult> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const answered = config.databaseUrl === null ? await callServingProcess(config.dataDir, request) : null;
    if (answered) return answered;
    try {
      return await runHere(config, request, source);
    } catch (error) {
      if (!(error instanceof DirectoryLocked) || performance.now() > until) throw error;
      await sleep(200);
    }
  }
}

/** The verb's code is loaded only here: if a process serves the installation, it is loaded there. */
async function runHere(
  config: Config,
  { command: name, args }: ControlRequest,
  source: keyof typeof dataSources,
): Promise<CommandResult> {
  const { runVerb } = await import('./run-verb.ts');
  const verbs: readonly Command[] = await dataSources[source]();
  const command = verbs.find((verb) => verb.name === name);
  if (!command) throw new Error(`${name}: must be a verb of ${source}; run "npm run build"`);
  return withInstallation(config, (ctx) => runVerb(ctx, { command, args }, createProgress));
}

/**
 * Lets a verb with many steps run them over one open installation: in the serving process if the embedded database is open there,
 * otherwise in this one.
 */
export async function withSteps(
  config: Config,
  use: (run: (request: ControlRequest) => Promise<CommandResult>) => Promise<CommandResult>,
): Promise<CommandResult> {
  if (config.databaseUrl !== null) {
    const { runOn } = await import('./run-command.ts');
    return withInstallation(config, (ctx) => use((request) => runOn(ctx, request)));
  }
  return use(async (request) => {
    const answered = await callServingProcess(config.dataDir, request);
    if (!answered) throw new Unavailable('service: must run on this data directory; start it with "serve"');
    return answered;
  });
}

async function withInstallation(
  config: Config,
  use: (ctx: ServiceContext) => Promise<CommandResult>,
): Promise<CommandResult> {
  const { createContext } = await import('../create-context.ts');
  const { createLog } = await import('../runtime/log.ts');
  const log = createLog('silent');
  const ctx = await createContext(config, { log, migrations: 'require', actsAsOwner: true });
  try {
    return await use(ctx);
  } finally {
    await ctx.keyRing.close();
    await ctx.database.close();
  }
}
