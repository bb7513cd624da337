import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { installationFile } from '../runtime/installation-files.ts';
import { Unavailable } from '../runtime/unavailable.ts';

/** Cost of a new hash. */
export interface PasswordCost {
  /** KiB. */
  memorySize: number;
  /** Passes over that memory. */
  iterations: number;
}

/** OWASP's minimum for Argon2id: about 50 ms of CPU. */
const passwordCost: PasswordCost = { memorySize: 19 * 1024, iterations: 2 };

/** Tasks of the thread, processed one at a time. */
export type PasswordTask =
  | { kind: 'hash'; password: string; cost: PasswordCost }
  | { kind: 'verify'; password: string; hash: string };
export type PasswordAnswer = { hash: string } | { same: boolean } | { failed: string };

/** Maximum queued or running hashes; at about 50 ms each, the last one waits no longer than a second. */
const mostWaiting = 20;

/** A hash of no password: verified if there is no account, so that the time is the same. */
const nobodysHash = ({ memorySize, iterations }: PasswordCost): string =>
  `$argon2id$v=19$m=${memorySize},t=${iterations},p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`;

/** Argon2id in a separate thread, one hash at a time, so that a flood of sign-ins costs one CPU and 19 MiB. */
export interface PasswordHasher {
  /** The hash in PHC form, with a fresh salt. @throws Unavailable when the queue is full */
  hash(password: string): Promise<string>;
  /** @param hash `null`: there is none, and the answer is false after the same time @throws Unavailable when the queue is full */
  verify(password: string, hash: string | null): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * The hasher; its thread starts with the first hash.
 * @param cost of new hashes; lower in tests that are not about passwords
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

/** Sends one task and waits for its answer; meanwhile the thread keeps the process alive. */
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
