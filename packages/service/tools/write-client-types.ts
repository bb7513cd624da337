// npm run client-types: writes packages/client/src/wire.ts and fixtures.ts. A test fails while they differ.
import fs from 'node:fs';
import path from 'node:path';
import prettier from 'prettier';
import { clientFixtures, clientTypes } from './client-types.ts';

const written = { 'wire.ts': clientTypes(), 'fixtures.ts': clientFixtures() };
for (const [name, source] of Object.entries(written)) {
  const file = path.resolve('packages/client/src', name);
  const options = await prettier.resolveConfig(file);
  fs.writeFileSync(file, await prettier.format(source, { ...options, filepath: file }));
}
