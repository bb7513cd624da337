import { expect, it } from 'vitest';
import { invented } from '../../test/support/invented-entity.ts';
import { PayloadCollector, PayloadReader } from './payload-store.ts';

it('gives back the entities, which begin where the one before ends', () => {
  const payloads = new PayloadCollector();
  const entities = ['one', 'two', 'three'].map((id) => invented({ id }));
  for (const entity of entities) payloads.add(entity);
  const reader = new PayloadReader(payloads.freeze());
  expect([0, 1, 2].map((number) => reader.read(number))).toEqual(entities);
  expect(reader.idOf(1)).toBe('two');
  expect(reader.startOf(0)).toBe(0);
});

it('finds entities beyond four gigabytes, where offsets begin at 0 again', () => {
  const reader = new PayloadReader({
    payload: new Uint8Array(0),
    'payload.offset': Uint32Array.of(0, 4_294_967_290, 5, 4_294_967_295, 1),
    'payload.wrap': Uint32Array.of(2, 4),
  });
  expect([0, 1, 2, 3, 4].map((entity) => reader.startOf(entity))).toEqual([
    0, 4_294_967_290, 4_294_967_301, 8_589_934_591, 8_589_934_593,
  ]);
});
