/** The thread that hashes passwords: a hash takes tens of milliseconds of CPU, which must not block requests. */
import { randomBytes } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { argon2id, argon2Verify } from 'hash-wasm';
import type { PasswordAnswer, PasswordTask } from './password-hasher.ts';

const work = async (task: PasswordTask): Promise<PasswordAnswer> =>
  task.kind === 'hash'
    ? {
        hash: await argon2id({
          ...task.cost,
          parallelism: 1,
          hashLength: 32,
          password: task.password,
          salt: randomBytes(16),
          outputType: 'encoded',
        }),
      }
    : { same: await argon2Verify({ password: task.password, hash: task.hash }) };

const answer = (message: PasswordAnswer) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(message);
};

parentPort?.on('message', (task: PasswordTask) => {
  void work(task).then(answer, (error: unknown) => answer({ failed: String(error) }));
});
