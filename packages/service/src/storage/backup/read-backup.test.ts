import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFacts } from './read-backup.ts';

let directory: string;
beforeAll(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-facts-'));
});
afterAll(() => fs.rmSync(directory, { recursive: true }));

const facts = { form: 1, release: '0.1.0', engine: 'postgres', at: '2026-11-20T10:00:00.000Z' };

async function readText(text: string) {
  fs.writeFileSync(path.join(directory, 'backup.json'), text);
  return readFacts(directory);
}

describe('the facts of a backup', () => {
  it('are read, also those of an earlier release without an id', async () => {
    await expect(readText(JSON.stringify(facts))).resolves.toEqual(facts);
  });

  it('of another form are rejected, naming a newer release as the way out', async () => {
    await expect(readText(JSON.stringify({ ...facts, form: 2 }))).rejects.toThrow(
      `${directory}: must be of form 1, not 2; use a newer release`,
    );
  });

  it.each([
    ['cut off', JSON.stringify(facts).slice(0, 20)],
    ['empty', ''],
    ['null', 'null'],
    ['without an engine', JSON.stringify({ ...facts, engine: undefined })],
    ['of an unknown engine', JSON.stringify({ ...facts, engine: 'mysql' })],
  ])('that are %s are rejected as damaged', async (_, text) => {
    await expect(readText(text)).rejects.toThrow(
      `${directory}: must be a whole backup; its backup.json is damaged`,
    );
  });

  it('that are not there are rejected', async () => {
    fs.rmSync(path.join(directory, 'backup.json'));
    await expect(readFacts(directory)).rejects.toThrow(
      `${directory}: must be a backup; there is no backup.json in it`,
    );
  });
});
