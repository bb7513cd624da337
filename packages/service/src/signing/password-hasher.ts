import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { installationFile } from '../runtime/installation-files.ts';
import { Unavailable } from '../runtime/unavailable.ts';

/** What a new hash costs. */
export interface PasswordCost {
  /** KiB. */
  memorySize: number;
  /** Passes over that memory. */
  iterations: number;
}

/** The least that OWASP recommends for Argon2id: about 50 ms of a processor. */
const passwordCost: PasswordCost = { memorySize: 19 * 1024, iterations: 2 };

/** What the thread is given, one at a time. */
export type PasswordTask =
  | { kind: 'hash'; password: string; cost: PasswordCost }
  | { kind: 'verify'; password: string; hash: string };
export type PasswordAnswer = { hash: string } | { same: boolean } | { failed: string };

/** Hashes that wait or run; with about 50 ms each the last one waits no longer than a second. */
const mostWaiting = 20;

/** A hash of no password: what is verified where there is no account, so that it takes as long. */
const nobodysHash = ({ memorySize, iterations }: PasswordCost): string =>
  `$argon2id$v=19$m=${memorySize},t=${iterations},p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`;

/** Argon2id in a thread of its own, one hash at a time, so that a flood of sign-ins costs one processor and 19 MiB. */
export interface PasswordHasher {
  /** The hash in PHC form, with a fresh salt. @throws Unavailable when too many wait */
  hash(password: string): Promise<string>;
  /** @param hash `null`: there is none, and the answer is false after the same time @throws Unavailable when too many wait */
  verify(password: string, hash: string | null): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * The hasher; its thread starts with the first hash.
 * @param cost of new hashes; tests of other things than passwords take less
 */
export function createPasswordHasher(cost: PasswordCost = passwordCost): PasswordHasher {
  const unknownHash = nobodysHash(cost);
  let worker: Worker | null = null;
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  const start = () => {
    const started = new Worker(pathToFileURL(installationFile('dist/password-thread.mjs')));
    started.once('exit', () => {
      if (worker === started) worker = null;
    });
    started.unref();
    return started;
  };
  const run = async (task: PasswordTask): Promise<PasswordAnswer> => {
    if (waiting >= mostWaiting) throw new Unavailable('passwords', { retryAfter: 2 });
    waiting += 1;
    const turn = last.then(() => exchange((worker ??= start()), task));
    last = turn.catch(() => {});
    try {
      const answer = await turn;
      if ('failed' in answer) throw new Error(`a password could not be hashed: ${answer.failed}`);
      return answer;
    } finally {
      waiting -= 1;
    }
  };
  return {
    async hash(password) {
      const answer = await run({ kind: 'hash', password, cost });
      return 'hash' in answer ? answer.hash : '';
    },
    async verify(password, hash) {
      const answer = await run({ kind: 'verify', password, hash: hash ?? unknownHash });
      return 'same' in answer && answer.same && hash !== null;
    },
    async close() {
      await worker?.terminate();
    },
  };
}

/** Sends one task and waits for its answer; the thread keeps the process alive meanwhile. */
function exchange(worker: Worker, task: PasswordTask): Promise<PasswordAnswer> {
  worker.ref();
  return new Promise<PasswordAnswer>((resolve, reject) => {
    const onExit = (code: number) => reject(new Error(`the password thread ended with code ${code}`));
    const end = () => {
      worker.off('error', reject);
      worker.off('exit', onExit);
      worker.unref();
    };
    worker.once('message', (answer: PasswordAnswer) => {
      end();
      resolve(answer);
    });
    worker.once('error', reject);
    worker.once('exit', onExit);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage(task);
  });
}
