// npm run client-types: writes packages/client/src/wire.ts and fixtures.ts, and the examples into docs/guides/client.md. A test fails
// while they differ.
import fs from 'node:fs';
import path from 'node:path';
import prettier from 'prettier';
import { clientFixtures, clientTypes, withExamples } from './client-types.ts';

const guide = fs.readFileSync('docs/guides/client.md', 'utf8');
const written = {
  'packages/client/src/wire.ts': clientTypes(),
  'packages/client/src/fixtures.ts': clientFixtures(),
  'docs/guides/client.md': withExamples(guide, (file) => fs.readFileSync(file, 'utf8')),
};
for (const [name, text] of Object.entries(written)) {
  const file = path.resolve(name);
  const options = await prettier.resolveConfig(file);
  fs.writeFileSync(file, await prettier.format(text, { ...options, filepath: file }));
}
