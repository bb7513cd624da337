import { EventEmitter } from 'node:events';

/** `flow`: something changed that a page of the end-user flow is waiting for. */
export type WakeTopic = 'job' | 'webhook' | 'flow';

/** In-process hints that there is work. Losing them is harmless: every worker also polls. */
export interface Wake {
  notify(topic: WakeTopic): void;
  /** Number of hints so far: read it before looking for work, so that `wait` notices hints that arrive in the meantime. */
  hints(topic: WakeTopic): number;
  /**
   * Resolves at the next hint after the `since`-th (default: from now on), or after `ms`, or when `signal` aborts; never
   * rejects.
   */
  wait(topic: WakeTopic, ms: number, waiting?: { signal?: AbortSignal; since?: number }): Promise<void>;
}

export function createWake(): Wake {
  const events = new EventEmitter().setMaxListeners(0);
  const given = { job: 0, webhook: 0, flow: 0 };
  return {
    notify(topic) {
      given[topic] += 1;
      events.emit(topic);
    },
    hints: (topic) => given[topic],
    wait: (topic, ms, { signal, since = given[topic] } = {}) =>
      new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer);
          events.off(topic, done);
          signal?.removeEventListener('abort', done);
          resolve();
        };
        const timer = setTimeout(done, ms);
        events.once(topic, done);
        signal?.addEventListener('abort', done, { once: true });
        if (signal?.aborted || given[topic] !== since) done();
      }),
  };
}
