import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeRunDirectory, removeLeft, testPlace } from './test-place.mjs';

const place = mkdtempSync(path.join(os.tmpdir(), 'countersign-place-'));
afterAll(() => rmSync(place, { recursive: true }));

describe('the directory of a run', () => {
  it('is in the configured place', () => {
    expect(testPlace({ TEST_TMPDIR: '/one', TMPDIR: '/two' })).toBe('/one');
    expect(testPlace({ TMPDIR: '/two' })).toBe(os.tmpdir());
    expect([os.tmpdir(), '/dev/shm']).toContain(testPlace({}));
  });

  it('is removed when its process is gone, and nothing else is', () => {
    const { pid: gone } = spawnSync(process.execPath, ['--version']);
    const left = path.join(place, `countersign-tests-${gone}-aB3dE6`);
    const others = [`other-${gone}-aB3dE6`, `countersign-tests-${gone}`].map((name) =>
      path.join(place, name),
    );
    for (const directory of [left, ...others]) mkdirSync(directory);
    const own = makeRunDirectory(place);
    removeLeft(place);
    expect([left, own, ...others].map((directory) => existsSync(directory))).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });
});
