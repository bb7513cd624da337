// One way to turn our TypeScript into something Node runs: workspace packages are bundled, npm packages are not.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/**
 * Bundles each entry into `<outDir>/<name>.mjs`.
 * @param {Record<string, string>} entries output name to absolute path of the TypeScript entry
 * @param {string} outDir absolute directory
 */
export async function bundle(entries, outDir) {
  const build = await rolldown({
    input: entries,
    platform: 'node',
    cwd: root,
    external: (id) => !id.startsWith('.') && !path.isAbsolute(id) && !id.startsWith('@countersign/'),
    transform: { target: 'node20' },
    logLevel: 'warn',
  });
  await build.write({
    dir: outDir,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: 'chunks/[name]-[hash].mjs',
    sourcemap: true,
  });
  await build.close();
}
