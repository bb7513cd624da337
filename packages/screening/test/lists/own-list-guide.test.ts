import { readFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { summary } from './entity-summary.ts';
import { readOne } from './read-fixture.ts';

const guide = readFileSync(new URL('../../../../docs/guides/screening.md', import.meta.url), 'utf8');

it('reads the entry that the guide shows for a list of one’s own', async () => {
  const block = guide
    .split('```json\n')
    .map((part) => part.split('\n```')[0] ?? '')
    .find((text) => text.startsWith('{\n  "id": "house-17"'));
  const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'countersign-guide-'));
  const file = path.join(directory, 'house.jsonl');
  await fs.writeFile(file, `${JSON.stringify(JSON.parse(block ?? ''))}\n`);
  const { byId, report } = await readOne({ format: 'native', paths: [file] });
  await fs.rm(directory, { recursive: true });
  expect(report).toMatchObject({ entities: 1, rejected: 0, unknown: {} });
  expect(summary(byId.get('house-17'))).toEqual({
    schema: 'Person',
    names: [
      'primary: Tarvin Oskeld Brennmark (Tarvin Oskeld | Brennmark)',
      'alias: T. O. Brennmark',
      'weak: The Ferryman',
    ],
    birth: ['1968-03-12'],
    gender: 'M',
    countries: ['BY nationality', 'LV residence'],
    identifiers: ['passport ZX4410097 BY'],
    listings: ['WARNINGS Chargebacks 2026-03-01'],
    associates: ['Ysolde Katterfeld'],
  });
});
