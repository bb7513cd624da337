import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { formatted } from '../../../tools/formatted.mjs';
import { guideFile, withExplainedHits } from '../tools/explained-hits.ts';

it('the guide explains hits as the command prints them; write-explained-hits.ts writes them', async () => {
  const root = path.resolve(import.meta.dirname, '../../..');
  const file = path.join(root, guideFile);
  const guide = readFileSync(file, 'utf8');
  expect(await formatted(file, withExplainedHits(guide, root))).toBe(guide);
});
