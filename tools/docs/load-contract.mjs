// The contract package as one module, for tools that run without a build.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { at } from '../project.mjs';

/** What `packages/contract/src/index.ts` exports. @param {string} file name below .build/ of the bundle */
export async function loadContract(file) {
  const bundle = at('.build', file);
  const build = await rolldown({
    input: at('packages/contract/src/index.ts'),
    platform: 'node',
    logLevel: 'warn',
  });
  await build.write({ file: bundle, format: 'esm' });
  await build.close();
  const digest = createHash('sha256').update(readFileSync(bundle)).digest('hex');
  return import(`${pathToFileURL(bundle).href}?${digest}`);
}
