import { describe, expect, it } from 'vitest';
import { createLanes, type Lane, type Turns } from '../src/vision/vision-lanes.ts';

const roomy = { interactive: 8, verify: 8, alone: 8 };

interface Item {
  name: string;
  owner: string | null;
}
const anybody = (name: string): Item => ({ name, owner: null });
const of = (owner: string, name: string): Item => ({ name, owner });

const turns = (given: Partial<Turns<Item>> = {}): Turns<Item> => ({
  hasRoom: () => true,
  used: () => 0,
  mayBegin: () => true,
  ...given,
});

function lanesOf(bounds: Record<Lane, number>) {
  const lanes = createLanes<Item>(bounds);
  const takeAll = (how = turns()): (string | null)[] => {
    const item = lanes.take(how);
    return item === null ? [null] : [item.name, ...takeAll(how)];
  };
  return { ...lanes, takeAll };
}

describe('what waits for a vision thread', () => {
  it('goes lane by lane, and first come first served within one', () => {
    const lanes = lanesOf(roomy);
    for (const name of ['v1', 'v2']) lanes.put('verify', anybody(name));
    for (const name of ['a1', 'a2']) lanes.put('alone', anybody(name));
    for (const name of ['i1', 'i2']) lanes.put('interactive', anybody(name));
    expect(lanes.takeAll()).toEqual(['i1', 'i2', 'v1', 'v2', 'a1', 'a2', null]);
  });

  it('does not hold up the lane behind it when its own has no room', () => {
    const lanes = lanesOf(roomy);
    lanes.put('verify', anybody('v1'));
    lanes.put('alone', anybody('a1'));
    expect(lanes.takeAll(turns({ hasRoom: (lane) => lane === 'alone' }))).toEqual(['a1', null]);
    expect(lanes.size('verify')).toBe(1);
  });

  it('goes by what its integration used, and within one first come first served', () => {
    const lanes = lanesOf(roomy);
    for (const name of ['busy-1', 'busy-2']) lanes.put('verify', of('busy', name));
    for (const name of ['quiet-1', 'quiet-2']) lanes.put('verify', of('quiet', name));
    const used = (owner: string) => ({ busy: 900, quiet: 20 })[owner] ?? 0;
    expect(lanes.takeAll(turns({ used }))).toEqual(['quiet-1', 'quiet-2', 'busy-1', 'busy-2', null]);
  });

  it('is passed by others when it may not begin yet', () => {
    const lanes = lanesOf(roomy);
    lanes.put('verify', of('slow', 's1'));
    lanes.put('verify', of('quick', 'q1'));
    expect(lanes.takeAll(turns({ mayBegin: ({ owner }) => owner !== 'slow' }))).toEqual(['q1', null]);
    expect(lanes.size('verify')).toBe(1);
  });

  it('is refused beyond the bound of its lane, whatever waits in the others', () => {
    const lanes = lanesOf({ interactive: 1, verify: 1, alone: 0 });
    expect(lanes.put('alone', anybody('a1'))).toBe(false);
    expect(lanes.put('verify', anybody('v1'))).toBe(true);
    expect(lanes.put('verify', anybody('v2'))).toBe(false);
    expect(lanes.put('interactive', anybody('i1'))).toBe(true);
    expect(lanes.clear().map(({ name }) => name)).toEqual(['i1', 'v1']);
    expect(lanes.put('verify', anybody('v2'))).toBe(true);
  });

  it('leaves half of its lane to other integrations', () => {
    const lanes = lanesOf({ ...roomy, verify: 4 });
    const given = ['1', '2', '3', '4'].map((name) => lanes.put('verify', of('greedy', name)));
    expect(given).toEqual([true, true, false, false]);
    expect(lanes.put('verify', of('other', '5'))).toBe(true);
  });

  it('can leave out of turn, once', () => {
    const lanes = lanesOf(roomy);
    const [first, second, third] = ['v1', 'v2', 'v3'].map(anybody) as [Item, Item, Item];
    for (const item of [first, second, third]) lanes.put('verify', item);
    expect([lanes.remove(second), lanes.remove(second)]).toEqual([true, false]);
    expect(lanes.clear()).toEqual([first, third]);
  });
});
