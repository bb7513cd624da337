import { isInstalled } from '@countersign/browser-kit';
import { describe, expect, it } from 'vitest';
import { byNight } from '../../../service/test/support/engines.ts';
import { chanceOf, runJourneys } from '../../src/journeys/run-journeys.ts';

/** `npm run journeys` has a thousand. */
const count = 60;

byNight(() => {
  describe.skipIf(!isInstalled('chromium'))('people in the flow while things go wrong (Chromium)', () => {
    it('all get to the end, with one attempt and every picture once; no page has an error that nothing handled', async () => {
      const { journeys, reports, injected } = await runJourneys({
        count,
        seed: 5,
        atOnce: 1,
        faultRate: 0.15,
        interruptionRate: 0.02,
        databaseUrl: null,
      });
      expect(journeys.flatMap(({ number, faults }) => faults.map((fault) => `${number}: ${fault}`))).toEqual(
        [],
      );
      expect(reports).toEqual([]);
      expect([...injected.values()].reduce((sum, times) => sum + times, 0)).toBeGreaterThan(count);
    }, 3_600_000);
  });
});

describe('chance', () => {
  it('is the same for the same seed, and between 0 and 1', () => {
    const numbers = (seed: number) => {
      const chance = chanceOf(seed);
      return Array.from({ length: 1_000 }, () => chance());
    };
    expect(numbers(3)).toEqual(numbers(3));
    expect(numbers(3)).not.toEqual(numbers(4));
    expect(numbers(3).every((each) => each >= 0 && each < 1)).toBe(true);
  });
});
