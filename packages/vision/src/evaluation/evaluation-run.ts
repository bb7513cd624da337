import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { EvaluationOptions } from './evaluation-options.ts';

/** What a command talks to. */
export interface EvaluationIo {
  stdin: Readable;
  /** Results, one JSON object a line, and nothing else. */
  stdout: { write(text: string): unknown };
  /** Messages. */
  stderr: { write(text: string): unknown };
  /** Directory of the built-in models. */
  modelsDir: string;
  /** `YYYY-MM-DD`, used where no `--date` is given. */
  today: string;
}

/** Exit codes: all processed, could not run, some inputs bad and all others processed. */
export type ExitCode = 0 | 1 | 2;

/** Milliseconds per stage. */
export type Timings = Record<string, number>;

/** A line of the list, or the command line's images as one. */
export interface EvaluationInput {
  id: unknown;
  /** Members of the line. */
  members: Readonly<Record<string, unknown>>;
  /** From 1. */
  line: number;
}

/** An input that cannot be worked on; the text becomes the line's `error`. */
export class BadInput extends Error {}

/** What the loop needs to know about a command. */
export interface EvaluationWork {
  io: EvaluationIo;
  options: EvaluationOptions;
  /** Members of the single input that images on the command line stand for. */
  ofArguments: Readonly<Record<string, unknown>>;
  /** @throws BadInput for an input that is not one */
  evaluate: (input: EvaluationInput, timings: Timings) => Promise<Record<string, unknown>>;
  models: readonly string[];
}

/** Works through all inputs, several at a time, and writes results in input order. */
export async function runEvaluation(work: EvaluationWork): Promise<ExitCode> {
  const { io, options } = work;
  const started = performance.now();
  const stages: Timings[] = [];
  let bad = false;
  const pending: Promise<string>[] = [];
  const writeFirst = async (): Promise<void> => {
    const line = await pending.shift();
    if (line !== undefined) io.stdout.write(`${line}\n`);
  };
  for await (const parsed of inputsOf(work)) {
    pending.push(
      evaluateOne(work, parsed).then(({ result, timings, failed }) => {
        bad ||= failed;
        stages.push(timings);
        return JSON.stringify(options.timings ? { ...result, ms: timings } : result);
      }),
    );
    if (pending.length >= options.workers) await writeFirst();
  }
  while (pending.length > 0) await writeFirst();
  if (options.stats) io.stderr.write(`${JSON.stringify(statistics(work, { stages, started }))}\n`);
  return bad ? 2 : 0;
}

async function* inputsOf({
  io,
  options,
  ofArguments,
}: EvaluationWork): AsyncGenerator<EvaluationInput | number> {
  if (options.images.length > 0) {
    yield { id: null, members: ofArguments, line: 1 };
    return;
  }
  let line = 0;
  for await (const text of createInterface({ input: io.stdin, crlfDelay: Infinity })) {
    line += 1;
    if (text.trim() !== '') yield parseLine(text, line);
  }
}

/** The input, or the number of a line that is not a JSON object. */
function parseLine(text: string, line: number): EvaluationInput | number {
  try {
    const members: unknown = JSON.parse(text);
    if (typeof members !== 'object' || members === null || Array.isArray(members)) return line;
    const { id = null } = members as { id?: unknown };
    return { id, members: members as Record<string, unknown>, line };
  } catch {
    return line;
  }
}

async function evaluateOne(
  { evaluate }: EvaluationWork,
  input: EvaluationInput | number,
): Promise<{ result: Record<string, unknown>; timings: Timings; failed: boolean }> {
  const timings: Timings = {};
  if (typeof input === 'number') {
    return { result: { id: null, line: input, error: 'not a JSON object' }, timings, failed: true };
  }
  try {
    return { result: { id: input.id, ...(await evaluate(input, timings)) }, timings, failed: false };
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    return { result: { id: input.id, line: input.line, error: error.message }, timings, failed: true };
  }
}

function statistics(
  { models }: EvaluationWork,
  { stages, started }: { stages: readonly Timings[]; started: number },
): Record<string, unknown> {
  const names = [...new Set(stages.flatMap((timings) => Object.keys(timings)))];
  const perStage = names.map((name) => {
    const sorted = stages.flatMap((timings) => timings[name] ?? []).toSorted((a, b) => a - b);
    return [name, { p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95) }] as const;
  });
  return {
    count: stages.length,
    elapsedMs: Math.round(performance.now() - started),
    stages: Object.fromEntries(perStage),
    peakMemoryMb: Math.round(process.resourceUsage().maxRSS / 1024),
    models,
  };
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** Runs a stage and adds its time. */
export async function timeStage<T>(timings: Timings, stage: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  timings[stage] = Math.round(((timings[stage] ?? 0) + performance.now() - started) * 10) / 10;
  return result;
}
