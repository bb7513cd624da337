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

/** Lines handed to one worker before it answers: one to work on and one to go on with. */
const inHand = 2;
/** Lines read ahead of the oldest one without an answer, for each worker. */
const readAhead = 8;

/** How long a thread may take to end by itself. */
const closingMs = 3000;

/** A run in several threads. */
export interface WorkerRun {
  io: EvaluationIo;
  options: EvaluationOptions;
  task: WorkerTask;
  /** File that each worker runs, the same as the main thread's. */
  entry: URL;
}

/** A line on its way. */
interface Job extends NumberedLine {
  done: (outcome: LineOutcome) => void;
  /** Files it names. */
  files: readonly string[];
}

/**
 * Works through the list in several threads and writes results in input order. Lines that name the same images go to the
 * same thread where it is free. A thread that dies costs the line it was at; another one takes its place.
 * @returns exit code 1 when a thread cannot even load its models
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

/** Every text that a line holds, at any of its members: the images are among them. */
function filesOf(numbered: NumberedLine): string[] {
  const { id: _id, ...members } = parseLine(numbered)?.members ?? {};
  return Object.values(members)
    .flat()
    .filter((value): value is string => typeof value === 'string');
}

/** Of the members with a hand free the one that has seen most of the files, then the least busy. */
async function freeMember(crew: readonly Member[], files: readonly string[]): Promise<Member> {
  for (;;) {
    const [best] = crew
      .filter((member) => member.load < inHand)
      .toSorted((a, b) => b.familiarity(files) - a.familiarity(files) || a.load - b.load);
    if (best) return best;
    await Promise.race(crew.map((member) => member.nextAnswer()));
  }
}

/** One thread and what it has in hand; replaces the thread when it dies. */
class Member {
  /** Ids of the models, once they are loaded. @throws Error when the first thread dies before */
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

  /** How many of the files were named before. */
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

  /** Lets the thread put away what it opened; one that does not end by itself is ended. */
  async close(): Promise<void> {
    const worker = this.#worker;
    // An end that is wanted must not start another thread.
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

  /** The first line in hand killed the thread; the others are tried again. */
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
