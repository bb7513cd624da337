// Fuzzes one target: bundles and instruments it, runs it in a thread, monitors the thread, and collects its results.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { bundle } from '../bundle.mjs';
import { instrument } from './instrument.mjs';

/** Longer than any input takes, even on the busiest machine. */
const usualHangMs = 30_000;
const largestInput = 1 << 20;
/** A parser that retains what it read fills this; above `heapGrowthBytes` at the end, it is reported. */
const heapMegabytes = 512;
const heapGrowthBytes = 64 * 1024 * 1024;
const mostRestarts = 20;
/** Third-party parsers: their branches also guide the search. */
const inlined = ['csv-parse', 'saxes', 'xmlchars'];

/** @typedef {import('./search.mjs').Finding} Finding */

async function build({ name, file, folder }) {
  await bundle({ [name]: file }, folder, { inlined });
  const product = path.join(folder, `${name}.mjs`);
  const { code, branches, words } = instrument(readFileSync(product, 'utf8'));
  writeFileSync(product, code);
  return { url: pathToFileURL(product).href, branches, words };
}

/**
 * @param {{ name: string, file: string, folder: string }} target `file`: its TypeScript; `folder`: where products go
 * @param {{ seconds: number, seed?: number, inputs?: Buffer[], hangMs?: number, onReport?: (report: object) => void }} options
 * @returns {Promise<{ executions: number, branches: number, allBranches: number, features: number, heapGrowth: number, inputs: Buffer[],
 *   findings: Finding[] }>} `inputs`: the smallest corpus that shows everything seen
 */
export async function fuzzTarget(target, options) {
  const { seconds, seed = 1, inputs = [], hangMs = usualHangMs, onReport = () => {} } = options;
  const built = await build(target);
  const endsAt = performance.now() + seconds * 1000;
  const state = { inputs: [...inputs], findings: new Map(), executions: 0 };
  for (let restart = 0; ; restart += 1) {
    const left = Math.max(0, (endsAt - performance.now()) / 1000);
    const run = { ...built, inputs: state.inputs, seconds: left, seed: seed + restart, hangMs };
    const end = await runThread(run, state, onReport);
    const findings = () => [...state.findings.values()];
    if (end !== null)
      return {
        ...end,
        executions: state.executions + end.executions,
        allBranches: built.branches,
        findings: findings(),
      };
    if (restart >= mostRestarts)
      throw new Error(
        `${target.name}: gave up after ${mostRestarts} inputs that never ended: ${findings()[0]?.kind}`,
      );
  }
}

/** @returns the thread's final report, or `null` when an input ended it */
function runThread({ hangMs, ...run }, state, onReport) {
  const turns = new SharedArrayBuffer(8);
  const current = new SharedArrayBuffer(largestInput);
  const thread = new Worker(new URL('./fuzz-thread.mjs', import.meta.url), {
    workerData: { ...run, turns, current },
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  });
  const counter = new Int32Array(turns);
  const currentInput = () => Buffer.from(new Uint8Array(current).slice(0, counter[1]));
  let executions = 0;
  return new Promise((resolve, reject) => {
    const watch = watchThread(counter, hangMs, () => fail('hang', `no end within ${hangMs / 1000} s`));
    const fail = (kind, detail) => {
      watch.stop();
      const input = currentInput();
      state.findings.set(kind, { kind, input, detail });
      state.inputs = state.inputs.filter((kept) => !input.equals(kept));
      state.executions += executions;
      void thread.terminate().then(() => resolve(null));
    };
    thread.on('message', (message) => {
      executions = message.executions ?? executions;
      if (message.type === 'input') state.inputs.push(Buffer.from(message.input));
      for (const { kind, input, detail } of message.findings ?? [])
        state.findings.set(kind, { kind, input: Buffer.from(input), detail });
      if (message.type === 'end') {
        watch.stop();
        noteGrowth(message, state);
        resolve({ ...message, inputs: message.inputs.map((input) => Buffer.from(input)) });
      } else if (message.type !== 'input') onReport(message);
    });
    thread.on('error', (error) => {
      watch.stop();
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') fail('out of memory', error.message);
      else reject(error);
    });
  });
}

function noteGrowth({ heapGrowth }, { findings }) {
  if (heapGrowth <= heapGrowthBytes) return;
  const detail = `the heap grew by ${(heapGrowth / 2 ** 20).toFixed(0)} MiB`;
  findings.set('memory', { kind: 'memory', input: Buffer.alloc(0), detail });
}

/** Calls `onHang` once when the counter does not move. */
function watchThread(counter, hangMs, onHang) {
  let last = -1;
  const timer = setInterval(() => {
    const now = Atomics.load(counter, 0);
    if (now !== last || now === 0) last = now;
    else {
      clearInterval(timer);
      onHang();
    }
  }, hangMs);
  return { stop: () => clearInterval(timer) };
}
