import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { specimenPack } from '../../src/http/specimen-pack.ts';

describe('the specimen pack', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'countersign-pack-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** The page of a pack that this script draws; it notes each of its starts in a file. */
  function packOf(script: string) {
    const [file, program] = [path.join(folder, 'pack.zip'), path.join(folder, 'program.mjs')];
    const start = `import fs from 'node:fs'; const file = process.argv[2]; fs.appendFileSync(file + '.starts', 'x');`;
    writeFileSync(program, `${start} ${script}`);
    const page = specimenPack({ file, program });
    return {
      look: async () => page('', {} as IncomingMessage),
      starts: () => readFileSync(`${file}.starts`, 'utf8'),
    };
  }

  it('is drawn once when it is first requested; requests meanwhile get 503 with Retry-After', async () => {
    const { look, starts } = packOf(`fs.writeFileSync(file, 'archive');`);
    const first = await look();
    expect([first.status, first.headers?.['retry-after']]).toEqual([503, '5']);
    await look();
    await expect.poll(async () => (await look()).status).toBe(200);
    const { type, body, headers } = await look();
    expect([type, String(body), headers?.['content-disposition']]).toEqual([
      'application/zip',
      'archive',
      'attachment; filename="countersign-specimens.zip"',
    ]);
    expect(starts()).toBe('x');
  });

  it('is not tried again after its program failed, and the error has its last words', async () => {
    const { look, starts } = packOf(`console.error('no fonts'); process.exit(3);`);
    await look();
    await expect
      .poll(() => look().then(({ status }) => status, String))
      .toMatch(/^Error: specimen pack: the program must exit with 0, not 3; no fonts/);
    expect(starts()).toBe('x');
  });
});
