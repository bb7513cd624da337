import { joinClasses, latinSkeleton } from './latin-form.ts';
import type { LetterRules } from './rule-letters.ts';

/** Costs are hundredths of a nat (natural logarithm of a probability), 0 = certain. */
export type Cost = number;

/** What one unit (one or two characters) of a script may be in Latin letters. */
export type Unit = {
  /** The cost of standing for no letter at all. */
  silent: Cost;
  /** Open-addressing table: chunk codes (0 = free) and their costs; length a power of two. */
  codes: Int32Array;
  costs: Int16Array;
  /** Consonant class sequences the unit may leave in a Latin skeleton, cheapest first. */
  classes: readonly { classes: string; cost: Cost }[];
};

/** One line of a model: a unit with its chunks and class sequences. */
export type UnitEntry = {
  unit: string;
  chunks: readonly { code: number; cost: Cost }[];
  classes: readonly { classes: string; cost: Cost }[];
};

/** How a script is written in Latin letters, for one alignment: units in order, each with its chunk of letters. */
export type ScriptModel = {
  units: ReadonlyMap<string, Unit>;
  /** A Latin letter no unit accounts for. */
  insertion: Cost;
  /** A unit of which no letter is found. */
  deletion: Cost;
  /** Similarity (0 to 10,000) by cost for each letter and unit; see `similarityOfCost`. */
  knots: readonly Knot[];
  /** How much dearer than its cheapest spelling a skeleton may be to become a key. */
  keyFloor: Cost;
};

/** From this cost a letter on, this similarity; straight lines between knots. */
export type Knot = { cost: Cost; similarity: number };

/** Spreads chunk codes over a table of `mask + 1` places. */
export function slotOf(code: number, mask: number): number {
  return (Math.imul(code, 0x9e3779b1) >>> 15) & mask;
}

function unitOf(entry: UnitEntry, deletion: Cost): Unit {
  let size = 4;
  while (size < entry.chunks.length * 2) size *= 2;
  const codes = new Int32Array(size);
  const costs = new Int16Array(size);
  let silent = deletion;
  for (const { code, cost } of entry.chunks) {
    if (code === 0) {
      silent = cost;
      continue;
    }
    let slot = slotOf(code, size - 1);
    while (codes[slot] !== 0) slot = (slot + 1) & (size - 1);
    codes[slot] = code;
    costs[slot] = cost;
  }
  return { silent, codes, costs, classes: entry.classes };
}

/** A model ready for `pathCost`. */
export function buildModel(entries: Iterable<UnitEntry>, shape: Omit<ScriptModel, 'units'>): ScriptModel {
  const units = new Map<string, Unit>();
  for (const entry of entries) units.set(entry.unit, unitOf(entry, shape.deletion));
  return { ...shape, units };
}

/**
 * Similarity of two words whose best alignment costs `total` over `length` letters and units: 0 to 10,000, falling with
 * the cost, 0 beyond the last knot.
 */
export function similarityOfCost(knots: readonly Knot[], total: Cost, length: number): number {
  const cost = Math.floor(total / length);
  let before: Knot | undefined;
  for (const knot of knots) {
    if (cost <= knot.cost) {
      if (!before || cost === knot.cost) return knot.similarity;
      const part = Math.floor(
        ((before.similarity - knot.similarity) * (cost - before.cost)) / (knot.cost - before.cost),
      );
      return before.similarity - part;
    }
    before = knot;
  }
  return 0;
}

const usualCost = 15;
const rankCost = 45;

/** The model of a script that has rules but no training data: the most usual spelling is cheap, each further one dearer. */
export function entriesOfRules(rules: LetterRules): UnitEntry[] {
  return [...rules].map(([unit, spellings]) => {
    const classes = new Map<string, Cost>();
    const chunks = spellings.map(({ latin }, rank) => {
      const cost = usualCost + rankCost * Math.min(rank, 4);
      const left = latinSkeleton(latin);
      classes.set(left, Math.min(cost, classes.get(left) ?? cost));
      return { latin, cost };
    });
    return {
      unit,
      chunks: chunks.map(({ latin, cost }) => ({ code: codeOf(latin), cost })),
      classes: [...classes].map(([left, cost]) => ({ classes: left, cost })),
    };
  });
}

function codeOf(latin: string): number {
  let code = 0;
  for (let at = 0; at < latin.length; at += 1) code = (code << 5) | (latin.charCodeAt(at) - 96);
  return code;
}

const longestUnit = 2;
const keyLimit = 64;
const stateLimit = 256;

/** Skeletons of the first letters, for each count of letters read so far, with their cost. */
type Front = Map<string, Cost>;

function trimmed(front: Front, floor: Cost, limit: number): [string, Cost][] {
  const sorted = [...front].sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1));
  const best = sorted[0]?.[1] ?? 0;
  return sorted.filter(([, cost]) => cost <= best + floor).slice(0, limit);
}

/**
 * Latin skeletons the word may have, by the model alone: those whose cost is within the model's key floor of the
 * cheapest. At most 64, cheapest first. A unit the model does not know may stand for nothing.
 */
export function enumerateSkeletons(model: ScriptModel, text: string): string[] {
  const fronts: Front[] = Array.from({ length: text.length + 1 }, () => new Map<string, Cost>());
  fronts[0]?.set('', 0);
  for (let at = 0; at < text.length; at += 1) {
    const reached = trimmed(fronts[at] ?? new Map<string, Cost>(), model.keyFloor, stateLimit);
    for (let taken = 1; taken <= longestUnit && at + taken <= text.length; taken += 1) {
      const unit = model.units.get(text.slice(at, at + taken));
      const next = fronts[at + taken];
      const steps = unit?.classes ?? (taken === 1 ? [{ classes: '', cost: model.deletion }] : []);
      for (const [skeleton, cost] of reached) {
        for (const step of steps) {
          const longer = joinClasses(skeleton, step.classes);
          const total = cost + step.cost;
          if (total < (next?.get(longer) ?? Infinity)) next?.set(longer, total);
        }
      }
    }
  }
  return trimmed(fronts[text.length] ?? new Map<string, Cost>(), model.keyFloor, keyLimit).map(
    ([skeleton]) => skeleton,
  );
}
