import { parentPort, workerData } from 'node:worker_threads';
import { ScreeningIncomplete, ScreeningInputError } from '../model/screening-types.ts';
import { createIndexScreener } from '../search/index-screener.ts';
import { openSharedState } from '../snapshot/layered-snapshot.ts';
import type { NumberedAnswer } from './task-thread.ts';
import type { ThreadAnswer, ThreadStart, ThreadTask } from './thread-messages.ts';

const start = workerData as ThreadStart;
const screener = createIndexScreener(openSharedState(start.snapshot), start);

function answer({ subject, options }: ThreadTask['questions'][number]): ThreadAnswer {
  const startedAt = performance.now();
  try {
    const result = screener.screen(subject, options);
    return { result, elapsedUs: (performance.now() - startedAt) * 1000 };
  } catch (error) {
    if (error instanceof ScreeningInputError || error instanceof ScreeningIncomplete)
      return { inputError: error.message };
    throw error;
  }
}

parentPort?.on('message', ({ number, questions }: ThreadTask) => {
  const answers: NumberedAnswer<ThreadAnswer[]> = { number, answer: questions.map(answer) };
  parentPort?.postMessage(answers, []);
});
