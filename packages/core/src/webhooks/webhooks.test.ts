import { describe, expect, it } from 'vitest';
import { failuresAfter, inFlightAllowance } from './breaker.ts';
import { judgeResponse, retryAfterSeconds } from './judge-response.ts';
import { dueTimeAfterPause, nextAttemptDelay, webhookLifetimeSeconds } from './retry-schedule.ts';

const middle = { random: 0.5, retryAfter: null };

describe('Retry schedule (A-87)', () => {
  it.each([
    [1, 10],
    [2, 50],
    [3, 240],
    [4, 600],
    [5, 900],
    [6, 3600],
    [7, 3600],
    [172, 3600],
  ])('after attempt %i the next one follows in %i s', (attempt, seconds) => {
    expect(nextAttemptDelay(attempt, middle)).toBeCloseTo(seconds, 6);
  });

  it('makes 173 attempts in 7 days when every gap is nominal', () => {
    let attempts = 1;
    let at = 0;
    while ((at += nextAttemptDelay(attempts, middle)) <= webhookLifetimeSeconds) attempts += 1;
    expect(attempts).toBe(173);
  });

  it.each([
    [0, 8],
    [0.5, 10],
    [0.999999, 12],
  ])('varies each gap by up to 20 %% (random %d gives %d s)', (random, seconds) => {
    expect(nextAttemptDelay(1, { random, retryAfter: null })).toBeCloseTo(seconds, 3);
  });

  it.each([
    ['delays the next attempt', 120, 120],
    ['delays by one hour at most', 86_400, 3600],
    ['never brings it forward', 1, 10],
  ])('Retry-After %s', (_, retryAfter, seconds) => {
    expect(nextAttemptDelay(1, { random: 0.5, retryAfter })).toBe(seconds);
  });

  it.each([
    ['was due before the pause', 100, 300, 1000, 800],
    ['became due during the pause', 500, 300, 1000, 1000],
    ['is due after the pause', 2000, 300, 1000, 2000],
  ])('a webhook that %s keeps what was left of its 7 days', (_, dueAt, pausedAt, resumedAt, expected) => {
    expect(dueTimeAfterPause({ dueAt, pausedAt, resumedAt })).toBe(expected);
  });
});

describe('Outcome of an attempt (A-87)', () => {
  it.each([
    [200, 'delivered'],
    [204, 'delivered'],
    [299, 'delivered'],
    [301, 'failed'],
    [304, 'failed'],
    [404, 'failed'],
    [410, 'gone'],
    [429, 'failed'],
    [500, 'failed'],
    [null, 'failed'],
  ] as const)('status %s is %s', (status, verdict) => {
    expect(judgeResponse(status)).toBe(verdict);
  });

  it.each([
    ['120', 120],
    [' 7 ', 7],
    ['Fri, 20 Nov 2026 12:01:00 GMT', 60],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
    ['soon', null],
    ['-5', null],
    [null, null],
  ])('Retry-After %s means %s seconds', (header, seconds) => {
    expect(retryAfterSeconds(header, Date.parse('2026-11-20T12:00:00Z'))).toBe(seconds);
  });
});

describe('Breaker', () => {
  it('opens after 20 straight failures and then lets one probe through', () => {
    let failures = 0;
    for (let count = 0; count < 19; count += 1) failures = failuresAfter(failures, false);
    expect(inFlightAllowance(failures)).toBe(8);
    expect(inFlightAllowance(failuresAfter(failures, false))).toBe(1);
  });

  it('counts only straight failures', () => {
    expect(failuresAfter(19, true)).toBe(0);
  });

  it('after an answered probe drains at a rising rate: 1, 2, 4, 8, 16 in flight', () => {
    const rates: number[] = [];
    let failures = 25;
    for (let count = 0; count < 5; count += 1) {
      failures = failuresAfter(failures, true);
      rates.push(inFlightAllowance(failures));
    }
    expect(rates).toEqual([1, 2, 4, 8, 16]);
  });

  it('starts counting again when a recovering endpoint fails', () => {
    expect(failuresAfter(-3, false)).toBe(1);
  });
});
