import { parentPort } from 'node:worker_threads';
import { mapBatch } from '../lists/opensanctions/ftm-batch.ts';
import { listBitsOf } from '../model/list-types.ts';
import { JsonWriter } from '../search/structures/json-writer.ts';
import type { FtmAnswer, FtmTask } from './map-in-threads.ts';
import type { NumberedAnswer } from './task-thread.ts';

const writer = new JsonWriter();

function answer({ batch, rules }: FtmTask): FtmAnswer {
  // A transferred buffer arrives as a plain array.
  const { buffer, byteOffset, length } = batch.bytes;
  const bytes = Buffer.from(buffer, byteOffset, length);
  const { entities, part } = mapBatch({ ...batch, bytes }, rules);
  const written = writer.writeLines(entities);
  // Copied to memory of its own, so that it can be transferred.
  const lines = new Uint8Array(written.length);
  lines.set(written);
  const names = Uint32Array.from(entities, (entity) => entity.names.length);
  const lists = Uint8Array.from(entities, listBitsOf);
  return { lines, names, lists, part };
}

parentPort?.on('message', (task: FtmTask) => {
  const answered: NumberedAnswer<FtmAnswer> = { number: task.number, answer: answer(task) };
  parentPort?.postMessage(answered, [answered.answer.lines.buffer as ArrayBuffer]);
});
