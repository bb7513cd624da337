import { expect, it } from 'vitest';
import { invented } from '../../../test/support/invented-entity.ts';
import { PayloadCollector, PayloadReader } from './payload-store.ts';

it('returns the entities, which begin where the one before ends', () => {
  const payloads = new PayloadCollector();
  const entities = ['one', 'two', 'three'].map((id) => invented({ id }));
  for (const entity of entities) payloads.add(entity);
  const reader = new PayloadReader(payloads.freeze());
  expect([0, 1, 2].map((number) => reader.read(number))).toEqual(entities);
  expect(reader.idOf(1)).toBe('two');
  expect(reader.startOf(0)).toBe(0);
});

it('returns entities that lie in several chunks', () => {
  const payloads = new PayloadCollector();
  const ids = Array.from({ length: 2_000 }, (_, index) => `entity ${index} ${'x'.repeat(index % 300)}`);
  for (const id of ids) payloads.add(invented({ id }));
  const reader = new PayloadReader(payloads.freeze());
  expect(ids.map((_, number) => reader.read(number).id)).toEqual(ids);
});

it('takes little memory for few entities', () => {
  const before = process.memoryUsage().arrayBuffers;
  const payloads = new PayloadCollector();
  payloads.add(invented({ id: 'one' }));
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1024 * 1024);
  expect(new PayloadReader(payloads.freeze()).idOf(0)).toBe('one');
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
