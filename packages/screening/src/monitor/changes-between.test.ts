import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ListedEntity } from '../model/listed-entity.ts';
import { invented, listing } from '../../test/support/invented-entity.ts';
import { buildSnapshot } from '../search/build/build-snapshot.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { changesBetween } from './changes-between.ts';

const snapshotOf = (...entities: ListedEntity[]): Snapshot =>
  buildSnapshot(entities, { engine: 'test', sources: [] });
const named = (id: string, over: Partial<ListedEntity> = {}): ListedEntity =>
  invented({ id, contentHash: `hash of ${id}`, ...over });

const found = (before: Snapshot, after: Snapshot): string[] =>
  [...changesBetween(before, after)]
    .flatMap((change) => (change ? `${change.before?.id ?? '-'} > ${change.after?.id ?? '-'}` : []))
    .sort();

describe('changes between two states of the lists', () => {
  it.each<[string, ListedEntity[], ListedEntity[], string[]]>([
    ['nothing', [named('a'), named('b')], [named('b'), named('a')], []],
    ['added', [named('a')], [named('a'), named('b')], ['- > b']],
    ['gone', [named('a'), named('b')], [named('a')], ['b > -']],
    ['another content hash', [named('a')], [named('a', { contentHash: 'other' })], ['a > a']],
    ['wording alone', [named('a')], [named('a', { positions: ['Invented office'] })], []],
    [
      'an address alone',
      [named('a')],
      [named('a', { listings: [{ ...listing('SANCTIONS'), url: 'https://a.example.org' }] })],
      ['a > a'],
    ],
    ['a new id', [named('a')], [named('x', { formerIds: ['a'] })], ['a > x']],
    ['merged', [named('a'), named('b')], [named('x', { formerIds: ['a', 'b'] })], ['a > x', 'b > x']],
    [
      'merged into one that stays',
      [named('a'), named('b')],
      [named('a', { formerIds: ['b'] })],
      ['a > a', 'b > a'],
    ],
    ['taken off every list', [named('a')], [named('a', { listings: [] })], ['a > -']],
    ['put on a list', [named('a', { listings: [] })], [named('a')], ['- > a']],
    ['never on a list', [named('a', { listings: [] })], [], []],
    [
      'the later of two with one id counts',
      [named('a')],
      [named('a', { contentHash: 'older' }), named('a')],
      [],
    ],
    ['to nothing', [named('a')], [], ['a > -']],
    ['from nothing', [], [named('a')], ['- > a']],
  ])('%s', (_what, before, after, expected) => {
    expect(found(snapshotOf(...before), snapshotOf(...after))).toEqual(expected);
  });

  it('finds whatever was drawn to change, and nothing else', () => {
    const state = fc.constantFrom('same', 'changed', 'gone', 'new');
    fc.assert(
      fc.property(fc.array(state, { maxLength: 60 }), fc.boolean(), (states, turned) => {
        const ids = states.map((each, at) => ({ id: `e${at}`, each }));
        const before = ids.filter(({ each }) => each !== 'new').map(({ id }) => named(id));
        const after = ids
          .filter(({ each }) => each !== 'gone')
          .map(({ id, each }) => named(id, each === 'changed' ? { contentHash: 'other' } : {}));
        const expected = ids.flatMap(({ id, each }) => {
          if (each === 'same') return [];
          return `${each === 'new' ? '-' : id} > ${each === 'gone' ? '-' : id}`;
        });
        if (turned) after.reverse();
        expect(found(snapshotOf(...before), snapshotOf(...after))).toEqual(expected.sort());
      }),
      { numRuns: 30 },
    );
  });
});
