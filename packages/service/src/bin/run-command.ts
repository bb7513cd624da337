import { exitCodes, parseInput, type Progress, silentProgress, UsageError } from '@countersign/command-line';
import type { ServiceContext } from '../context.ts';
import { Unavailable } from '../runtime/unavailable.ts';
import { nameUnavailable } from '../storage/engine/wait-for-database.ts';
import { InvalidSetting } from '../settings/integration-settings.ts';
import type { Command, CommandResult } from './command.ts';
import { alertCommands } from './commands/alerts.ts';
import { auditCommands } from './commands/audit.ts';
import { erasureCommands } from './commands/erasures.ts';
import { sessionDecideCommands } from './commands/session-decide.ts';
import { sessionHoldCommands } from './commands/session-hold.ts';
import { backupCommands } from './commands/backup.ts';
import { blocklistCommands } from './commands/blocklist.ts';
import { hitsCommands } from './commands/hits.ts';
import { integrationCommands } from './commands/integration.ts';
import { jobCommands } from './commands/job.ts';
import { keyCommands } from './commands/keys.ts';
import { listenerSteps } from './commands/listener.ts';
import { listsRescreenCommands } from './commands/lists-rescreen.ts';
import { logsCommands } from './commands/logs.ts';
import { portalCommands } from './commands/portal.ts';
import { reportCommands } from './commands/reports.ts';
import { sandboxClockCommands } from './commands/sandbox-clock.ts';
import { screeningRulesCommands } from './commands/screening-rules.ts';
import { sessionCommands } from './commands/session.ts';
import { statusCommands } from './commands/statuses.ts';
import { triggerCommands } from './commands/trigger.ts';
import { webhookCommands } from './commands/webhooks.ts';
import type { ControlRequest } from './control-socket.ts';
import { installationOptions } from './installation-options.ts';
import { NotFound, resolveNames } from './resolve-names.ts';

/** Every verb that works on an installation's data. */
export const commands: readonly Command[] = [
  ...backupCommands,
  ...integrationCommands,
  ...screeningRulesCommands,
  ...listsRescreenCommands,
  ...keyCommands,
  ...webhookCommands,
  ...triggerCommands,
  ...sandboxClockCommands,
  ...jobCommands,
  ...alertCommands,
  ...sessionCommands,
  ...sessionDecideCommands,
  ...sessionHoldCommands,
  ...statusCommands,
  ...hitsCommands,
  ...reportCommands,
  ...auditCommands,
  ...logsCommands,
  ...erasureCommands,
  ...blocklistCommands,
  ...portalCommands,
].map((command) => ({ ...command, options: { ...command.options, ...installationOptions } }));

/**
 * Runs a verb over an open installation; rule violations become results. Also what the control socket calls, whose terminal is another
 * process's: progress is shown nowhere.
 */
export async function runOn(
  ctx: ServiceContext,
  { command: name, args }: ControlRequest,
  showProgress: (label: string) => Progress = silentProgress,
): Promise<CommandResult> {
  const command = [...commands, ...listenerSteps].find((candidate) => candidate.name === name);
  if (!command) return { exitCode: exitCodes.usage, output: null, note: `unknown command ${name}` };
  try {
    const input = parseInput(command, args);
    return await command.run(ctx, await resolveNames(ctx, command, input), showProgress);
  } catch (error) {
    if (error instanceof UsageError) return { exitCode: exitCodes.usage, output: null, note: error.message };
    if (error instanceof NotFound) return { exitCode: exitCodes.notFound, output: null, note: error.message };
    if (error instanceof InvalidSetting)
      return { exitCode: exitCodes.rejected, output: null, note: error.message };
    const { databaseUrl } = ctx.config;
    if (error instanceof Unavailable)
      return { exitCode: exitCodes.unavailable, output: null, note: unavailableNote(error, databaseUrl) };
    ctx.log.error({ error, event: name }, 'operator command failed');
    return {
      exitCode: exitCodes.failure,
      output: null,
      note: error instanceof Error ? error.message : String(error),
    };
  }
}

/** Errors of the database have its name and the cause; those of other parts have words of their own. */
function unavailableNote(error: Unavailable, url: string | null): string {
  const isOfDatabase = error.cause !== undefined;
  return isOfDatabase ? (nameUnavailable(error, url) as Error).message : error.message;
}
