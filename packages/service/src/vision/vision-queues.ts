import type { VisionQueue } from './vision.ts';

/** `alone` has a place of its own: what waits there waits for no other queue. */
export type QueueName = VisionQueue | 'alone';

/** In the order in which they are served. */
export const queueNames: readonly QueueName[] = ['interactive', 'verify', 'alone'];

/** Whose turn it is among those who wait in a queue. */
export interface Turns<Item> {
  hasRoom: (queue: QueueName) => boolean;
  /** Milliseconds that an owner used lately; fewer go first. */
  used: (owner: string) => number;
  /** Whether an item may begin; the others of its queue do not wait for it. */
  mayBegin: (item: Item) => boolean;
}

/** Work that waits. Within a queue the owners take turns by what they used; among equals, and within one owner, first come first served. */
export interface VisionQueues<Item> {
  /** @returns false when the queue is full, or half full of this owner's */
  put(queue: QueueName, item: Item): boolean;
  /** The item to begin with among the queues that have room; `null` when there is none. */
  take(turns: Turns<Item>): Item | null;
  /** Takes an item out of turn. @returns false when it does not wait any more */
  remove(item: Item): boolean;
  /** Takes out everything. */
  clear(): Item[];
  size(queue: QueueName): number;
}

/** @param bounds most items per queue: a queue full of sessions must not turn away a person in front of a camera */
export function createVisionQueues<Item extends { owner: string | null }>(
  bounds: Record<QueueName, number>,
): VisionQueues<Item> {
  const waiting: Record<QueueName, Item[]> = { interactive: [], verify: [], alone: [] };
  return {
    put(queue, item) {
      const [line, bound] = [waiting[queue], bounds[queue]];
      const own = item.owner === null ? 0 : line.filter(({ owner }) => owner === item.owner).length;
      if (line.length >= bound || own >= Math.max(1, bound / 2)) return false;
      waiting[queue].push(item);
      return true;
    },
    take({ hasRoom, used, mayBegin }) {
      for (const queue of queueNames.filter(hasRoom)) {
        const usedBy = ({ owner }: Item) => (owner === null ? 0 : used(owner));
        const [next] = waiting[queue].filter(mayBegin).toSorted((a, b) => usedBy(a) - usedBy(b));
        if (next === undefined) continue;
        waiting[queue].splice(waiting[queue].indexOf(next), 1);
        return next;
      }
      return null;
    },
    remove(item) {
      const queue = queueNames.find((candidate) => waiting[candidate].includes(item));
      if (queue === undefined) return false;
      waiting[queue].splice(waiting[queue].indexOf(item), 1);
      return true;
    },
    clear: () => queueNames.flatMap((queue) => waiting[queue].splice(0)),
    size: (queue) => waiting[queue].length,
  };
}
