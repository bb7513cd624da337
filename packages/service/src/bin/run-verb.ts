import { exitCodes, parseInput, type Progress, silentProgress, UsageError } from '@countersign/command-line';
import type { ServiceContext } from '../context.ts';
import { Unavailable } from '../runtime/unavailable.ts';
import { InvalidSetting } from '../settings/integration-settings.ts';
import { nameUnavailable } from '../storage/engine/wait-for-database.ts';
import type { Command, CommandResult } from './command.ts';
import { NotFound, resolveNames } from './resolve-names.ts';

/**
 * Runs a verb over an open installation; rule violations become results.
 * @param showProgress absent: progress is not shown, as when the terminal belongs to another process
 */
export async function runVerb(
  ctx: ServiceContext,
  { command, args }: { command: Command; args: string[] },
  showProgress: (label: string) => Progress = silentProgress,
): Promise<CommandResult> {
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
    ctx.log.error({ error, event: command.name }, 'operator command failed');
    return {
      exitCode: exitCodes.failure,
      output: null,
      note: error instanceof Error ? error.message : String(error),
    };
  }
}

/** Database errors get the database's name and the cause; others have their own message. */
function unavailableNote(error: Unavailable, url: string | null): string {
  const isOfDatabase = error.cause !== undefined;
  return isOfDatabase ? (nameUnavailable(error, url) as Error).message : error.message;
}
