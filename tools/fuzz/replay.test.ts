import { existsSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readCorpus } from './corpus.mjs';
import { usualBudget } from './search.mjs';
import { fuzzTargets } from './targets.mjs';

interface Target {
  fuzz: (input: Buffer) => void | Promise<void>;
  seeds: readonly (string | Uint8Array)[];
  budget?: { baseMs: number; perByteUs: number };
}

const targets = fuzzTargets();
/** Allows for a busy machine, and for a first run of code that is not compiled yet. */
const patience = 20;
const largestCorpora = 1_500_000;

describe('fuzz targets hold for every recorded input', () => {
  it.each(targets.map((target) => [target.name, target] as const))('%s', async (_name, { file, corpus }) => {
    const target = (await import(/* @vite-ignore */ file)) as Target;
    const { baseMs, perByteUs } = target.budget ?? usualBudget;
    const inputs = [...target.seeds.map((seed) => Buffer.from(seed)), ...readCorpus(corpus)];
    expect(inputs.length).toBeGreaterThan(target.seeds.length);
    for (const input of inputs) {
      const startedAt = performance.now();
      await target.fuzz(Buffer.from(input));
      const ms = performance.now() - startedAt;
      const allowed = patience * (baseMs + (input.length * perByteUs) / 1000);
      if (ms > allowed) expect.fail(`${ms.toFixed(0)} ms for ${JSON.stringify(input.toString('latin1'))}`);
    }
  });

  it('there is one for every kind of untrusted input, and the corpora stay small', () => {
    expect(targets.map(({ name }) => name)).toEqual([
      'addresses',
      'barcode-payload',
      'dates',
      'evidence',
      'film',
      'id-tokens',
      'list-csv',
      'list-ftm',
      'list-xml',
      'logo',
      'media-body',
      'mrz-text',
      'passkeys',
      'picture-file',
      'picture-header',
      'picture-reply',
      'registry-answer',
      'request-bodies',
      'session-token',
      'strict-json',
    ]);
    const bytes = targets.map(({ corpus }) => (existsSync(corpus) ? statSync(corpus).size : 0));
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(largestCorpora);
  });
});
