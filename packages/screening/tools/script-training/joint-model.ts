import { chunkStride, type Corpus, type IndexedPair } from './corpus.ts';

/** Joint probabilities of units and chunks in an open-addressing table; key = unit · 2^17 + chunk. */
export class JointTable {
  keys: Float64Array;
  values: Float64Array;
  size = 0;
  #mask: number;

  constructor(capacity = 1 << 16) {
    this.keys = new Float64Array(capacity).fill(-1);
    this.values = new Float64Array(capacity);
    this.#mask = capacity - 1;
  }

  static key(unit: number, chunk: number): number {
    return unit * 131_072 + chunk;
  }

  #slot(unit: number, chunk: number): number {
    const key = JointTable.key(unit, chunk);
    let slot = (Math.imul(unit + 1, 0x9e3779b1) ^ Math.imul(chunk + 1, 0x85ebca6b)) >>> 0;
    slot = (slot ^ (slot >>> 13)) & this.#mask;
    while (this.keys[slot] !== key && this.keys[slot] !== -1) slot = (slot + 1) & this.#mask;
    return slot;
  }

  get(unit: number, chunk: number): number {
    return this.values[this.#slot(unit, chunk)] as number;
  }

  add(unit: number, chunk: number, amount: number): void {
    const slot = this.#slot(unit, chunk);
    if (this.keys[slot] === -1) {
      this.keys[slot] = JointTable.key(unit, chunk);
      this.size += 1;
    }
    this.values[slot] = (this.values[slot] as number) + amount;
    if (this.size * 3 > this.keys.length * 2) this.#grow();
  }

  #grow(): void {
    const { keys, values } = this;
    const bigger = new JointTable(keys.length * 2);
    for (let slot = 0; slot < keys.length; slot += 1) {
      const key = keys[slot] as number;
      if (key !== -1) bigger.add(Math.floor(key / 131_072), key % 131_072, values[slot] as number);
    }
    this.keys = bigger.keys;
    this.values = bigger.values;
    this.#mask = bigger.keys.length - 1;
  }

  *entries(): Generator<{ unit: number; chunk: number; value: number }> {
    for (let slot = 0; slot < this.keys.length; slot += 1) {
      const key = this.keys[slot] as number;
      if (key !== -1) {
        yield { unit: Math.floor(key / 131_072), chunk: key % 131_072, value: this.values[slot] as number };
      }
    }
  }
}

/** Probability of a unit with a chunk: from a table, or by shape alone in the first round. */
export type Joint = (unit: number, chunk: number, unitLength: number, chunkLength: number) => number;

const forward = new Float64Array(64 * 64);
const backward = new Float64Array(64 * 64);

interface Arc {
  from: number;
  to: number;
  unit: number;
  chunk: number;
  probability: number;
}
type Visit = (arc: Arc) => void;

/** Calls `visit` with the arcs of one unit that start at letter `j`. */
function eachChunk(
  pair: IndexedPair,
  place: { at: number; j: number; taken: number },
  joint: Joint,
  visit: Visit,
): void {
  const { at, j, taken } = place;
  const width = pair.letterCount + 1;
  const unit = pair.units[2 * at + taken - 1] as number;
  if (unit < 0) return;
  for (let length = taken - 1; length < chunkStride && j + length < width; length += 1) {
    const chunk = pair.chunks[chunkStride * j + length] as number;
    const probability = joint(unit, chunk, taken, length);
    if (probability <= 0) continue;
    visit({ from: at * width + j, to: (at + taken) * width + j + length, unit, chunk, probability });
  }
}

/** Calls `visit` with every arc of the lattice of a pair, in order of its place. */
function eachArc(pair: IndexedPair, joint: Joint, visit: Visit): void {
  const ratio = pair.letterCount / pair.unitCount;
  for (let at = 0; at < pair.unitCount; at += 1) {
    for (let j = 0; j <= pair.letterCount; j += 1) {
      if (Math.abs(j - at * ratio) > 3 + ratio) continue;
      eachChunk(pair, { at, j, taken: 1 }, joint, visit);
      eachChunk(pair, { at, j, taken: 2 }, joint, visit);
    }
  }
}

interface Lattice {
  arcs: Arc[];
  total: number;
  end: number;
}

function latticeOf(pair: IndexedPair, joint: Joint): Lattice {
  const arcs: Arc[] = [];
  eachArc(pair, joint, (arc) => arcs.push(arc));
  const cells = (pair.unitCount + 1) * (pair.letterCount + 1);
  forward.fill(0, 0, cells);
  backward.fill(0, 0, cells);
  forward[0] = 1;
  for (const { from, to, probability } of arcs) {
    forward[to] = (forward[to] as number) + (forward[from] as number) * probability;
  }
  return { arcs, total: forward[cells - 1] as number, end: cells - 1 };
}

/** Adds the expected counts of a pair, times its weight; returns the logarithm of its probability. */
export function countPair(pair: IndexedPair, joint: Joint, counts: JointTable | null): number {
  const { arcs, total, end } = latticeOf(pair, joint);
  if (total <= 0) return -Infinity;
  if (counts) {
    backward[end] = 1;
    for (let at = arcs.length - 1; at >= 0; at -= 1) {
      const { from, to, unit, chunk, probability } = arcs[at] as Arc;
      const behind = backward[to] as number;
      if (behind === 0) continue;
      backward[from] = (backward[from] as number) + behind * probability;
      const share = ((forward[from] as number) * probability * behind) / total;
      if (share > 1e-6) counts.add(unit, chunk, share * pair.weight);
    }
  }
  return Math.log(total);
}

export interface TrainingPlan {
  rounds: number;
  /** Share of pairs left out of the counts after the first rounds, worst first. */
  dropped: number;
  /** Parameters with fewer expected counts go, for units of one and of two characters. */
  floors: readonly [number, number];
}

/** Joint expectation maximisation. The result is normalised to 1. */
export function learnJoint(corpus: Corpus, plan: TrainingPlan): JointTable {
  const lengths = corpus.units.map((unit) => unit.length);
  let joint: Joint = (_, __, taken, length) => 40 ** -taken * 12 ** -length * (length === 0 ? 0.2 : 1);
  let threshold = -Infinity;
  let table = new JointTable();
  for (let round = 0; round < plan.rounds; round += 1) {
    const counts = new JointTable(1 << 20);
    const scores = new Float64Array(corpus.pairs.length);
    for (const [at, pair] of corpus.pairs.entries()) scores[at] = countKept(pair, joint, counts, threshold);
    if (round >= 1) threshold = scores.toSorted()[Math.floor(scores.length * plan.dropped)] ?? -Infinity;
    const scale = round === 0 ? 0.2 : round === 1 ? 0.5 : 1;
    table = normalised(counts, (unit) => (plan.floors[(lengths[unit] ?? 1) - 1] ?? 1) * scale);
    const current = table;
    joint = (unit, chunk) => current.get(unit, chunk);
  }
  return table;
}

function countKept(pair: IndexedPair, joint: Joint, counts: JointTable, threshold: number): number {
  const perLetter = countPair(pair, joint, null) / (pair.unitCount + pair.letterCount);
  if (perLetter > threshold || threshold === -Infinity) countPair(pair, joint, counts);
  return perLetter;
}

function normalised(counts: JointTable, floorOf: (unit: number) => number): JointTable {
  let total = 0;
  for (const { unit, value } of counts.entries()) if (value >= floorOf(unit)) total += value;
  const table = new JointTable(1 << 16);
  for (const { unit, chunk, value } of counts.entries()) {
    if (value >= floorOf(unit)) table.add(unit, chunk, value / total);
  }
  return table;
}

/** One step of an alignment: a unit and the letters it is written with, from (inclusive) and to (exclusive). */
export interface Step {
  unit: number;
  from: number;
  to: number;
}

const best = new Float64Array(64 * 64);

/** The likeliest alignment of a pair, first step first; null when the table has none. */
export function bestPath(pair: IndexedPair, joint: Joint): Step[] | null {
  const width = pair.letterCount + 1;
  const end = (pair.unitCount + 1) * width - 1;
  const cameBy = new Map<number, { from: number; unit: number }>();
  best.fill(0, 0, end + 1);
  best[0] = 1;
  eachArc(pair, joint, ({ from, to, unit, probability }) => {
    const reached = (best[from] as number) * probability;
    if (reached > (best[to] as number)) {
      best[to] = reached;
      cameBy.set(to, { from, unit });
    }
  });
  if (best[end] === 0) return null;
  const steps: Step[] = [];
  for (let cell = end; cell > 0;) {
    const step = cameBy.get(cell);
    if (!step) return null;
    steps.push({ unit: step.unit, from: step.from % width, to: cell % width });
    cell = step.from;
  }
  return steps.reverse();
}
