import { EventEmitter } from 'node:events';

export type WakeTopic = 'job' | 'webhook';

/** In-process hints that there is something to do. Correctness survives losing all of them: every worker also polls. */
export interface Wake {
  notify(topic: WakeTopic): void;
  /** Resolves at the next hint, or after `ms`, or when `signal` aborts; never rejects. */
  wait(topic: WakeTopic, ms: number, signal?: AbortSignal): Promise<void>;
}

export function createWake(): Wake {
  const events = new EventEmitter().setMaxListeners(0);
  return {
    notify: (topic) => void events.emit(topic),
    wait: (topic, ms, signal) =>
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
        if (signal?.aborted) done();
      }),
  };
}
