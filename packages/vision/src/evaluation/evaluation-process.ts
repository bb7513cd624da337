import {
  complaintOf,
  exitCodes,
  readCommandLine,
  UsageError,
  type CommandInput,
  type Verb,
} from '@countersign/command-line';
import { isMainThread, parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { evaluationOptionsOf } from './evaluation-options.ts';
import type { EvaluationCommand, EvaluationIo, ExitCode, LineFeed, NumberedLine } from './evaluation-run.ts';
import { runInWorkers } from './evaluation-workers.ts';
import type { FromWorker, ToWorker, WorkerTask } from './worker-messages.ts';

/** The commands of a program. */
export interface EvaluationProgram {
  verbs: readonly Verb[];
  /** The implementation of each verb, by name. */
  commands: Readonly<Record<string, EvaluationCommand>>;
  /** Directory of the built-in models. */
  modelsDir: string;
  /** `YYYY-MM-DD`. */
  today: string;
  /** The program's own file, which worker threads also run. */
  entry: URL;
}

/**
 * Runs the command that the process was started with and sets the exit code. In a worker thread, processes the lines passed by the main
 * thread.
 * @param argv name of the command and its arguments
 */
export async function runEvaluationProcess(
  program: EvaluationProgram,
  argv: readonly string[],
): Promise<void> {
  if (!isMainThread && parentPort !== null) {
    await serve(program, parentPort, workerData as WorkerTask);
    return;
  }
  // The reader of the results may stop reading, as `head` does.
  process.stdout.on('error', () => process.exit(exitCodes.failure));
  const { stdin, stdout, stderr } = process;
  const { modelsDir, today, entry } = program;
  process.exitCode = await runEvaluationCommand(program, argv, {
    stdin,
    stdout,
    stderr,
    modelsDir,
    today,
    entry,
  });
}

async function runEvaluationCommand(
  program: EvaluationProgram,
  argv: readonly string[],
  io: EvaluationIo,
): Promise<ExitCode> {
  try {
    const line = readCommandLine(argv, program);
    if (line.kind === 'run') return await runVerb(program, line, io);
    io.stdout.write(line.text);
    return exitCodes.done;
  } catch (error) {
    io.stderr.write(complaintOf(error instanceof Error ? error.message : 'cannot run'));
    return error instanceof UsageError ? exitCodes.usage : exitCodes.failure;
  }
}

async function runVerb(
  { commands, entry }: EvaluationProgram,
  { verb, input }: { verb: Verb; input: CommandInput },
  io: EvaluationIo,
): Promise<ExitCode> {
  const command = commands[verb.name];
  if (command === undefined) throw new Error(`${verb.name} has no code`);
  const options = evaluationOptionsOf(input);
  if (options.workers > 1 && options.images.length === 0 && !unsplit.has(verb.name)) {
    const task: WorkerTask = { command: verb.name, options, today: io.today };
    return runInWorkers({ io, options, task, entry });
  }
  return command(options, io);
}

/** Commands that need all lines together; they start workers themselves. */
const unsplit = new Set(['calibrate', 'evaluate']);

async function serve(program: EvaluationProgram, port: MessagePort, task: WorkerTask): Promise<void> {
  const command = program.commands[task.command];
  if (command === undefined) throw new Error(`no command ${task.command}`);
  const { stdin, stdout, stderr } = process;
  const { modelsDir } = program;
  const io = { stdin, stdout, stderr, modelsDir, today: task.today, feed: feedOf(port) };
  const exitCode = await command(task.options, io);
  if (exitCode !== exitCodes.done) throw new Error(`${task.command} cannot run`);
  port.close();
}

function feedOf(port: MessagePort): LineFeed {
  const queue: ToWorker[] = [];
  let wake: (() => void) | null = null;
  port.on('message', (message: ToWorker) => {
    queue.push(message);
    wake?.();
  });
  const post = (message: FromWorker): void => port.postMessage(message);
  return {
    ready: (models) => post({ models }),
    answer: post,
    lines: {
      async *[Symbol.asyncIterator](): AsyncGenerator<NumberedLine> {
        for (;;) {
          const next = queue.shift();
          // The main thread ends the list with null.
          if (next === null) return;
          if (next !== undefined) yield next;
          else await new Promise<void>((resolve) => (wake = resolve));
        }
      },
    },
  };
}
