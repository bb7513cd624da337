import type { VisionLane } from './vision.ts';

/** `alone` has a place of its own: what waits there waits for no other lane. */
export type Lane = VisionLane | 'alone';

/** In the order in which they are served. */
export const lanes: readonly Lane[] = ['interactive', 'verify', 'alone'];

/** Whose turn it is among those who wait in a lane. */
export interface Turns<Item> {
  hasRoom: (lane: Lane) => boolean;
  /** Milliseconds that an owner used lately; fewer go first. */
  used: (owner: string) => number;
  /** Whether an item may begin; the others of its lane do not wait for it. */
  mayBegin: (item: Item) => boolean;
}

/** Work that waits. Within a lane the owners take turns by what they used; among equals, and within one owner, first come first served. */
export interface Lanes<Item> {
  /** @returns false when the lane is full, or half full of this owner's */
  put(lane: Lane, item: Item): boolean;
  /** The item to begin with among the lanes that have room; `null` when there is none. */
  take(turns: Turns<Item>): Item | null;
  /** Takes an item out of turn. @returns false when it does not wait any more */
  remove(item: Item): boolean;
  /** Takes out everything. */
  clear(): Item[];
  size(lane: Lane): number;
}

/** @param bounds most items per lane: a queue full of sessions must not turn away a person in front of a camera */
export function createLanes<Item extends { owner: string | null }>(
  bounds: Record<Lane, number>,
): Lanes<Item> {
  const waiting: Record<Lane, Item[]> = { interactive: [], verify: [], alone: [] };
  return {
    put(lane, item) {
      const [line, bound] = [waiting[lane], bounds[lane]];
      const own = item.owner === null ? 0 : line.filter(({ owner }) => owner === item.owner).length;
      if (line.length >= bound || own >= Math.max(1, bound / 2)) return false;
      waiting[lane].push(item);
      return true;
    },
    take({ hasRoom, used, mayBegin }) {
      for (const lane of lanes.filter(hasRoom)) {
        const usedBy = ({ owner }: Item) => (owner === null ? 0 : used(owner));
        const [next] = waiting[lane].filter(mayBegin).toSorted((a, b) => usedBy(a) - usedBy(b));
        if (next === undefined) continue;
        waiting[lane].splice(waiting[lane].indexOf(next), 1);
        return next;
      }
      return null;
    },
    remove(item) {
      const lane = lanes.find((candidate) => waiting[candidate].includes(item));
      if (lane === undefined) return false;
      waiting[lane].splice(waiting[lane].indexOf(item), 1);
      return true;
    },
    clear: () => lanes.flatMap((lane) => waiting[lane].splice(0)),
    size: (lane) => waiting[lane].length,
  };
}
