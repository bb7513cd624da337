import { exitCodes, parseInput, UsageError, type Verb } from '@countersign/command-line';
import type { ConsoleAnswer, VerbRequest } from '../../console/console-server.ts';
import type { Config } from '../../runtime/config.ts';
import { ConfigError } from '../../runtime/config-error.ts';
import { NoInstallation } from '../../runtime/no-installation.ts';
import { Unavailable } from '../../runtime/unavailable.ts';
import type { CommandResult } from '../command.ts';
import { listsCommands } from '../commands/lists.ts';
import { consoleVerbs, givenOptions } from './console-verbs.ts';
import type { ControlRequest } from '../control-socket.ts';

interface Runner {
  config: Config;
  /** Every verb of the command line. */
  verbs: readonly Verb[];
  /** Who uses the console, as in `--by`; `''` if not named. */
  operator: string;
  /** Runs a verb on the installation's data, if it is open. */
  runData: (request: ControlRequest) => Promise<CommandResult>;
}

/** Runs verbs for the console's page as the command line does, but only those in `consoleVerbs`, with the options listed there. */
export const consoleRunner =
  (runner: Runner) =>
  async (request: VerbRequest): Promise<ConsoleAnswer> => {
    const options = Object.hasOwn(consoleVerbs, request.verb) ? consoleVerbs[request.verb] : undefined;
    const verb = runner.verbs.find(({ name }) => name === request.verb);
    if (options === undefined || verb === undefined)
      return refused(`verb: must be available in the console, not ${request.verb}; run it in a shell`);
    const wrong = Object.keys(request.options).find((name) => !options.includes(name));
    if (wrong !== undefined)
      return refused(`--${wrong}: must be an option that the console gives; run ${request.verb} in a shell`);
    try {
      return answerOf(await runOne(runner, verb, argsOf(verb, request, runner.operator)));
    } catch (error) {
      const exitCode = exitCodeOf(error);
      if (exitCode === null) throw error;
      return answerOf({ exitCode, output: null, note: (error as Error).message });
    }
  };

const refused = (note: string): ConsoleAnswer => ({ status: 403, exitCode: null, output: null, note });

/** Lists need no database: their verbs run in this process, as on the command line. */
function runOne({ config, verbs, runData }: Runner, verb: Verb, args: string[]): Promise<CommandResult> {
  const alone = listsCommands.find(({ name }) => name === verb.name);
  return alone
    ? alone.runAlone(() => config, parseInput(verb, args), verbs)
    : runData({ command: verb.name, args });
}

/** The arguments as they would be typed; a value from the page can never be mistaken for another option. */
function argsOf(verb: Verb, request: VerbRequest, operator: string): string[] {
  const given = Object.entries(request.options).flatMap(([name, value]) =>
    value === true ? [`--${name}`] : [value].flat().map((text) => `--${name}=${text}`),
  );
  const by = 'by' in verb.options && operator !== '' ? [`--by=${operator}`] : [];
  const always = (givenOptions[verb.name] ?? []).map((name) => `--${name}`);
  return ['--json', ...given, ...always, ...by, '--', ...request.arguments];
}

function exitCodeOf(error: unknown): number | null {
  if (error instanceof UsageError) return exitCodes.usage;
  if (error instanceof ConfigError) return exitCodes.configuration;
  if (error instanceof NoInstallation) return exitCodes.notFound;
  return error instanceof Unavailable ? exitCodes.unavailable : null;
}

/** HTTP status by exit code; a finding has output and counts as success. */
const statuses: Readonly<Record<number, number>> = {
  [exitCodes.done]: 200,
  [exitCodes.usage]: 400,
  [exitCodes.rejected]: 409,
  [exitCodes.notFound]: 404,
  [exitCodes.unavailable]: 503,
};

function answerOf({
  exitCode,
  output,
  note = null,
}: {
  exitCode: number;
  output: unknown;
  note?: string | null;
}) {
  const isFinding = exitCode === exitCodes.finding && output !== null;
  return { status: isFinding ? 200 : (statuses[exitCode] ?? 500), exitCode, output, note };
}
