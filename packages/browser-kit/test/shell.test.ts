import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findShell } from '../src/installed.ts';

describe('Chromium without its windows', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-shell-'));
    await fs.writeFile(path.join(folder, 'chromium-headless-shell'), '');
  });
  afterAll(() => fs.rm(folder, { recursive: true, force: true }));

  it('is what tests of a day start, where it is installed', () => {
    const PATH = `/nowhere${path.delimiter}${folder}`;
    expect(findShell({ VITEST: 'true', PATH })).toBe(path.join(folder, 'chromium-headless-shell'));
    expect(findShell({ VITEST: 'true', PATH: '/nowhere' })).toBeNull();
  });

  it('is not what programs start, nor tests of a night', () => {
    expect(findShell({ PATH: folder })).toBeNull();
    expect(findShell({ VITEST: 'true', NIGHTLY: '1', PATH: folder })).toBeNull();
  });
});
