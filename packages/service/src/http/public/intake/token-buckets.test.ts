import v8 from 'node:v8';
import vm from 'node:vm';
import { describe, expect, it } from 'vitest';
import { createTokenBuckets } from './token-buckets.ts';

const rate = { size: 3, perSecond: 1 };

describe('token buckets (I13)', () => {
  const clock = () => {
    const time = { ms: 0 };
    return { time, now: () => time.ms };
  };

  it('provide what they hold, then as many as are refilled', () => {
    const { time, now } = clock();
    const buckets = createTokenBuckets(now);
    const take = () => buckets.take('a', rate);
    expect([take(), take(), take(), take()]).toEqual([true, true, true, false]);
    time.ms = 999;
    expect(take()).toBe(false);
    time.ms = 2_100;
    expect([take(), take(), take()]).toEqual([true, true, false]);
    time.ms = 3_600_000;
    expect([take(), take(), take(), take()]).toEqual([true, true, true, false]);
  });

  it('show whether they are empty without taking anything', () => {
    const buckets = createTokenBuckets(() => 0);
    expect(buckets.isEmpty('a', rate)).toBe(false);
    for (let count = 0; count < 3; count += 1) buckets.take('a', rate);
    expect([buckets.isEmpty('a', rate), buckets.isEmpty('b', rate)]).toEqual([true, false]);
  });

  it('are not refilled by using many names', () => {
    const buckets = createTokenBuckets(() => 0, { names: 1_000, shared: 16 });
    for (let count = 0; count < 4; count += 1) buckets.take('flooder', rate);
    for (let name = 0; name < 200_000; name += 1) buckets.take(`other ${name}`, rate);
    expect(buckets.take('flooder', rate)).toBe(false);
  });

  it('let no more through under many names than the names kept and the shared buckets hold', () => {
    const buckets = createTokenBuckets(() => 0, { names: 1_000, shared: 16 });
    let taken = 0;
    for (let name = 0; name < 100_000; name += 1) taken += Number(buckets.take(`name ${name}`, rate));
    expect(taken).toBeGreaterThanOrEqual(1_000);
    expect(taken).toBeLessThanOrEqual(1_000 + 16 * rate.size);
  });

  it('admit new names as soon as old ones are full again', () => {
    const { time, now } = clock();
    const buckets = createTokenBuckets(now, { names: 10, shared: 1 });
    for (let name = 0; name < 100; name += 1) buckets.take(`flood ${name}`, rate);
    time.ms = 10_000;
    const taken = Array.from({ length: 10 }, (_, name) => buckets.take(`later ${name}`, rate));
    expect(taken).toEqual(Array(10).fill(true));
  });

  it('take no more memory for hundreds of thousands of names than for as many as they keep', () => {
    v8.setFlagsFromString('--expose-gc');
    const collectGarbage = vm.runInNewContext('gc') as () => void;
    const buckets = createTokenBuckets(() => 0);
    const heapAfter = (names: number, prefix: string) => {
      for (let name = 0; name < names; name += 1) buckets.take(`${prefix} ${name}`, rate);
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    const full = heapAfter(60_000, 'first');
    // A bucket per name would add about 60 MB.
    expect(heapAfter(300_000, 'then') - full).toBeLessThan(10 * 1_048_576);
  });
});
