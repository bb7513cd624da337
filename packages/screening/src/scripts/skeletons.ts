import { joinClasses, keyOfClasses } from '../readings/latin-skeleton.ts';
import { type ClassStep, type Cost, type ScriptModel } from './script-model.ts';

const longestUnit = 2;
const stateLimit = 192;

/** Maximum number of keys of one word. */
export const keyLimit = 64;

/** Skeletons of the first characters of a word, with their costs. */
type Front = Map<string, Cost>;

function trimmed(front: Front, floor: Cost, limit: number): [string, Cost][] {
  const sorted = [...front].sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1));
  const best = sorted[0]?.[1] ?? 0;
  return sorted.filter(([, cost]) => cost <= best + floor).slice(0, limit);
}

function extend(next: Front, reached: readonly [string, Cost][], steps: readonly ClassStep[]): void {
  for (const [skeleton, cost] of reached) {
    for (const step of steps) {
      const longer = keyOfClasses(joinClasses(skeleton, step.classes));
      const total = cost + step.cost;
      if (total < (next.get(longer) ?? Infinity)) next.set(longer, total);
    }
  }
}

/**
 * Latin skeletons that a word in its model form may have, by the model alone: those whose cost is within the model's key limit of the
 * cheapest, at most `limit`, cheapest first. A character missing from the model may match nothing.
 */
export function skeletonsOf(model: ScriptModel, form: string, limit = keyLimit): string[] {
  const fronts: Front[] = Array.from({ length: form.length + 1 }, () => new Map<string, Cost>());
  fronts[0]?.set('', 0);
  const unknown = [{ classes: '', cost: model.deletion }];
  for (let at = 0; at < form.length; at += 1) {
    // A beam search: drops states that exceed the cheapest by more than the limit, and those beyond 192.
    const reached = trimmed(fronts[at] ?? new Map<string, Cost>(), model.keyFloor, stateLimit);
    for (let taken = 1; taken <= longestUnit; taken += 1) {
      const next = fronts[at + taken];
      const steps = model.units.get(form.slice(at, at + taken))?.steps ?? (taken === 1 ? unknown : []);
      if (next && steps.length > 0) extend(next, reached, steps);
    }
  }
  const ends = fronts[form.length] ?? new Map<string, Cost>();
  return trimmed(ends, model.keyFloor, limit).map(([skeleton]) => skeleton);
}
