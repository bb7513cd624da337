import { complaintOf, exitCodes } from '@countersign/command-line';
import { Worker } from 'node:worker_threads';
import type { EvaluationOptions } from './evaluation-options.ts';
import {
  failedOutcome,
  linesOf,
  parseLine,
  Tally,
  type EvaluationIo,
  type ExitCode,
  type LineOutcome,
  type NumberedLine,
} from './evaluation-run.ts';
import type { FromWorker, ToWorker, WorkerTask } from './worker-messages.ts';

/** Maximum number of lines a worker has at once: one in progress and the next one. */
const inHand = 2;
/** Maximum number of lines per worker read ahead of the oldest unfinished one. */
const readAhead = 8;

/** Time allowed for a thread to end by itself. */
const closingMs = 3000;

/** A run in several threads. */
export interface WorkerRun {
  io: EvaluationIo;
  options: EvaluationOptions;
  task: WorkerTask;
  /** File that each worker runs, the same as the main thread's. */
  entry: URL;
}

/** A line in progress. */
interface Job extends NumberedLine {
  done: (outcome: LineOutcome) => void;
  /** Files named in the line. */
  files: readonly string[];
}

/**
 * Processes the list in several threads and writes results in input order. Lines that name the same images go to the same thread if it is
 * free. If a thread dies, only its current line is lost, and another thread replaces it.
 * @returns exit code 1 if a thread cannot even load its models
 */
export async function runInWorkers(run: WorkerRun): Promise<ExitCode> {
  const { io, options } = run;
  const crew = Array.from({ length: options.workers }, () => new Member(run));
  try {
    const models = await Promise.all(crew.map((member) => member.ready));
    const tally = new Tally(models[0] ?? [], io);
    const pending: Promise<LineOutcome>[] = [];
    const writeFirst = async (): Promise<void> => {
      const outcome = await pending.shift();
      if (outcome === undefined) return;
      tally.add(outcome);
      io.stdout.write(`${outcome.text}\n`);
    };
    for await (const numbered of linesOf(io.stdin)) {
      if (pending.length >= readAhead * crew.length) await writeFirst();
      const files = filesOf(numbered);
      const member = await freeMember(crew, files);
      pending.push(new Promise((done) => member.take({ ...numbered, done, files })));
    }
    while (pending.length > 0) await writeFirst();
    return tally.finish(io, options);
  } catch (error) {
    io.stderr.write(complaintOf(error instanceof Error ? error.message : 'cannot run'));
    return exitCodes.failure;
  } finally {
    await Promise.all(crew.map((member) => member.close()));
  }
}

/** All texts in a line, in any member; they include the images. */
function filesOf(numbered: NumberedLine): string[] {
  const { id: _id, ...members } = parseLine(numbered)?.members ?? {};
  return Object.values(members)
    .flat()
    .filter((value): value is string => typeof value === 'string');
}

/** Among the members with spare capacity, the one that has seen most of the files, then the least busy one. */
async function freeMember(crew: readonly Member[], files: readonly string[]): Promise<Member> {
  for (;;) {
    const [best] = crew
      .filter((member) => member.load < inHand)
      .toSorted((a, b) => b.familiarity(files) - a.familiarity(files) || a.load - b.load);
    if (best) return best;
    await Promise.race(crew.map((member) => member.nextAnswer()));
  }
}

/** One thread and its current lines; replaces the thread if it dies. */
class Member {
  /** Ids of the models after they have been loaded. @throws Error if the first thread dies before that */
  readonly ready: Promise<readonly string[]>;
  readonly #run: WorkerRun;
  readonly #jobs: Job[] = [];
  readonly #known = new Set<string>();
  #waiting: (() => void)[] = [];
  #worker: Worker;

  constructor(run: WorkerRun) {
    this.#run = run;
    this.#worker = this.#start();
    const worker = this.#worker;
    this.ready = new Promise((resolve, reject) => {
      worker.once('message', (message: FromWorker) => {
        if ('models' in message) resolve(message.models);
      });
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('a worker ended before it could work')));
    });
  }

  get load(): number {
    return this.#jobs.length;
  }

  /** Number of these files that were named before. */
  familiarity(files: readonly string[]): number {
    return files.filter((file) => this.#known.has(file)).length;
  }

  take(job: Job): void {
    this.#jobs.push(job);
    for (const file of job.files) this.#known.add(file);
    this.#send(job);
  }

  nextAnswer(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Lets the thread release its resources, and terminates it if it does not end by itself. */
  async close(): Promise<void> {
    const worker = this.#worker;
    // An intended exit must not start another thread.
    worker.removeAllListeners();
    if (worker.threadId === -1) return;
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    worker.on('error', () => undefined);
    this.#post(null);
    const timer = setTimeout(() => void worker.terminate(), closingMs);
    await ended;
    clearTimeout(timer);
  }

  #start(): Worker {
    const worker = new Worker(this.#run.entry, { workerData: this.#run.task });
    worker.on('message', (message: FromWorker) => {
      if ('line' in message) this.#finish(message);
    });
    worker.on('error', () => undefined);
    worker.on('exit', () => this.#replace());
    return worker;
  }

  #send({ line, text }: Job): void {
    this.#post({ line, text });
  }

  #post(message: ToWorker): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    this.#worker.postMessage(message);
  }

  #finish(outcome: LineOutcome): void {
    this.#jobs.shift()?.done(outcome);
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** The first line in progress caused the failure; the others are retried. */
  #replace(): void {
    const [first] = this.#jobs;
    if (first === undefined) return;
    this.#known.clear();
    this.#worker = this.#start();
    const id = parseLine(first)?.id ?? null;
    this.#finish(failedOutcome({ id, line: first.line }, 'could not be processed'));
    for (const job of this.#jobs) this.#send(job);
  }
}
