// npm run client-types: writes packages/client/src/wire.ts and fixtures.ts, and the examples into guides. A test fails
// while they differ.
import fs from 'node:fs';
import path from 'node:path';
import { formatted } from '../../../tools/formatted.mjs';
import { clientFixtures, clientTypes, guidesWithExamples, withExamples } from './client-types.ts';

const written = {
  'packages/client/src/wire.ts': clientTypes(),
  'packages/client/src/fixtures.ts': clientFixtures(),
  ...Object.fromEntries(
    guidesWithExamples.map((guide) => [
      guide,
      withExamples(fs.readFileSync(guide, 'utf8'), (file) => fs.readFileSync(file, 'utf8')),
    ]),
  ),
};
for (const [name, text] of Object.entries(written)) {
  const file = path.resolve(name);
  fs.writeFileSync(file, await formatted(file, text));
}
