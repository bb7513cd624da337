import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { engineVersion, versionOf } from './engine-version.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'engine-version-'));
afterAll(() => rmSync(folder, { recursive: true }));

const write = (name: string, text: string): void => writeFileSync(path.join(folder, name), text);

it('changes with code, constants, and any byte or name of a table or model', () => {
  write('titles.txt', 'dr\n');
  const first = versionOf(1, [3], [folder]);
  expect(first).toMatch(/^1\.[0-9a-f]{12}$/);
  expect(versionOf(1, [3], [folder])).toBe(first);
  const others = [versionOf(2, [3], [folder]), versionOf(1, [4], [folder])];
  write('titles.txt', 'dr\n\n');
  others.push(versionOf(1, [3], [folder]));
  write('titles.txt', 'dr\n');
  write('empty.txt', '');
  others.push(versionOf(1, [3], [folder]));
  expect(new Set([first, ...others]).size).toBe(5);
});

it('is one text for as long as the program runs', () => {
  expect(engineVersion()).toMatch(/^\d+\.[0-9a-f]{12}$/);
  expect(engineVersion()).toBe(engineVersion());
});
