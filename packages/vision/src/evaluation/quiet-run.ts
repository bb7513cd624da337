import { Readable } from 'node:stream';
import type { EvaluationOptions } from './evaluation-options.ts';
import type { EvaluationCommand, EvaluationIo, ExitCode } from './evaluation-run.ts';
import { runInWorkers } from './evaluation-workers.ts';

/** A command whose results go to another command. */
export interface QuietRun {
  /** Name of the command, by which threads find it. */
  name: string;
  command: EvaluationCommand;
  /** Its list: JSON objects, one per line. */
  lines: Iterable<string> | AsyncIterable<string>;
  /** Called with the JSON of each result, in the order of the list. */
  take: (text: string) => void;
  progress: NonNullable<EvaluationIo['progress']>;
}

/** Runs a command on a list, in threads if the options request it, and passes on the results instead of printing them. */
export function runQuietly(
  { name, command, lines, take, progress }: QuietRun,
  options: EvaluationOptions,
  io: EvaluationIo,
): Promise<ExitCode> {
  const quiet: EvaluationIo = { ...io, stdin: Readable.from(lines), stdout: { write: take }, progress };
  if (options.workers === 1 || io.entry === undefined) return command(options, quiet);
  const task = { command: name, options, today: io.today };
  return runInWorkers({ io: quiet, options, task, entry: io.entry });
}
