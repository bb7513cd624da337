import type { VisionQueue } from './vision.ts';

/** `alone` has capacity of its own: it never waits for another queue. */
export type QueueName = VisionQueue | 'alone';

/** In order of priority. */
export const queueNames: readonly QueueName[] = ['interactive', 'verify', 'alone'];

/** Determines whose turn it is in a queue. */
export interface Turns<Item> {
  hasRoom: (queue: QueueName) => boolean;
  /** Milliseconds an owner used recently; those with less go first. */
  used: (owner: string) => number;
  /** Whether an item may begin; if not, others of its queue may. */
  mayBegin: (item: Item) => boolean;
}

/** Waiting work. Within a queue, owners take turns by recent use; among equals, and within one owner, first come first served. */
export interface VisionQueues<Item> {
  /** @returns false when the queue is full, or half full with items of this owner */
  put(queue: QueueName, item: Item): boolean;
  /** The next item among the queues with capacity; `null` when there is none. */
  take(turns: Turns<Item>): Item | null;
  /** Removes an item. @returns false when it is no longer waiting */
  remove(item: Item): boolean;
  /** Removes and returns all items. */
  clear(): Item[];
  size(queue: QueueName): number;
}

/** @param bounds maximum items per queue: a queue full of sessions must not turn away a person in front of a camera */
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
