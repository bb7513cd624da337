import type { Worker } from 'node:worker_threads';

/** Input of a thread; tasks are numbered by position. */
export interface NumberedTask {
  number: number;
}

/** The result a thread posts for a task. */
export interface NumberedAnswer<Answer> {
  number: number;
  answer: Answer;
}

interface Waiting<Answer> {
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/** A thread and its tasks. If it fails, all its tasks fail, including later ones. */
export class TaskThread<Task extends NumberedTask, Answer> {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting<Answer>>();
  #failure: unknown = null;

  /** @param what names the thread in error messages */
  constructor(worker: Worker, what: string) {
    this.#worker = worker;
    worker.on('message', ({ number, answer }: NumberedAnswer<Answer>) => {
      this.#waiting.get(number)?.resolve(answer);
      this.#waiting.delete(number);
    });
    worker.on('error', (error) => this.#fail(error));
    worker.on('exit', (code) => this.#fail(new Error(`A ${what} thread ended with code ${code}.`)));
  }

  /** Number of unfinished tasks. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** @param handedOver memory of the task that is transferred instead of copied, and is detached here */
  post(task: Task, handedOver: readonly ArrayBuffer[] = []): Promise<Answer> {
    const answer = new Promise<Answer>((resolve, reject) => {
      if (this.#failure !== null) reject(this.#failure);
      else this.#waiting.set(task.number, { resolve, reject });
    });
    // The reader sees a failure when it reaches this task, not before.
    answer.catch(() => undefined);
    if (this.#failure === null) this.#worker.postMessage(task, [...handedOver]);
    return answer;
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #fail(error: unknown): void {
    this.#failure ??= error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
