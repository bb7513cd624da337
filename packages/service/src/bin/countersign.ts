import { ConfigError, readConfig } from '../config.ts';
import { DirectoryHeld } from '../storage/directory-lock.ts';
import { Unavailable } from '../storage/unavailable.ts';
import {
  type CommandInput,
  type CommandResult,
  done,
  exitCodes,
  optionalText,
  parseInput,
  requiredText,
  UsageError,
} from './command.ts';
import { helpText } from './help.ts';
import { render } from './output.ts';
import { commands, findCommand, runCommand } from './run-command.ts';

/** Runs the command line; resolves with the exit code. */
async function main(args: string[]): Promise<number> {
  const [verb = '', ...rest] = args;
  if (verb === '' || verb === 'help' || verb === '--help' || verb === '-h')
    return print(helpText(commands, rest.join(' ')));
  if (verb === 'serve') return runServe(rest);
  if (verb === 'migrate' || verb === 'export') return runAlone(verb, rest);
  if (verb === 'lists' && args[1] !== 'rescreen') return runOnLists(args);
  if (verb === 'registries') return runOnRegistries(args);
  if (verb === 'simulator') return runSimulated(rest);
  const found = findCommand(args);
  if (!found) throw new UsageError(`unknown command; "countersign help" lists them`);
  const input = parseInput(found.command, found.rest);
  if (input.options['help'] === true) return print(helpText(commands, found.command.name));
  const request = { command: found.command.name, args: found.rest };
  return report(await runCommand(configOf(input), request), input);
}

async function runServe(args: string[]): Promise<number> {
  const options = { host: { type: 'string' }, port: { type: 'string' } } as const;
  const input = parseInput(
    { name: 'serve', usage: '[--host HOST] [--port PORT]', positionals: 0, options },
    args,
  );
  if (input.options['help'] === true) return print(helpText(commands, 'serve'));
  const { serve } = await import('./serve.ts');
  return serve(configOf(input));
}

async function runAlone(verb: 'migrate' | 'export', args: string[]): Promise<number> {
  const input = parseInput(
    {
      name: verb,
      usage: verb === 'export' ? '--to POSTGRES_URL' : '',
      positionals: 0,
      options: { to: { type: 'string' } },
    },
    args,
  );
  if (input.options['help'] === true) return print(helpText(commands, verb));
  const target = verb === 'export' ? requiredText(input, 'to') : null;
  const { exportInstallation, migrateInstallation } = await import('./database-commands.ts');
  const config = configOf(input);
  return report(
    done(target === null ? await migrateInstallation(config) : await exportInstallation(config, target)),
    input,
  );
}

async function runOnLists(args: string[]): Promise<number> {
  const { findListsCommand, runLists } = await import('./commands/lists.ts');
  const found = findListsCommand(args);
  if (found.input.options['help'] === true) return print(helpText(commands, found.command.name));
  return report(await runLists(configOf(found.input), found), found.input);
}

async function runOnRegistries(args: string[]): Promise<number> {
  const { findRegistriesCommand } = await import('./commands/registries.ts');
  const { command, input } = findRegistriesCommand(args);
  if (input.options['help'] === true) return print(helpText(commands, command.name));
  return report(await command.run(configOf(input), input), input);
}

async function runSimulated(args: string[]): Promise<number> {
  const options = { portraits: { type: 'string' } } as const;
  const usage = '[--portraits DIRECTORY]';
  const input = parseInput({ name: 'simulator', usage, positionals: 0, options }, args);
  if (input.options['help'] === true) return print(helpText(commands, 'simulator'));
  const { runSimulator } = await import('./simulator.ts');
  const portraits = optionalText(input, 'portraits');
  return runSimulator({ ...process.env, ...(portraits === undefined ? {} : { SIM_PORTRAITS: portraits }) });
}

/** The environment, with options of the same meaning over it. */
function configOf(input: CommandInput) {
  const over = { DATA_DIR: 'data-dir', DATABASE_URL: 'database-url', HOST: 'host', PORT: 'port' };
  const given = Object.entries(over).flatMap(([variable, option]) => {
    const value = optionalText(input, option);
    return value === undefined ? [] : [[variable, value] as const];
  });
  return readConfig({ ...process.env, ...Object.fromEntries(given) });
}

function report(result: CommandResult, { options }: CommandInput): number {
  process.stdout.write(render(result, options['json'] === true));
  if (result.note !== undefined) process.stderr.write(`${result.note}\n`);
  return result.exitCode;
}

function print(text: string): number {
  process.stdout.write(text);
  return exitCodes.ok;
}

function explain(error: unknown): number {
  // The embedded engine throws plain objects with the number of a system error.
  const message = error instanceof Error ? error.message : (JSON.stringify(error) ?? String(error));
  process.stderr.write(`countersign: ${message}\n`);
  if (process.env['LOG_LEVEL'] === 'debug') console.error(error);
  if (error instanceof UsageError) return exitCodes.usage;
  if (error instanceof ConfigError) return exitCodes.configuration;
  if (error instanceof DirectoryHeld || error instanceof Unavailable) return exitCodes.unavailable;
  if (process.env['LOG_LEVEL'] === 'debug' && error instanceof Error)
    process.stderr.write(`${error.stack}\n`);
  return exitCodes.failed;
}

// Set, not called: standard output may still be on its way to a pipe.
process.exitCode = await main(process.argv.slice(2)).catch(explain);
