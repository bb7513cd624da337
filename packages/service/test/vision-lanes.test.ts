import { describe, expect, it } from 'vitest';
import { createLanes } from '../src/workers/vision-lanes.ts';

const roomy = { interactive: 8, verify: 8, alone: 8 };

describe('what waits for a vision thread', () => {
  it('goes lane by lane, and first come first served within one', () => {
    const lanes = createLanes<string>(roomy);
    for (const item of ['v1', 'v2']) lanes.put('verify', item);
    for (const item of ['a1', 'a2']) lanes.put('alone', item);
    for (const item of ['i1', 'i2']) lanes.put('interactive', item);
    const taken = Array.from({ length: 7 }, () => lanes.take(() => true));
    expect(taken).toEqual(['i1', 'i2', 'v1', 'v2', 'a1', 'a2', null]);
  });

  it('does not hold up the lane behind it when its own has no room', () => {
    const lanes = createLanes<string>(roomy);
    lanes.put('verify', 'v1');
    lanes.put('alone', 'a1');
    expect(lanes.take((lane) => lane === 'alone')).toBe('a1');
    expect(lanes.take((lane) => lane === 'alone')).toBeNull();
    expect(lanes.size('verify')).toBe(1);
  });

  it('is refused beyond the bound of its lane, whatever waits in the others', () => {
    const lanes = createLanes<string>({ interactive: 1, verify: 1, alone: 0 });
    expect(lanes.put('alone', 'a1')).toBe(false);
    expect(lanes.put('verify', 'v1')).toBe(true);
    expect(lanes.put('verify', 'v2')).toBe(false);
    expect(lanes.put('interactive', 'i1')).toBe(true);
    expect(lanes.clear()).toEqual(['i1', 'v1']);
    expect(lanes.put('verify', 'v2')).toBe(true);
  });

  it('can leave out of turn, once', () => {
    const lanes = createLanes<string>(roomy);
    for (const item of ['v1', 'v2', 'v3']) lanes.put('verify', item);
    expect([lanes.remove('v2'), lanes.remove('v2')]).toEqual([true, false]);
    expect(lanes.clear()).toEqual(['v1', 'v3']);
  });
});
