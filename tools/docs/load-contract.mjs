// The contract package as one module, for tools that run without a build.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { at } from '../project.mjs';

/** Loads the exports of `packages/contract/src/index.ts`. @param {string} file name of the bundle below .build/ */
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
