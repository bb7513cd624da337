import { describe, expect, it } from 'vitest';
import {
  calibrationOf,
  equalErrorPoint,
  operatingCurve,
  operatingPoint,
  pointAtFmr,
  rateOf,
} from './pair-statistics.ts';

/** 0.31, 0.32, … so many. */
const rising = (count: number, from = 0.31) =>
  Array.from({ length: count }, (_, index) => Math.round((from + index / 100) * 100) / 100);

describe('a measured share', () => {
  it('has the limits of Wilson', () => {
    // 5 of 50: (0.1 + 3.8415/100 ± 1.96 √(0.09/50 + 3.8415/10000)) ÷ (1 + 3.8415/50)
    const { value, low, high, cases } = rateOf(5, 50);
    expect([value, cases]).toEqual([0.1, 50]);
    expect(low).toBeCloseTo(0.0435, 4);
    expect(high).toBeCloseTo(0.2136, 4);
  });

  it('follows the rule of three where nothing or everything was hit', () => {
    expect(rateOf(0, 300)).toEqual({ value: 0, low: 0, high: 0.01, cases: 300 });
    expect(rateOf(60, 60)).toEqual({ value: 1, low: 0.95, high: 1, cases: 60 });
    expect(rateOf(0, 2)).toEqual({ value: 0, low: 0, high: 1, cases: 2 });
  });

  it('is none without cases', () => {
    expect(() => rateOf(0, 0)).toThrow('no cases');
  });
});

describe('thresholds', () => {
  const distances = { same: [0.2, 0.3, 0.4, 0.62], other: [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3, 1.4] };

  it('count pairs nearer than themselves as the same person', () => {
    const { tpr, fmr } = operatingPoint(distances, 0.6);
    expect([tpr.value, fmr.value]).toEqual([0.75, 0.1]);
  });

  it('are as wide as a false-match rate allows', () => {
    expect(pointAtFmr(distances, 0.1)?.threshold).toBe(0.6);
    expect(pointAtFmr(distances, 0.25)?.threshold).toBe(0.7);
    expect(pointAtFmr(distances, 0.25)?.tpr.value).toBe(1);
  });

  it('are not named for rates that so few pairs cannot show', () => {
    expect(pointAtFmr(distances, 0.09)).toBeNull();
  });

  it('find the equal error rate', () => {
    // At 0.62 one of four is refused and two of ten are accepted; every other threshold has them farther apart.
    expect(equalErrorPoint(distances)).toEqual({ rate: 0.225, threshold: 0.62 });
    expect(equalErrorPoint({ same: [0.1, 0.2], other: [0.3, 0.4] })).toEqual({ rate: 0, threshold: 0.3 });
    expect(equalErrorPoint({ same: [0.5], other: [0.5] }).rate).toBe(0.5);
  });
});

describe('the curve', () => {
  it('rises from no pair accepted to all of them', () => {
    expect(operatingCurve({ same: [0.2, 0.4], other: [0.4, 0.9] })).toEqual([
      { fmr: 0, tpr: 0 },
      { fmr: 0, tpr: 0.5 },
      { fmr: 0.5, tpr: 1 },
      { fmr: 1, tpr: 1 },
    ]);
  });
});

describe('a calibration table', () => {
  const distances = { same: [0.2], other: rising(100) };

  it('puts 85 and 80 at the chosen false-match rates', () => {
    expect(calibrationOf(distances, { accept: 0.01, review: 0.05 })).toEqual([
      [0, 100],
      [0.32, 85],
      [0.36, 80],
      [0.81, 50],
      [1.3, 0],
    ]);
  });

  it('is refused where the pairs cannot carry it', () => {
    expect(calibrationOf(distances, { accept: 0.001, review: 0.05 })).toBe(
      'pairs of different people: must be at least 1000 for the accept rate 0.001, not 100; 900 are missing',
    );
    expect(calibrationOf(distances, { accept: 0.05, review: 0.01 })).toContain('lower than the review rate');
    const alike = { same: [0.2], other: Array.from({ length: 100 }, () => 0.5) };
    expect(calibrationOf(alike, { accept: 0.01, review: 0.05 })).toContain('too alike');
  });
});
