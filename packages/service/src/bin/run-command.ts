import { exitCodes, parseInput, UsageError } from '@countersign/command-line';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../runtime/config.ts';
import type { ServiceContext } from '../context.ts';
import { DirectoryHeld } from '../storage/engine/directory-lock.ts';
import { InvalidSetting } from '../settings/integration-settings.ts';
import type { Command, CommandResult } from './command.ts';
import { alertCommands } from './commands/alerts.ts';
import { blocklistCommands } from './commands/blocklist.ts';
import { integrationCommands } from './commands/integration.ts';
import { jobCommands } from './commands/job.ts';
import { keyCommands } from './commands/keys.ts';
import { listsRescreenCommands } from './commands/lists-rescreen.ts';
import { screeningRulesCommands } from './commands/screening-rules.ts';
import { sessionCommands } from './commands/session.ts';
import { webhookCommands } from './commands/webhooks.ts';
import { callServingProcess, type ControlRequest } from './control-socket.ts';
import { installationOptions } from './installation-options.ts';

/** Every verb that works on an installation's data. */
export const commands: readonly Command[] = [
  ...integrationCommands,
  ...screeningRulesCommands,
  ...listsRescreenCommands,
  ...keyCommands,
  ...webhookCommands,
  ...jobCommands,
  ...alertCommands,
  ...sessionCommands,
  ...blocklistCommands,
].map((command) => ({ ...command, options: { ...command.options, ...installationOptions } }));

/** Runs a verb over an open installation; rule violations become results. Also what the control socket calls. */
export async function runOn(
  ctx: ServiceContext,
  { command: name, args }: ControlRequest,
): Promise<CommandResult> {
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) return { exitCode: exitCodes.usage, output: null, note: `unknown command ${name}` };
  try {
    return await command.run(ctx, parseInput(command, args));
  } catch (error) {
    if (error instanceof UsageError) return { exitCode: exitCodes.usage, output: null, note: error.message };
    if (error instanceof InvalidSetting)
      return { exitCode: exitCodes.rejected, output: null, note: error.message };
    ctx.log.error({ error, event: name }, 'operator command failed');
    return {
      exitCode: exitCodes.failure,
      output: null,
      note: error instanceof Error ? error.message : String(error),
    };
  }
}

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
      if (!(error instanceof DirectoryHeld) || performance.now() > until) throw error;
      await sleep(200);
    }
  }
}

async function runHere(config: Config, request: ControlRequest): Promise<CommandResult> {
  // Loaded only where needed: most verbs run in the serving process, and the rest of the service takes long to load.
  const { createContext } = await import('../compose.ts');
  const { createLog } = await import('../runtime/log.ts');
  const ctx = await createContext(config, { log: createLog('silent'), migrations: 'require' });
  try {
    return await runOn(ctx, request);
  } finally {
    await ctx.keyRing.close();
    await ctx.database.close();
  }
}
