import { createProgress, exitCodes, type Progress, silentProgress } from '@countersign/command-line';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { EvaluationOptions } from './evaluation-options.ts';

/** The environment of a command. */
export interface EvaluationIo {
  stdin: Readable;
  /** Receives results only, one JSON object per line. */
  stdout: { write(text: string): unknown };
  /** Receives messages. */
  stderr: { write(text: string): unknown };
  /** Directory of the built-in models. */
  modelsDir: string;
  /** `YYYY-MM-DD`; the default for `--date`. */
  today: string;
  /** The program's own file, for commands that start worker threads themselves. */
  entry?: URL;
  /**
   * Label and number of inputs for the progress line if the results go to another command instead of the terminal; absent if they are
   * printed.
   */
  progress?: { label: string; total?: number };
  /** In a worker thread, the source of lines and the destination of outcomes, in place of the streams. */
  feed?: LineFeed;
}

/** A line of the list. */
export interface NumberedLine {
  /** Starts at 1. */
  line: number;
  text: string;
}

/** The outcome of a line. */
export interface LineOutcome {
  line: number;
  /** The result as JSON without a line break. */
  text: string;
  timings: Timings;
  /** Whether the input was invalid or could not be processed. */
  failed: boolean;
}

/** The worker's side of a run. */
export interface LineFeed {
  lines: AsyncIterable<NumberedLine>;
  /** Called once with the ids of the models after they have been loaded. */
  ready(models: readonly string[]): void;
  answer(outcome: LineOutcome): void;
}

/** Exit codes: all processed; could not run; some inputs invalid and all others processed. Stable. */
export type ExitCode = typeof exitCodes.done | typeof exitCodes.failure | typeof exitCodes.usage;

/** A command, called with validated options. @throws UsageError if its images are not what it requires */
export type EvaluationCommand = (options: EvaluationOptions, io: EvaluationIo) => Promise<ExitCode>;

/** Milliseconds for each stage. */
export type Timings = Record<string, number>;

/** A line of the list, or the images of the command line as a single input. */
export interface EvaluationInput {
  id: unknown;
  /** Members of the line. */
  members: Readonly<Record<string, unknown>>;
  /** Starts at 1. */
  line: number;
}

/** An input that cannot be processed; the message becomes the line's `error`. */
export class BadInput extends Error {}

/** The parts of a command that the loop needs. */
export interface EvaluationWork {
  io: EvaluationIo;
  options: EvaluationOptions;
  /** Members of the single input formed by images on the command line. */
  ofArguments: Readonly<Record<string, unknown>>;
  /** @throws BadInput for an invalid input */
  evaluate: (input: EvaluationInput, timings: Timings) => Promise<Record<string, unknown>>;
  models: readonly string[];
}

/** Processes all inputs in order and writes the results in input order; in a worker thread, passes them back. */
export async function runEvaluation(work: EvaluationWork): Promise<ExitCode> {
  const { io, options, models, ofArguments } = work;
  if (io.feed) {
    io.feed.ready(models);
    for await (const line of io.feed.lines) io.feed.answer(await evaluateLine(work, line));
    return exitCodes.done;
  }
  const tally = new Tally(models, io);
  const deliver = (outcome: LineOutcome): void => {
    tally.add(outcome);
    io.stdout.write(`${outcome.text}\n`);
  };
  if (options.images.length > 0) {
    deliver(await evaluateParsed(work, { id: null, members: ofArguments, line: 1 }));
  } else {
    for await (const line of linesOf(io.stdin)) deliver(await evaluateLine(work, line));
  }
  return tally.finish(io, options);
}

/** The non-empty lines of a list. */
export async function* linesOf(stdin: Readable): AsyncGenerator<NumberedLine> {
  let line = 0;
  for await (const text of createInterface({ input: stdin, crlfDelay: Infinity })) {
    line += 1;
    if (text.trim() !== '') yield { line, text };
  }
}

/** The outcome of a line that could not be processed. */
export function failedOutcome(
  { id, line }: { id: unknown; line: number },
  error: string,
  timings: Timings = {},
): LineOutcome {
  return { line, text: JSON.stringify({ id, line, error }), timings, failed: true };
}

/** The line's input; `null` if it is not a JSON object. */
export function parseLine({ line, text }: NumberedLine): EvaluationInput | null {
  try {
    const members: unknown = JSON.parse(text);
    if (typeof members !== 'object' || members === null || Array.isArray(members)) return null;
    const { id = null } = members as { id?: unknown };
    return { id, members: members as Record<string, unknown>, line };
  } catch {
    return null;
  }
}

async function evaluateLine(work: EvaluationWork, numbered: NumberedLine): Promise<LineOutcome> {
  const input = parseLine(numbered);
  if (input === null) return failedOutcome({ id: null, line: numbered.line }, 'not a JSON object');
  return evaluateParsed(work, input);
}

async function evaluateParsed(
  { evaluate, options, io }: EvaluationWork,
  input: EvaluationInput,
): Promise<LineOutcome> {
  const timings: Timings = {};
  try {
    const result = { id: input.id, ...(await evaluate(input, timings)) };
    const text = JSON.stringify(options.timings ? { ...result, ms: timings } : result);
    return { line: input.line, text, timings, failed: false };
  } catch (error) {
    if (error instanceof BadInput) return failedOutcome(input, error.message, timings);
    // One picture must not end the run; errors in our own code are reported as messages.
    io.stderr.write(`line ${input.line}: ${error instanceof Error ? error.message : 'failed'}\n`);
    return failedOutcome(input, 'could not be processed', timings);
  }
}

/** Counts the outcomes of a run. */
export class Tally {
  readonly #started = performance.now();
  readonly #stages = new Map<string, number[]>();
  readonly #models: readonly string[];
  readonly #progress: Progress;
  readonly #total: number | undefined;
  #count = 0;
  #bad = false;

  constructor(models: readonly string[], { progress }: Pick<EvaluationIo, 'progress'>) {
    this.#models = models;
    this.#total = progress?.total;
    // Results on a terminal already show the progress.
    this.#progress =
      progress === undefined && process.stdout.isTTY
        ? silentProgress()
        : createProgress(progress?.label ?? 'Inputs');
  }

  add({ timings, failed }: LineOutcome): void {
    this.#count += 1;
    this.#progress.at(this.#count, this.#total);
    this.#bad ||= failed;
    for (const [stage, ms] of Object.entries(timings)) {
      const known = this.#stages.get(stage);
      if (known) known.push(ms);
      else this.#stages.set(stage, [ms]);
    }
  }

  /** Writes the statistics if requested. */
  finish(io: EvaluationIo, { stats }: EvaluationOptions): ExitCode {
    this.#progress.end();
    if (stats) io.stderr.write(`${JSON.stringify(this.#statistics())}\n`);
    return this.#bad ? exitCodes.usage : exitCodes.done;
  }

  #statistics(): Record<string, unknown> {
    const perStage = [...this.#stages].map(([stage, values]) => {
      const sorted = values.toSorted((a, b) => a - b);
      return [stage, { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95) }] as const;
    });
    return {
      count: this.#count,
      elapsedMs: Math.round(performance.now() - this.#started),
      stages: Object.fromEntries(perStage),
      peakMemoryMb: Math.round(process.resourceUsage().maxRSS / 1024),
      models: this.#models,
    };
  }
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** Runs a stage and adds its duration. */
export async function timeStage<T>(timings: Timings, stage: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  timings[stage] = Math.round(((timings[stage] ?? 0) + performance.now() - started) * 10) / 10;
  return result;
}
