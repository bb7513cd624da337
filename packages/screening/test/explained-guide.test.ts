import { readFileSync } from 'node:fs';
import path from 'node:path';
import prettier from 'prettier';
import { expect, it } from 'vitest';
import { guideFile, withExplainedHits } from '../tools/explained-hits.ts';

it('the guide explains hits as the command prints them; write-explained-hits.ts writes them', async () => {
  const root = path.resolve(import.meta.dirname, '../../..');
  const file = path.join(root, guideFile);
  const guide = readFileSync(file, 'utf8');
  const options = await prettier.resolveConfig(file);
  expect(await prettier.format(withExplainedHits(guide, root), { ...options, filepath: file })).toBe(guide);
});
