import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultOptions } from '../src/model/screener.ts';
import { buildSnapshot } from '../src/search/build/build-snapshot.ts';
import { createIndexScreener } from '../src/search/index-screener.ts';
import { readSnapshot, RefusedSnapshot, writeSnapshot } from '../src/snapshot/snapshot-file.ts';
import { openShared, shareSnapshot } from '../src/snapshot/snapshot.ts';
import { RandomLists } from './support/random-lists.ts';

const directory = mkdtempSync(join(tmpdir(), 'snapshot-'));
const path = join(directory, 'lists.snapshot');
const entities = new RandomLists(5).entities(60);
const snapshot = buildSnapshot(entities, { engine: 'test', sources: [] });

beforeAll(() => writeSnapshot(snapshot, path));
afterAll(() => rmSync(directory, { recursive: true }));

describe('a snapshot file', () => {
  test('returns what was written, byte for byte', () => {
    const read = readSnapshot(path);
    expect(read.manifest).toEqual(snapshot.manifest);
    for (const [name, section] of Object.entries(snapshot.sections)) {
      expect([name, read.sections[name as keyof typeof read.sections]]).toEqual([name, section]);
    }
  });

  test('is the same for the same entities', () => {
    const again = join(directory, 'again.snapshot');
    writeSnapshot(buildSnapshot(new RandomLists(5).entities(60), { engine: 'test', sources: [] }), again);
    expect(readFileSync(again).equals(readFileSync(path))).toBe(true);
  });

  test('holds every section at a multiple of 64 bytes and nothing behind the last checksum', () => {
    const bytes = readFileSync(path);
    const table = bytes.readDoubleLE(24);
    const sections = bytes.readUInt32LE(16);
    expect(table % 64).toBe(0);
    expect(bytes.length).toBe(table + sections * 128 + 32);
    for (let row = 0; row < sections; row += 1)
      expect(bytes.readDoubleLE(table + row * 128 + 56) % 64).toBe(0);
  });

  test('is refused with any byte flipped, unless only padding was hit', () => {
    const bytes = readFileSync(path);
    const damaged = join(directory, 'damaged.snapshot');
    const original = JSON.stringify(readSnapshot(path).manifest);
    for (let at = 0; at < bytes.length; at += 997) {
      const copy = Buffer.from(bytes);
      copy[at] = (copy[at] as number) ^ 0x10;
      writeFileSync(damaged, copy);
      let outcome = 'refused';
      try {
        outcome = JSON.stringify(readSnapshot(damaged).manifest);
      } catch (error) {
        expect(error).toBeInstanceOf(RefusedSnapshot);
      }
      expect(['refused', original]).toContain(outcome);
    }
  });

  const cases: [string, (bytes: Buffer) => Buffer, string][] = [
    ['an empty file', () => Buffer.alloc(0), 'too short'],
    ['another file', () => Buffer.alloc(4096, 'x'), 'not a snapshot'],
    ['a file cut short', (bytes) => bytes.subarray(0, bytes.length - 1), 'cut short'],
    [
      'a file with something behind it',
      (bytes) => Buffer.concat([bytes, Buffer.from('x')]),
      'behind its end',
    ],
    ['another byte order', (bytes) => Buffer.from(bytes).fill(1, 8, 9), 'byte order'],
    ['another format', (bytes) => Buffer.from(bytes).fill(9, 12, 13), 'format 9'],
    ['a damaged section', (bytes) => Buffer.from(bytes).fill(0xff, 64, 66), 'wrong checksum'],
  ];
  test.each(cases)('refuses %s', (_, damage, message) => {
    const damaged = join(directory, 'refused.snapshot');
    writeFileSync(damaged, damage(readFileSync(path)));
    expect(() => readSnapshot(damaged)).toThrow(RefusedSnapshot);
    expect(() => readSnapshot(damaged)).toThrow(message);
  });

  test('answers like the snapshot it was written from, read or shared', () => {
    const ask = { name: entities[7]?.names[0]?.text ?? '' };
    const expected = createIndexScreener(snapshot).screen(ask, defaultOptions);
    expect(createIndexScreener(readSnapshot(path)).screen(ask, defaultOptions)).toEqual(expected);
    expect(createIndexScreener(openShared(shareSnapshot(snapshot))).screen(ask, defaultOptions)).toEqual(
      expected,
    );
  });
});
