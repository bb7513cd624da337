// The thread in which a target runs: the main thread ends it when an input never finishes.
import { setImmediate as nextTurn } from 'node:timers/promises';
import v8 from 'node:v8';
import vm from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import { countersName } from './instrument.mjs';
import { seededRandom } from './random.mjs';
import { Search } from './search.mjs';

const { url, branches, words, inputs, seconds, seed, turns, current } = workerData;
v8.setFlagsFromString('--expose-gc');
const collectGarbage = vm.runInNewContext('gc');
const heapBytes = () => {
  collectGarbage();
  return v8.getHeapStatistics().used_heap_size;
};

/** @param {object} message */
const send = (message) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, no window
  parentPort.postMessage(message);
};

/** The current state is where the main thread can read it: number of inputs so far, length of the last one, and its bytes. */
const turnCounter = new Int32Array(turns);
const currentInput = new Uint8Array(current);
const onStart = (input) => {
  currentInput.set(input.subarray(0, currentInput.length));
  turnCounter[1] = input.length;
  Atomics.add(turnCounter, 0, 1);
};

const counters = (globalThis[countersName] ??= new Uint8Array(branches)).subarray(0, branches);
const target = await import(url);
const random = seededRandom(seed);
const search = new Search(target, { counters, random, words, onStart });
const reported = new Set();

function report(type) {
  const { executions, inputs: kept, findings } = search;
  const fresh = [...findings.values()].filter(({ kind }) => !reported.has(kind));
  for (const { kind } of fresh) reported.add(kind);
  send({ type, executions, kept: kept.length, ...search.coverage(), findings: fresh });
}

async function offer(input) {
  if (await search.offer(input)) send({ type: 'input', input: search.inputs.at(-1) });
}

for (const input of inputs) await offer(Buffer.from(input));
report('start');
const heapAtStart = heapBytes();
const startedAt = performance.now();
let reportedAt = startedAt;
for (let turn = 1; performance.now() - startedAt < seconds * 1000; turn += 1) {
  if (await search.next()) send({ type: 'input', input: search.inputs.at(-1) });
  if (turn % 64 !== 0) continue;
  await nextTurn();
  if (performance.now() - reportedAt < 30_000) continue;
  reportedAt = performance.now();
  report('progress');
}
const heapGrowth = heapBytes() - heapAtStart;
report('progress');
const { executions } = search;
const smallest = await search.smallestCorpus();
send({ type: 'end', executions, ...search.coverage(), inputs: smallest, heapGrowth });
