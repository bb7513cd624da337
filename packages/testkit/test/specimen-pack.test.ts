import { drawPlace } from '@countersign/specimens';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { rowsByDay } from '../../service/test/support/engines.ts';
import { startQuickService } from './support/quick-database.ts';
import { describeService } from './support/each-engine.ts';
import { outcomeOf, specimenRows } from './support/specimen-table.ts';

/** By day one of them; all of them by night. */
const tried = rowsByDay(['ine/blurred', 'cedula/forged'], (name) => name === 'cedula/forged');
const rows = specimenRows().map(({ place, outcome }) => ({
  name: `${place.document}/${place.state}`,
  place,
  outcome,
}));

describeService(
  'the specimen pack',
  (running) => {
    it.each(rows.filter(({ name }) => tried.includes(name)))(
      'gives on a test integration for $name: $outcome',
      async ({ place, outcome }) => {
        expect(await outcomeOf(running(), await drawPlace(place))).toBe(outcome);
      },
    );
  },
  { env: { VISION_TEXT_ENGINE: 'auto' } },
);

it('is downloaded from the documents, under the version that drew it, and not without them', async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'countersign-pack-'));
  const manifest = await readFile(path.resolve(import.meta.dirname, '../../../package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  await writeFile(path.join(dataDir, `specimens-${version}.zip`), 'archive');
  for (const [documents, status] of [
    ['true', 200],
    ['false', 404],
  ] as const) {
    const service = await startQuickService({ dataDir, roles: ['api'], env: { DOCUMENTS: documents } });
    const answer = await fetch(`${service.url}/docs/specimens.zip`);
    expect(answer.status).toBe(status);
    if (status === 200) expect(await answer.text()).toBe('archive');
    await service.close();
  }
  await rm(dataDir, { recursive: true, force: true });
});
