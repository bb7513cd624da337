import { parentPort } from 'node:worker_threads';
import { keysIn, NameIndexBuilder } from '../search/build/name-index.ts';
import type { NumberedAnswer } from './task-thread.ts';
import { ownHalf, shareNames, unpackNames, type NamesAnswer, type NamesTask } from './thread-messages.ts';

const builder = new NameIndexBuilder();
let texts: string[] = [];

function answer(task: NamesTask['task']): NamesAnswer {
  if (task === 'names') {
    const frozen = builder.freezeNames();
    texts = frozen.texts;
    return { sections: shareNames(frozen.sections) };
  }
  if (task === 'keys') return { keys: keysIn(texts, { from: 0, to: ownHalf(texts.length) }) };
  for (const names of unpackNames(task)) builder.add(names);
  return {};
}

parentPort?.on('message', ({ number, task }: NamesTask) => {
  const answered: NumberedAnswer<NamesAnswer> = { number, answer: answer(task) };
  parentPort?.postMessage(answered, []);
});
