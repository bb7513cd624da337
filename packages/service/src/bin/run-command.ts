import { exitCodes, type Progress } from '@countersign/command-line';
import type { ServiceContext } from '../context.ts';
import type { Command, CommandResult } from './command.ts';
import { listenerSteps } from './commands/listener.ts';
import type { ControlRequest } from './control-socket.ts';
import { runVerb } from './run-verb.ts';
import { dataSources } from './data-sources.ts';

/** Every verb that works on an installation's data. */
export const commands: readonly Command[] = (
  await Promise.all(Object.values(dataSources).map((load) => load()))
).flat();

/** Runs any verb over an open installation: for the control socket, and for verbs with many steps. */
export async function runOn(
  ctx: ServiceContext,
  { command: name, args }: ControlRequest,
  showProgress?: (label: string) => Progress,
): Promise<CommandResult> {
  const command = [...commands, ...listenerSteps].find((candidate) => candidate.name === name);
  if (!command) return { exitCode: exitCodes.usage, output: null, note: `unknown command ${name}` };
  return runVerb(ctx, { command, args }, showProgress);
}
