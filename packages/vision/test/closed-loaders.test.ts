import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');

it('opens JPEG, PNG and WebP and nothing else once the loaders are closed (S12)', async () => {
  const main = path.join(root, 'packages/vision/test/closed-loaders-main.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [path.join(root, 'tools/run-ts.mjs'), main]);
  expect(stdout.trim()).toBe('jpeg png webp');
});
