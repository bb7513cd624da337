import type { Worker } from 'node:worker_threads';

/** What a thread is given; tasks are numbered by their place among all. */
export interface NumberedTask {
  number: number;
}

/** What a thread posts for a task. */
export interface NumberedAnswer<Answer> {
  number: number;
  answer: Answer;
}

interface Waiting<Answer> {
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/** One thread and the tasks it was given. Once it fails, all of them fail, and those that come after. */
export class TaskThread<Task extends NumberedTask, Answer> {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting<Answer>>();
  #failure: unknown = null;

  /** @param what of an error that says which thread ended */
  constructor(worker: Worker, what: string) {
    this.#worker = worker;
    worker.on('message', ({ number, answer }: NumberedAnswer<Answer>) => {
      this.#waiting.get(number)?.resolve(answer);
      this.#waiting.delete(number);
    });
    worker.on('error', (error) => this.#fail(error));
    worker.on('exit', (code) => this.#fail(new Error(`A ${what} thread ended with code ${code}.`)));
  }

  /** Tasks that were given and not answered yet. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** @param handedOver memory of the task that is not copied, and is gone here */
  post(task: Task, handedOver: readonly ArrayBuffer[] = []): Promise<Answer> {
    const answer = new Promise<Answer>((resolve, reject) => {
      if (this.#failure !== null) reject(this.#failure);
      else this.#waiting.set(task.number, { resolve, reject });
    });
    // A failure reaches the reader when it comes to this task, not before.
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
