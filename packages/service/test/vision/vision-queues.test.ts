import { describe, expect, it } from 'vitest';
import { createVisionQueues, type QueueName, type Turns } from '../../src/vision/vision-queues.ts';

const roomy = { interactive: 8, verify: 8, alone: 8 };

interface Item {
  name: string;
  owner: string | null;
}
const unowned = (name: string): Item => ({ name, owner: null });
const of = (owner: string, name: string): Item => ({ name, owner });

const turns = (given: Partial<Turns<Item>> = {}): Turns<Item> => ({
  hasRoom: () => true,
  used: () => 0,
  mayBegin: () => true,
  ...given,
});

function queuesOf(bounds: Record<QueueName, number>) {
  const queues = createVisionQueues<Item>(bounds);
  const takeAll = (how = turns()): (string | null)[] => {
    const item = queues.take(how);
    return item === null ? [null] : [item.name, ...takeAll(how)];
  };
  return { ...queues, takeAll };
}

describe('what waits for a vision thread', () => {
  it('goes queue by queue, and first come first served within one', () => {
    const queues = queuesOf(roomy);
    for (const name of ['v1', 'v2']) queues.put('verify', unowned(name));
    for (const name of ['a1', 'a2']) queues.put('alone', unowned(name));
    for (const name of ['i1', 'i2']) queues.put('interactive', unowned(name));
    expect(queues.takeAll()).toEqual(['i1', 'i2', 'v1', 'v2', 'a1', 'a2', null]);
  });

  it('does not hold up the queue behind it when its own has no room', () => {
    const queues = queuesOf(roomy);
    queues.put('verify', unowned('v1'));
    queues.put('alone', unowned('a1'));
    expect(queues.takeAll(turns({ hasRoom: (queue) => queue === 'alone' }))).toEqual(['a1', null]);
    expect(queues.size('verify')).toBe(1);
  });

  it('goes by what its integration used, and within one first come first served', () => {
    const queues = queuesOf(roomy);
    for (const name of ['busy-1', 'busy-2']) queues.put('verify', of('busy', name));
    for (const name of ['quiet-1', 'quiet-2']) queues.put('verify', of('quiet', name));
    const used = (owner: string) => ({ busy: 900, quiet: 20 })[owner] ?? 0;
    expect(queues.takeAll(turns({ used }))).toEqual(['quiet-1', 'quiet-2', 'busy-1', 'busy-2', null]);
  });

  it('is passed by others when it may not begin yet', () => {
    const queues = queuesOf(roomy);
    queues.put('verify', of('slow', 's1'));
    queues.put('verify', of('quick', 'q1'));
    expect(queues.takeAll(turns({ mayBegin: ({ owner }) => owner !== 'slow' }))).toEqual(['q1', null]);
    expect(queues.size('verify')).toBe(1);
  });

  it('is refused beyond the bound of its queue, whatever waits in the others', () => {
    const queues = queuesOf({ interactive: 1, verify: 1, alone: 0 });
    expect(queues.put('alone', unowned('a1'))).toBe(false);
    expect(queues.put('verify', unowned('v1'))).toBe(true);
    expect(queues.put('verify', unowned('v2'))).toBe(false);
    expect(queues.put('interactive', unowned('i1'))).toBe(true);
    expect(queues.clear().map(({ name }) => name)).toEqual(['i1', 'v1']);
    expect(queues.put('verify', unowned('v2'))).toBe(true);
  });

  it('leaves half of its queue to other integrations', () => {
    const queues = queuesOf({ ...roomy, verify: 4 });
    const given = ['1', '2', '3', '4'].map((name) => queues.put('verify', of('greedy', name)));
    expect(given).toEqual([true, true, false, false]);
    expect(queues.put('verify', of('other', '5'))).toBe(true);
  });

  it('can leave out of turn, once', () => {
    const queues = queuesOf(roomy);
    const [first, second, third] = ['v1', 'v2', 'v3'].map(unowned) as [Item, Item, Item];
    for (const item of [first, second, third]) queues.put('verify', item);
    expect([queues.remove(second), queues.remove(second)]).toEqual([true, false]);
    expect(queues.clear()).toEqual([first, third]);
  });
});
