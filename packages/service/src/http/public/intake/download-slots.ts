import { Problem } from '@countersign/contract';
import { createLoopTurns } from './loop-turns.ts';

/**
 * Limits how many pictures are read for their signature at a time: every byte of a picture is decrypted and digested before the first one
 * is sent, so a burst of downloads would be a burst of processor time. Waiting requests take turns by integration; those of disconnected
 * clients are dropped.
 */
export interface DownloadSlots {
  /**
   * Runs `work` when it is the integration's turn.
   * @throws Problem unavailable if too many wait or the turn does not come in time; the reason of `signal`
   */
  run<T>(integrationId: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
  /** Waits for the turn of one chunk of any download: not at all, unless a burst is waiting. */
  pace(): Promise<void>;
}

export interface DownloadLimits {
  /** Pictures read for their signature at a time. */
  atOnce: number;
  /** Maximum number of waiting downloads, in total and per integration. */
  waiting: number;
  waitingPerIntegration: number;
  /** Milliseconds that a download may wait for its turn. */
  waitMs: number;
  /** More waiting downloads than this count as a burst. */
  burst: number;
  /** Milliseconds between two chunks of all other downloads during a burst. */
  burstGapMs: number;
}

const downloadLimits: DownloadLimits = {
  atOnce: 1,
  waiting: 512,
  waitingPerIntegration: 128,
  waitMs: 8_000,
  burst: 4,
  burstGapMs: 2,
};

/** @returns slots without downloads */
export function createDownloadSlots(limits: DownloadLimits = downloadLimits): DownloadSlots {
  const line = new Line(limits);
  const nextTurn = createLoopTurns(limits.burstGapMs);
  return {
    async pace() {
      if (line.waiting > limits.burst) await nextTurn();
    },
    async run(integrationId, signal, work) {
      signal.throwIfAborted();
      await line.turn(integrationId, signal);
      try {
        return await work();
      } finally {
        line.leave();
      }
    },
  };
}

class Line {
  readonly #limits: DownloadLimits;
  /** Queues in the order in which integrations are served; each moves to the end after its turn. */
  readonly #queues = new Map<string, (() => void)[]>();
  #running = 0;
  #waiting = 0;

  constructor(limits: DownloadLimits) {
    this.#limits = limits;
  }

  /** Number of waiting downloads. */
  get waiting(): number {
    return this.#waiting;
  }

  async turn(integrationId: string, signal: AbortSignal): Promise<void> {
    const { waiting, waitingPerIntegration, waitMs } = this.#limits;
    const queue = this.#queues.get(integrationId) ?? [];
    if (this.#waiting >= waiting || queue.length >= waitingPerIntegration) throw busy();
    await new Promise<void>((resolve, reject) => {
      // Removed from the queue at once: a turn assigned to a disconnected client would never end.
      const giveUp = (reason: unknown) => {
        this.#remove(integrationId, begin);
        settle();
        reject(reason);
      };
      const gone = () => giveUp(signal.reason);
      const late = setTimeout(() => giveUp(busy()), waitMs);
      const settle = () => {
        clearTimeout(late);
        signal.removeEventListener('abort', gone);
      };
      const begin = () => {
        settle();
        resolve();
      };
      signal.addEventListener('abort', gone);
      this.#queues.set(integrationId, [...queue, begin]);
      this.#waiting += 1;
      this.#startNext();
    });
  }

  leave(): void {
    this.#running -= 1;
    this.#startNext();
  }

  #startNext(): void {
    while (this.#running < this.#limits.atOnce) {
      const [next] = this.#queues;
      if (next === undefined) return;
      const [integrationId, [first, ...rest]] = next;
      this.#queues.delete(integrationId);
      if (rest.length > 0) this.#queues.set(integrationId, rest);
      this.#waiting -= 1;
      this.#running += 1;
      first?.();
    }
  }

  /** Does nothing if the turn has already come. */
  #remove(integrationId: string, begin: () => void): void {
    const queue = this.#queues.get(integrationId) ?? [];
    const left = queue.filter((each) => each !== begin);
    if (left.length === queue.length) return;
    this.#waiting -= 1;
    if (left.length > 0) this.#queues.set(integrationId, left);
    else this.#queues.delete(integrationId);
  }
}

const busy = () => new Problem('unavailable', { retryAfter: 1 });
