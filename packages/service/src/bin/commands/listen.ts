import {
  type CommandInput,
  exitCodes,
  formatOf,
  optionalText,
  requiredText,
  UsageError,
} from '@countersign/command-line';
import type { Config } from '../../runtime/config.ts';
import { type CommandResult, type ConfigCommand, exampleId } from '../command.ts';
import { type ForwardedWebhook, forwardWebhooks, type RunStep } from '../forward-webhooks.ts';
import { withSteps } from '../reach-installation.ts';

/** The verb that forwards webhooks. */
export const listenCommands: readonly ConfigCommand[] = [
  {
    name: 'listen',
    about:
      'forwards the webhooks of a test integration unchanged to a program on this machine until Ctrl-C; configured URLs are not changed, and types without a URL are forwarded too',
    arguments: ['INTEGRATION'],
    options: {
      'forward-to': {
        type: 'string',
        value: 'URL',
        need: 'required',
        about: 'where webhooks are posted, e.g. http://localhost:3000/webhooks',
      },
      count: {
        type: 'string',
        value: 'N',
        about: 'exits after N webhooks; with status 1 if the program rejected one',
      },
    },
    example: `listen ${exampleId.integration} --forward-to http://localhost:3000/webhooks`,
    runAlone: async (config, input) => {
      const ending = new AbortController();
      for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => ending.abort());
      return withSteps(listenConfig(config, input), (run) =>
        listen(run, input, { signal: ending.signal, write }),
      );
    },
  },
];

const write = (text: string): void => void process.stdout.write(text);

/** The command line is validated before anything is opened. @throws UsageError */
function listenConfig(config: () => Config, input: CommandInput): Config {
  readForwarding(input);
  return config();
}

/** Opens the listener, forwards until the signal, and closes it. */
export async function listen(
  run: RunStep,
  input: CommandInput,
  { signal, write: print }: { signal: AbortSignal; write(text: string): void },
): Promise<CommandResult> {
  const { forwardTo, count, isJson } = readForwarding(input);
  const opened = await run({ command: 'listener open', args: [input.positionals[0] ?? ''] });
  if (opened.exitCode !== exitCodes.done) return opened;
  const { integrationId, since } = opened.output as { integrationId: string; since: string };
  let refused = 0;
  const report = (forwarded: ForwardedWebhook) => {
    const { httpStatus } = forwarded;
    if (httpStatus === null || httpStatus < 200 || httpStatus > 299) refused += 1;
    print(isJson ? `${JSON.stringify(forwarded)}\n` : lineOf(forwarded));
  };
  try {
    if (!isJson) print(`listening; webhooks go to ${forwardTo.href}\n`);
    await forwardWebhooks(run, { integrationId, since, forwardTo, count, signal, report });
  } finally {
    await run({ command: 'listener close', args: [integrationId] });
  }
  return { exitCode: refused > 0 && count !== null ? exitCodes.finding : exitCodes.done, output: undefined };
}

const lineOf = ({ at, type, webhookId, httpStatus, error, ms }: ForwardedWebhook): string =>
  `${at}  ${type.padEnd(19)}  ${webhookId}  ${httpStatus ?? error} in ${ms} ms\n`;

/** @throws UsageError */
function readForwarding(input: CommandInput) {
  const text = requiredText(input, 'forward-to');
  const forwardTo = URL.canParse(text) ? new URL(text) : null;
  if (forwardTo === null || !/^https?:$/.test(forwardTo.protocol))
    throw new UsageError(`--forward-to: must be an address such as http://localhost:3000/, not ${text}`);
  const given = optionalText(input, 'count');
  const count = given === undefined ? null : Number(given);
  if (count !== null && (!Number.isInteger(count) || count < 1))
    throw new UsageError(`--count: must be a whole number from 1, not ${given}`);
  const format = formatOf(input);
  if (format === 'csv') throw new UsageError('--format: must be table, json or jsonl for this command');
  return { forwardTo, count, isJson: format !== 'table' };
}
