import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFineClock } from './embedded-clock.ts';

describe('the clock of the embedded database', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('gives parts of milliseconds', () => {
    const now = createFineClock();
    const fractions = Array.from({ length: 1_000 }, () => Math.floor((now() % 1) * 1_000));
    expect(new Set(fractions).size).toBeGreaterThan(1);
  });

  it('stays within the millisecond of the time of day', () => {
    const now = createFineClock();
    for (let n = 0; n < 1_000; n += 1) {
      const before = Date.now();
      const time = now();
      expect(time).toBeGreaterThanOrEqual(before);
      expect(time).toBeLessThan(Date.now() + 1);
    }
  });

  it('never runs backwards while the time of day does not', () => {
    const now = createFineClock();
    const times = Array.from({ length: 10_000 }, () => now());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('follows when the time of day is set', () => {
    const now = createFineClock();
    now();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2031-01-01T00:00:00.250Z') });
    expect(new Date(now()).toISOString()).toBe('2031-01-01T00:00:00.250Z');
    vi.setSystemTime(Date.parse('2021-01-01T00:00:00.750Z'));
    expect(new Date(now()).toISOString()).toBe('2021-01-01T00:00:00.750Z');
  });
});
