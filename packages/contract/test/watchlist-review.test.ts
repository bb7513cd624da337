import { describe, expect, it } from 'vitest';
import { parseWatchlistPatch } from '../src/index.ts';
import { examples } from './contract-text.ts';
import { outcome } from './outcome.ts';

const sessionId = '6daf5736-30eb-4a4a-8e70-68e483338f76';
const patch = (body: unknown) => parseWatchlistPatch(body, { sessionId });
const hit = { id: 'ae848cc3-cf05-49c4-9aa4-e072c4dfae0f', matchStatus: 'true_match', riskLevel: 'high' };

describe('PATCH …/watchlist-screening, the table of A-70', () => {
  it.each([
    ['another sessionId', { sessionId: '01893009-00fc-4f83-b099-37658d1514ab', hit }, '400/1104 sessionId'],
    ['a sessionId of another type', { sessionId: 5, hit }, '400/1104 sessionId'],
    [
      'a webhook of another session',
      { ...(examples('A-69')[0] as object), monitorStatus: 'disabled' },
      '400/1104 sessionId',
    ],
    ['two operations', { hit, monitorStatus: 'disabled' }, '400/1104 monitorStatus'],
    ['two wrong operations', { hit: 1, hasUnacknowledgedChanges: 1 }, '400/1104 hasUnacknowledgedChanges'],
    ['no operation', {}, '400/1102 hit'],
    [
      'an operation beside an empty one',
      { hasUnacknowledgedChanges: false, monitorStatus: '' },
      '400/1104 monitorStatus',
    ],
    ['a blank operation', { monitorStatus: ' ' }, '400/1102 hit'],
    ['only nulls', { hit: null, monitorStatus: null }, '400/1102 hit'],
    ['a hit that is no object', { hit: 'x' }, '400/1104 hit'],
    ['no hit.id', { hit: { matchStatus: 'true_match' } }, '400/1102 hit.id'],
    ['a hit.id of another type, status missing', { hit: { id: 5 } }, '400/1102 hit.matchStatus'],
    ['a hit.id of another type', { hit: { ...hit, id: 5 } }, '400/1104 hit.id'],
    ['no hit.matchStatus', { hit: { id: hit.id } }, '400/1102 hit.matchStatus'],
    ['an unknown hit.matchStatus', { hit: { ...hit, matchStatus: 'match' } }, '400/1104 hit.matchStatus'],
    ['an unknown hit.riskLevel', { hit: { ...hit, riskLevel: 'medium' } }, '400/1104 hit.riskLevel'],
    [
      'a hit.riskLevel without true_match',
      { hit: { ...hit, matchStatus: 'false_positive' } },
      '400/1104 hit.riskLevel',
    ],
    [
      'hasUnacknowledgedChanges true',
      { hasUnacknowledgedChanges: true },
      '400/1104 hasUnacknowledgedChanges',
    ],
    [
      'hasUnacknowledgedChanges as text',
      { hasUnacknowledgedChanges: 'false' },
      '400/1104 hasUnacknowledgedChanges',
    ],
    ['monitorStatus enabled', { monitorStatus: 'enabled' }, '400/1104 monitorStatus'],
    ['a list', [], '400/1104 body'],
  ])('refuses %s', (_name, body, expected) => {
    expect(outcome(() => patch(body))).toBe(expected);
  });

  it('names the available operations if none is sent (A-245)', () => {
    expect(() => patch({})).toThrow(
      expect.objectContaining({
        detail: 'One of hit, hasUnacknowledgedChanges, monitorStatus must be sent.',
      }),
    );
  });

  it('reads the three operations', () => {
    expect(patch(examples('A-70')[0])).toEqual({ operation: 'review-hit', hit });
    expect(patch({ hit: { id: hit.id.toUpperCase(), matchStatus: 'true_match', riskLevel: null } })).toEqual({
      operation: 'review-hit',
      hit: { id: hit.id, matchStatus: 'true_match', riskLevel: null },
    });
    expect(patch({ hasUnacknowledgedChanges: false, hit: null })).toEqual({
      operation: 'acknowledge-changes',
    });
    expect(patch({ monitorStatus: 'disabled', sessionId: sessionId.toUpperCase() })).toEqual({
      operation: 'disable-monitoring',
    });
  });
});
