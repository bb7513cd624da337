import { describe, expect, it } from 'vitest';
import { invented, listing } from '../../test/support/invented-entity.ts';
import { LoadedEntity } from './loaded-entity.ts';

function inLine(text: string): LoadedEntity {
  // Between other lines, as in a file.
  const bytes = Buffer.from(`{"id":"before"}\n${text}\n{"id":"behind"}\n`);
  const start = bytes.indexOf('\n') + 1;
  return LoadedEntity.ofLine({ bytes, start, end: start + Buffer.byteLength(text) }, null);
}

describe('an entity that came as a line', () => {
  const ids = ['inv-1', 'Žofie-王', 'with "quotes"', 'with \\ and \n', '\ud800', ''];
  it.each(ids)('has the id, the former ids and the lists of the object: %j', (id) => {
    const lists = [listing('SANCTIONS'), listing('WARNINGS'), listing('SANCTIONS')];
    for (const formerIds of [[], ['inv-old'], ['"],formerIds":[],', id]]) {
      const entity = invented({ id, formerIds, listings: lists });
      const loaded = inLine(JSON.stringify(entity));
      expect([loaded.id, loaded.formerIds]).toEqual([id, formerIds]);
      expect([loaded.names, loaded.lists]).toEqual([1, 0b1000_0001]);
      expect(loaded.entity).toEqual(entity);
      expect(loaded.entity).toBe(loaded.entity);
    }
  });

  it('is not parsed for its id, for former ids that it has none of, and for what was counted', () => {
    const bytes = Buffer.from('{"id":"inv-7","formerIds":[],"schema"');
    const counts = { names: 3, lists: 1 };
    const loaded = LoadedEntity.ofLine({ bytes, start: 0, end: bytes.length }, counts);
    expect([loaded.id, loaded.formerIds, loaded.names, loaded.lists]).toEqual(['inv-7', [], 3, 1]);
    expect(() => loaded.entity).toThrow(SyntaxError);
  });

  it('may have its members in any order', () => {
    const { id, formerIds, ...rest } = invented({ id: 'inv-8', formerIds: ['inv-9'] });
    const loaded = inLine(JSON.stringify({ ...rest, formerIds, id }));
    expect([loaded.id, loaded.formerIds]).toEqual(['inv-8', ['inv-9']]);
  });
});

it('an entity that came as an object is that object', () => {
  const entity = invented({ id: 'inv-2', formerIds: ['inv-3'] });
  const loaded = LoadedEntity.of(entity);
  expect(loaded.entity).toBe(entity);
  expect([loaded.id, loaded.formerIds, loaded.names, loaded.lists]).toEqual(['inv-2', ['inv-3'], 1, 1]);
  expect(LoadedEntity.of(loaded)).toBe(loaded);
});
