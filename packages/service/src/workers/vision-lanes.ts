import type { VisionLane } from './vision.ts';

/** `alone` has a place of its own: what waits there waits for nobody else. */
export type Lane = VisionLane | 'alone';

/** In the order in which they are served. */
export const lanes: readonly Lane[] = ['interactive', 'verify', 'alone'];

/** Work that waits, first come first served within its lane. */
export interface Lanes<Item> {
  /** @returns false when the lane is full */
  put(lane: Lane, item: Item): boolean;
  /** The item to begin with among the lanes that have room; `null` when there is none. */
  take(hasRoom: (lane: Lane) => boolean): Item | null;
  /** Takes an item out of turn. @returns false when it does not wait any more */
  remove(item: Item): boolean;
  /** Takes out everything. */
  clear(): Item[];
  size(lane: Lane): number;
}

/** @param bounds most items per lane: a queue full of sessions must not turn away a person in front of a camera */
export function createLanes<Item>(bounds: Record<Lane, number>): Lanes<Item> {
  const waiting: Record<Lane, Item[]> = { interactive: [], verify: [], alone: [] };
  return {
    put(lane, item) {
      if (waiting[lane].length >= bounds[lane]) return false;
      waiting[lane].push(item);
      return true;
    },
    take(hasRoom) {
      const lane = lanes.find((candidate) => waiting[candidate].length > 0 && hasRoom(candidate));
      return lane === undefined ? null : (waiting[lane].shift() ?? null);
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
