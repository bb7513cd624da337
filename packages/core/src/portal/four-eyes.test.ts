import { describe, expect, it } from 'vitest';
import { decideConfirmation, type ProposedDecision, takesTwoPeople } from './four-eyes.ts';

const proposal: ProposedDecision = {
  kind: 'review',
  integrationId: 'shop',
  isOpen: true,
  fromStatus: 'review',
  proposedBy: 'ada',
  proposer: 'Ada',
  role: 'reviewer',
  reach: null,
};
const now = { userId: 'grace', status: 'review', mode: 'live' } as const;

describe('decisions that take two people', () => {
  it.each([
    ['potential_match', 'true_match', true],
    ['true_match', 'false_positive', true],
    ['true_match', 'true_match', true],
    ['potential_match', 'false_positive', false],
    ['false_positive', 'inconclusive', false],
  ] as const)('a hit from %s to %s: %s', (from, to, expected) => {
    expect(takesTwoPeople(from, to)).toBe(expected);
  });

  it.each<[string, Partial<ProposedDecision>, object, string]>([
    ['another person', {}, {}, 'confirm'],
    ['the same person', {}, { userId: 'ada' }, 'own-proposal'],
    ['the same person, once it is over', { isOpen: false }, { userId: 'ada' }, 'own-proposal'],
    ['another person once it is over', { isOpen: false }, {}, 'over'],
    ['another person after the proposer’s account was removed', { proposer: null }, {}, 'over'],
    ['another person after the proposer’s role lost the right', { role: 'viewer' }, {}, 'over'],
    ['another person after the proposer’s reach was narrowed', { reach: ['other'] }, {}, 'over'],
    ['another person, within the reach', { reach: ['shop'] }, {}, 'confirm'],
    ['another person once the session is decided', {}, { status: 'approved' }, 'overtaken'],
    [
      'another person once the hit is gone',
      { kind: 'hit', fromStatus: 'true_match' },
      { status: null },
      'overtaken',
    ],
  ])('confirmed by %s', (_, changed, by, expected) => {
    expect(decideConfirmation({ ...proposal, ...changed }, { ...now, ...by })).toBe(expected);
  });
});
