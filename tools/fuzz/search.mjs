// The search: runs inputs and keeps those that take a new branch, or take one a new number of times.
import { mutate } from './mutate.mjs';

/** Milliseconds allowed for any input, plus microseconds per byte, unless the target sets others. */
export const usualBudget = { baseMs: 50, perByteUs: 2 };
const usualMostBytes = 4096;
/** Attempts to shorten an input. */
const shorteningTries = { kept: 48, finding: 400 };
/** A slow input is run again: on a busy machine any run can be slow, but not every one. */
const timings = 5;

/** How often a branch was taken, as one of eight ranges, each a bit: 1, 2, 3, 4–7, 8–15, 16–31, 32–127, more. */
const ranges = Uint8Array.from({ length: 256 }, (_, count) => {
  if (count < 4) return [0, 1, 2, 4][count];
  return count < 8 ? 8 : count < 16 ? 16 : count < 32 ? 32 : count < 128 ? 64 : 128;
});

/**
 * @typedef {object} Target what a target's module exports
 * @property {(input: Buffer) => void | Promise<void>} fuzz throws when a property of the parser does not hold
 * @property {readonly (string | Uint8Array)[]} seeds
 * @property {readonly string[]} [words] parts of inputs, besides the text constants of the program
 * @property {number} [mostBytes]
 * @property {{ baseMs: number, perByteUs: number }} [budget]
 *
 * @typedef {{ kind: string, input: Buffer, detail: string }} Finding
 */

export class Search {
  executions = 0;
  /** @type {Buffer[]} */
  inputs = [];
  /** @type {Map<string, Finding>} */
  findings = new Map();
  #seen;
  #counters;
  #target;
  #random;
  #words;
  #onStart;

  /**
   * @param {Target} target
   * @param {{ counters: Uint8Array, random: (below: number) => number, words: string[], onStart?: (input: Buffer) => void }} options
   * `counters`: those of the target's branches
   */
  constructor(target, { counters, random, words, onStart = () => {} }) {
    this.#target = target;
    this.#counters = counters;
    this.#seen = new Uint8Array(counters.length);
    this.#random = random;
    this.#words = [...(target.words ?? []), ...words].map((word) => Buffer.from(word));
    this.#onStart = onStart;
  }

  /** Number of branches taken, and of ranges of their counts seen. */
  coverage() {
    let branches = 0;
    let features = 0;
    for (const bits of this.#seen) {
      if (bits !== 0) branches += 1;
      for (let rest = bits; rest !== 0; rest &= rest - 1) features += 1;
    }
    return { branches, features };
  }

  /** Runs one input and keeps it if it reveals something new. @returns true if it did */
  async offer(input) {
    const { taken, failure } = await this.#run(input);
    const fresh = this.#freshOf(taken);
    if (failure !== null) await this.#note(input, failure);
    if (fresh.length === 0) return false;
    const kept = failure === null ? await this.#shorten(input, fresh) : input;
    for (const [branch, bit] of fresh) this.#seen[branch] |= bit;
    this.inputs.push(kept);
    return true;
  }

  /** Runs one more input, derived from existing ones. @returns true if it was kept */
  next() {
    const { inputs } = this;
    const recent = this.#random(2) === 0;
    const from = recent ? Math.floor(inputs.length * 0.75) : 0;
    const parent = inputs[from + this.#random(inputs.length - from)] ?? Buffer.alloc(0);
    return this.offer(
      mutate(parent, {
        random: this.#random,
        words: this.#words,
        others: inputs.length === 0 ? [parent] : inputs,
        most: this.#target.mostBytes ?? usualMostBytes,
      }),
    );
  }

  /** The smallest set of the shortest inputs that reveals everything seen. */
  async smallestCorpus() {
    const shown = new Uint8Array(this.#counters.length);
    const chosen = [];
    for (const input of this.inputs.toSorted((a, b) => a.length - b.length)) {
      const { taken } = await this.#run(input);
      const adds = taken.some(([branch, bit]) => (shown[branch] & bit) === 0);
      for (const [branch, bit] of taken) shown[branch] |= bit;
      if (adds) chosen.push(input);
    }
    return chosen;
  }

  async #run(input) {
    this.executions += 1;
    this.#onStart(input);
    this.#counters.fill(0);
    const { failure, ms } = await this.#timed(input);
    const taken = [];
    for (let branch = 0; branch < this.#counters.length; branch += 1) {
      const count = this.#counters[branch];
      if (count !== 0) taken.push([branch, ranges[count]]);
    }
    return { taken, failure: failure ?? (await this.#slowness(input, ms)) };
  }

  async #timed(input) {
    // A copy, because a parser that modifies its input must not modify the corpus.
    const copy = Buffer.from(input);
    const elapsed = stopwatch();
    try {
      const running = this.#target.fuzz(copy);
      if (running !== undefined) await running;
      return { failure: null, ms: elapsed() };
    } catch (error) {
      return { failure: describe(error), ms: elapsed() };
    }
  }

  async #slowness(input, firstMs) {
    const { baseMs, perByteUs } = this.#target.budget ?? usualBudget;
    const allowed = baseMs + (input.length * perByteUs) / 1000;
    let ms = firstMs;
    for (let again = 1; again < timings && ms > allowed; again += 1)
      ms = Math.min(ms, (await this.#timed(input)).ms);
    if (ms <= allowed) return null;
    const detail = `${ms.toFixed(0)} ms for ${input.length} bytes, ${allowed.toFixed(0)} ms are allowed`;
    return { kind: 'slow', detail };
  }

  #freshOf(taken) {
    return taken.filter(([branch, bit]) => (this.#seen[branch] & bit) === 0);
  }

  async #note(input, { kind, detail }) {
    if (this.findings.has(kind)) return;
    this.findings.set(kind, { kind, input, detail });
    const same = async (shorter) => (await this.#run(shorter)).failure?.kind === kind;
    const shortest = kind === 'slow' ? input : await shortened(input, same, shorteningTries.finding);
    this.findings.set(kind, { kind, input: shortest, detail });
  }

  #shorten(input, fresh) {
    const shows = async (shorter) => {
      const { taken, failure } = await this.#run(shorter);
      const bits = new Map(taken);
      return failure === null && fresh.every(([branch, bit]) => ((bits.get(branch) ?? 0) & bit) !== 0);
    };
    return shortened(input, shows, shorteningTries.kept);
  }
}

/** Milliseconds of CPU or elapsed time, whichever is less: other work may share the processor. */
function stopwatch() {
  const startedAt = performance.now();
  const cpu = process.cpuUsage();
  return () => {
    const ms = performance.now() - startedAt;
    // CPU time is read only where it matters: reading it takes as long as a short input.
    if (ms < 10) return ms;
    const { user, system } = process.cpuUsage(cpu);
    return Math.min(ms, (user + system) / 1000);
  };
}

/** Removes parts of an input, large ones first, as long as `holds` reports that it still has the property it is kept for. */
async function shortened(input, holds, tries) {
  let shortest = input;
  let left = tries;
  for (let size = shortest.length >> 1; size > 0 && left > 0; size >>= 1) {
    for (let at = 0; at + size <= shortest.length && left > 0; left -= 1) {
      const shorter = Buffer.concat([shortest.subarray(0, at), shortest.subarray(at + size)]);
      if (await holds(shorter)) shortest = shorter;
      else at += size;
    }
  }
  return shortest;
}

/** Identifies a fault: its message without numbers and quoted input, and the place it was thrown. */
function describe(error) {
  if (!(error instanceof Error)) return { kind: `threw ${typeof error}`, detail: String(error) };
  const words = error.message
    .split('\n')[0]
    .replaceAll(/\d+|"[^"]*"|'[^']*'/g, '#')
    .slice(0, 100);
  const place = /\n\s+at ([^\n]*)/.exec(error.stack ?? '')?.[1]?.replace(/\(.*\/|\).*|file:.*\//g, '') ?? '';
  return { kind: `${error.name}: ${words} at ${place}`, detail: error.stack ?? error.message };
}
