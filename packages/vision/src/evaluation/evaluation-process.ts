import { isMainThread, parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { parseEvaluationOptions } from './evaluation-options.ts';
import type { EvaluationIo, ExitCode, LineFeed, NumberedLine } from './evaluation-run.ts';
import { runInWorkers } from './evaluation-workers.ts';
import type { FromWorker, ToWorker, WorkerTask } from './worker-messages.ts';

/** A command by its arguments. */
export type EvaluationCommand = (argv: readonly string[], io: EvaluationIo) => Promise<ExitCode>;

/** The commands of a program. */
export interface EvaluationProgram {
  commands: Readonly<Record<string, EvaluationCommand>>;
  /** Directory of the built-in models. */
  modelsDir: string;
  /** `YYYY-MM-DD`. */
  today: string;
  /** The program's own file, which worker threads run as well. */
  entry: URL;
}

/**
 * Runs the command that the process was started with, and sets the exit code. Started again in a worker thread it works
 * on the lines that the main thread hands over.
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
  // Whoever reads the results may stop reading, as `head` does.
  process.stdout.on('error', () => process.exit(1));
  const { stdin, stdout, stderr } = process;
  const { modelsDir, today } = program;
  const [name = '', ...rest] = argv;
  process.exitCode = await runEvaluationCommand(program, [name, ...rest], {
    stdin,
    stdout,
    stderr,
    modelsDir,
    today,
  });
}

/** As the process would, with streams of one's own. */
export async function runEvaluationCommand(
  program: EvaluationProgram,
  [name = '', ...argv]: readonly string[],
  io: EvaluationIo,
): Promise<ExitCode> {
  const command = program.commands[name];
  const options = parseEvaluationOptions(argv, name);
  if (command === undefined || typeof options === 'string') {
    io.stderr.write(`${typeof options === 'string' ? `${name}: ${options}` : `no command ${name}`}\n`);
    return 1;
  }
  if (options.workers > 1 && options.images.length === 0 && !unsplit.has(name)) {
    const task: WorkerTask = { command: name, argv, today: io.today };
    return runInWorkers({ io, options, task, entry: program.entry });
  }
  return command(argv, { ...io, entry: program.entry }).catch((error: unknown) => {
    io.stderr.write(`${name}: ${error instanceof Error ? error.message : 'cannot run'}\n`);
    return 1;
  });
}

/** Commands that need all lines together; they start workers themselves. */
const unsplit = new Set(['calibrate']);

async function serve(program: EvaluationProgram, port: MessagePort, task: WorkerTask): Promise<void> {
  const command = program.commands[task.command];
  if (command === undefined) throw new Error(`no command ${task.command}`);
  const { stdin, stdout, stderr } = process;
  const { modelsDir } = program;
  const io = { stdin, stdout, stderr, modelsDir, today: task.today, feed: feedOf(port) };
  const exitCode = await command(task.argv, io);
  if (exitCode !== 0) throw new Error(`${task.command} cannot run`);
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
          if (next === null) return;
          if (next !== undefined) yield next;
          else await new Promise<void>((resolve) => (wake = resolve));
        }
      },
    },
  };
}
