import { describe, expect, it } from 'vitest';
import { forcedDelay, forcedOutcome } from './forced.ts';

describe('forced decisions of test integrations', () => {
  it.each([
    ['Approve', 'pass_checks', null],
    [' decline ', 'fail_check', 102],
    ['RESUBMIT', 'ask_again', 201],
    ['Expire', 'force_expired', null],
    ['Abandon', 'force_abandoned', null],
    ['Review', 'find_inconclusive', null],
  ] as const)('%s → %s %s', (word, outcome, code) => {
    expect(forcedOutcome(word, { manualReview: true, attempt: 1 })).toEqual({ outcome, code });
  });

  it('run the real checks for any other name, for Review without reviewers, and for names objects inherit', () => {
    expect(forcedOutcome('Liisa', { manualReview: true, attempt: 1 })).toBeNull();
    expect(forcedOutcome('Review', { manualReview: false, attempt: 1 })).toBeNull();
    expect(forcedOutcome('constructor', { manualReview: true, attempt: 1 })).toBeNull();
  });

  it('keep to the attempt limit', () => {
    expect(forcedOutcome('Resubmit', { manualReview: true, attempt: 10 })).toEqual({
      outcome: 'ask_again_on_last_attempt',
      code: 539,
    });
  });

  it.each([
    ['Testslow', 'slow'],
    ['Stuck ', 'stuck'],
    ['Maasikas', null],
  ])('delay by last name: %s → %s', (name, delay) => {
    expect(forcedDelay(name)).toBe(delay);
  });
});
