import { describe, expect, it } from 'vitest';
import { createStayPause } from './stay-pause.ts';

describe('engines that failed to stay', () => {
  it('pause after three failures in a row, and are tried again after a minute', () => {
    let now = 0;
    const pause = createStayPause(() => now);
    pause.failed();
    pause.failed();
    expect(pause.isOn()).toBe(false);
    pause.failed();
    now = 59_999;
    expect(pause.isOn()).toBe(true);
    now = 60_000;
    expect(pause.isOn()).toBe(false);
  });

  it('pause twice as long after each further failure, and for a quarter of an hour at most', () => {
    let now = 0;
    const pause = createStayPause(() => now);
    const pauses = Array.from({ length: 9 }, () => {
      pause.failed();
      const since = now;
      while (pause.isOn()) now += 1_000;
      return now - since;
    });
    expect(pauses).toEqual([0, 0, 60_000, 120_000, 240_000, 480_000, 900_000, 900_000, 900_000]);
  });

  it('begin anew when a page was read', () => {
    let now = 0;
    const pause = createStayPause(() => now);
    for (let failure = 0; failure < 4; failure += 1) pause.failed();
    now = 600_000;
    pause.succeeded();
    pause.failed();
    pause.failed();
    expect(pause.isOn()).toBe(false);
  });
});
