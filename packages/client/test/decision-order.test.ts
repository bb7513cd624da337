import { describe, expect, it } from 'vitest';
import { isLaterDecision, type OrderedDecision } from '../src/index.ts';

const decision = (status: string, decisionTime: string | null, more = {}): OrderedDecision => ({
  id: '5043de43-828c-4b68-9ca0-15a1b9ea504d',
  status,
  decisionTime,
  acceptanceTime: '2026-11-20T10:00:00.000Z',
  ...more,
});
const resubmit = decision('resubmission_requested', '2026-11-20T10:01:00.000Z');
const review = decision('review', '2026-11-20T10:02:00.000Z');
const approved = decision('approved', '2026-11-20T10:03:00.000Z');
const abandoned = decision('abandoned', null);

describe('of two decisions about one session, whatever the order in which they arrive', () => {
  it.each([
    ['the first', review, null, true],
    ['a final one after one that is not', approved, review, true],
    ['one that is not final after a final one', resubmit, approved, false],
    ['a final one without a time after a request to resubmit', abandoned, resubmit, true],
    ['a request to resubmit after a final one without a time', resubmit, abandoned, false],
    ['the later of two that are not final', review, resubmit, true],
    ['the earlier of two that are not final', resubmit, review, false],
    ['the same again', review, review, false],
    ['the same final one again', approved, approved, false],
  ])('%s counts: %#', (_name, next, known, counts) => {
    expect(isLaterDecision(next, known)).toBe(counts);
  });

  it('the session that was created later counts, whatever the status of the other', () => {
    const id = '640a91a9-18e8-41e6-8fe5-bf7b620c81b3';
    const ofLater = decision('declined', '2026-11-21T10:00:00.000Z', {
      id,
      acceptanceTime: '2026-11-21T09:00:00.000Z',
    });
    expect(isLaterDecision(ofLater, approved)).toBe(true);
    expect(isLaterDecision(approved, ofLater)).toBe(false);
  });
});
