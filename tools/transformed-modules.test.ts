import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeOldModules, transformedModules } from './transformed-modules.mjs';

let directory = '';
beforeEach(() => (directory = fs.mkdtempSync(path.join(os.tmpdir(), 'modules-'))));
afterEach(() => fs.rmSync(directory, { recursive: true }));

it('lies in the folder of what is made, by the manifests of the packages', () => {
  expect(path.relative(process.cwd(), transformedModules())).toMatch(
    /^\.build\/vitest-modules-[0-9a-f]{16}$/,
  );
  expect(transformedModules()).toBe(transformedModules());
});

it('loses what was kept for other manifests, and what has become too large, and nothing else', () => {
  const present = path.join(directory, 'vitest-modules-0000000000000001');
  for (const name of ['vitest-modules-0000000000000001', 'vitest-modules-0000000000000002', 'test-bundle']) {
    fs.mkdirSync(path.join(directory, name));
    fs.writeFileSync(path.join(directory, name, 'a'), 'x'.repeat(100));
  }
  removeOldModules({ directory, present, limit: 100 });
  expect(fs.readdirSync(directory)).toEqual(['test-bundle', 'vitest-modules-0000000000000001']);
  removeOldModules({ directory, present, limit: 99 });
  expect(fs.readdirSync(directory)).toEqual(['test-bundle']);
});
