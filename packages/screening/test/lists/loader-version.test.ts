import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { loaderVersion, type SourceFormat } from '../../src/lists/read-sources.ts';
import { fixture, readOne } from './read-fixture.ts';

const files: readonly [SourceFormat, ...string[]][] = [
  ['ftm', 'invented.entities.ftm.json'],
  ['targets-simple', 'targets.simple.csv'],
  ['ofac-csv', 'sdn.csv', 'alt.csv', 'add.csv', 'sdn_comments.csv'],
  ['ofac-xml', 'sdn.xml'],
  ['ofac-advanced', 'sdn_advanced.xml'],
  ['un-xml', 'un.xml'],
  ['eu-xml', 'eu.xml'],
  ['uk-xml', 'uk.xml'],
  ['csl-csv', 'csl.csv'],
  ['senzing', 'senzing.jsonl'],
  ['native', 'house.jsonl'],
  ['native', 'house.csv'],
  ['names', 'names.txt'],
];

// Lists whose files stay the same are built anew only where the version is another one.
it('is raised where loaders read the same files differently', async () => {
  const digest = createHash('sha256');
  for (const [format, ...names] of files) {
    const { byId } = await readOne({ format, paths: names.map(fixture) });
    digest.update(JSON.stringify([...byId.values()]));
  }
  expect([loaderVersion, digest.digest('hex').slice(0, 16)]).toEqual([4, '9d68b2bfa5c5b208']);
});
