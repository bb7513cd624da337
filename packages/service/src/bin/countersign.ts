import {
  complaintOf,
  exitCodes,
  formatOf,
  readCommandLine,
  render,
  UsageError,
  type CommandInput,
  type OutputFormat,
  type Verb,
} from '@countersign/command-line';
import { pathToFileURL } from 'node:url';
import { ConfigError } from '../runtime/config-error.ts';
import { errorCode } from '../runtime/error-code.ts';
import { installationFile } from '../runtime/installation-files.ts';
import { tooFewOpenFiles } from '../runtime/open-files.ts';
import { DirectoryLocked } from '../storage/engine/directory-lock.ts';
import { NoInstallation } from '../runtime/no-installation.ts';
import { Unavailable } from '../runtime/unavailable.ts';
import { readVersion } from '../runtime/version.ts';
import type { CommandResult } from './command.ts';
import { readCommandTable } from './command-table.ts';
import { installationOptions } from './installation-options.ts';
import { runCommand } from './reach-installation.ts';
import { isDataSource } from './data-sources.ts';
import { type AnyVerb, verbSources } from './verb-sources.ts';

/** Runs the command line; resolves to the exit code. */
async function main(argv: string[]): Promise<number> {
  // Read from the table, so that only the code of the requested verb is loaded.
  const { verbs, groups } = readCommandTable() ?? (await import('./verbs.ts')).commandTable;
  const line = readCommandLine(argv, { verbs, version: readVersion, groups });
  if (line.kind === 'print') {
    print(line.text);
    return exitCodes.done;
  }
  const { verb, input, args } = line;
  // Checked first: an invalid output format must not be discovered only after a change was made.
  const format = outputFormat(verb, input);
  // Not for help, which needs no settings.
  const { configOf } = await import('./config-of.ts');
  const config = () => configOf(input);
  const { name, source } = verb;
  if (isDataSource(source))
    return report(await runCommand(config(), { command: name, args: [...args] }, source), format);
  const loaded: readonly AnyVerb[] = await verbSources[source]();
  const found = loaded.find((candidate) => candidate.name === name);
  if (found && 'program' in found) return runProgram(found.program);
  if (found && 'runAlone' in found) return report(await found.runAlone(config, input, verbs), format);
  throw new Error(`${name}: must be a verb of ${source}; run "npm run build"`);
}

/** `bin/countersign` normally starts such a program itself; it parses the same command line. */
async function runProgram(file: string): Promise<number> {
  await import(pathToFileURL(installationFile(file)).href);
  return Number(process.exitCode ?? exitCodes.done);
}

/** A verb may have its own `--format` with a different meaning. */
function outputFormat({ options }: Verb, input: CommandInput): OutputFormat {
  if (options['format']?.about === installationOptions.format.about) return formatOf(input);
  return formatOf({ ...input, options: { json: input.options['json'] } });
}

/**
 * Prints the result of a command. A reader that has read enough, such as `head`, closes the output; that is no failure. If the output
 * cannot be written, as to a file on a full disk, the command has run all the same.
 */
function print(text: string): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    process.stderr.write(
      complaintOf(
        `standard output: must be writable; the command has run, but its output is lost (${error.message})`,
      ),
    );
    // After the exit code of the command has been set.
    process.on('exit', () => (process.exitCode = exitCodes.failure));
  });
  process.stdout.write(text);
}

function report(result: CommandResult, format: OutputFormat): number {
  // A refusal without output prints none: `null` would look like a result.
  print(render(isRefusal(result) ? (result.output ?? undefined) : result.output, format));
  if (result.note !== undefined)
    process.stderr.write(isRefusal(result) ? complaintOf(result.note) : `${result.note}\n`);
  return result.exitCode;
}

/** Whether the command was refused. A finding with output (exit code 1) is no refusal, nor is a remark. */
const isRefusal = ({ exitCode, output }: CommandResult): boolean =>
  exitCode > exitCodes.finding || (exitCode === exitCodes.failure && output === null);

function explain(error: unknown): number {
  if (errorCode(error) === 'EMFILE') {
    process.stderr.write(complaintOf(tooFewOpenFiles(null)));
    return exitCodes.configuration;
  }
  // The embedded engine throws plain objects with the number of a system error.
  const message = error instanceof Error ? error.message : (JSON.stringify(error) ?? String(error));
  process.stderr.write(complaintOf(message));
  if (process.env['LOG_LEVEL'] === 'debug') console.error(error);
  if (error instanceof UsageError) return exitCodes.usage;
  if (error instanceof ConfigError) return exitCodes.configuration;
  if (error instanceof NoInstallation) return exitCodes.notFound;
  if (error instanceof DirectoryLocked || error instanceof Unavailable) return exitCodes.unavailable;
  if (process.env['LOG_LEVEL'] === 'debug' && error instanceof Error)
    process.stderr.write(`${error.stack}\n`);
  return exitCodes.failure;
}

// Set instead of calling `exit`: standard output may still be on its way to a pipe.
process.exitCode = await main(process.argv.slice(2)).catch(explain);
