import { type CommandInput, exitCodes, formatOf, optionalText } from '@countersign/command-line';
import { type CommandResult, type ConfigCommand, exampleId } from '../command.ts';
import { followRequests } from '../follow-requests.ts';
import { limitOf, limitOption } from '../read-options.ts';
import { runCommand, withSteps } from '../reach-installation.ts';
import { judgeRequestFilters, requestFilters } from './logs.ts';

/** The verb that follows the request log. */
export const tailCommands: readonly ConfigCommand[] = [
  {
    name: 'logs tail',
    about: 'prints the latest API requests of an integration, oldest first',
    arguments: ['INTEGRATION'],
    options: {
      ...requestFilters,
      limit: { ...limitOption, about: 'number of requests to begin with, 1 to 10000; default 50' },
      follow: { type: 'boolean', about: 'continues to print new requests until Ctrl-C' },
    },
    example: `logs tail ${exampleId.integration} --follow`,
    runAlone: tail,
  },
];

async function tail(
  config: Parameters<ConfigCommand['runAlone']>[0],
  input: CommandInput,
): Promise<CommandResult> {
  judgeRequestFilters(input);
  const limit = limitOf(input);
  const format = formatOf(input);
  const args = [...input.positionals, ...filterArguments(input)];
  if (input.options['follow'] !== true) {
    const request = { command: 'logs list', args: [...args, '--limit', String(limit)] };
    const listed = await runCommand(config(), request, 'records');
    return listed.exitCode === exitCodes.done
      ? { ...listed, output: (listed.output as unknown[]).toReversed() }
      : listed;
  }
  const ending = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => ending.abort());
  const print = (text: string): void => void process.stdout.write(text);
  return withSteps(config(), (run) =>
    followRequests(run, { args, limit, format, signal: ending.signal, print }),
  );
}

/** The filters as given, for another verb. */
const filterArguments = (input: CommandInput): string[] =>
  Object.keys(requestFilters).flatMap((name) => {
    const text = optionalText(input, name);
    return text === undefined ? [] : [`--${name}`, text];
  });
