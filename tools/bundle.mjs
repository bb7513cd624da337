// One way to turn our TypeScript into something Node runs: workspace packages are bundled, npm packages are not, but for those
// of many small files.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/**
 * TypeBox alone is 680 files, which every start of a program would open: 0.3 s of a processor. The others are 450 together, 0.2 s
 * more. Packages that find files of their own beside their code (native ones, `@electric-sql/pglite`, `piscina`, `pino`) cannot be
 * bundled.
 */
const manyFiles = [
  'typebox',
  '@opentelemetry/api',
  'csv-parse',
  'pg',
  'prom-client',
  'saxes',
  'undici',
  'yaml',
];

/** A call of `failpoint` and its import, in the only form in which they may be written: as a line of their own. */
const failpointLine =
  /^(?:[ \t]*await failpoint\('[a-z-]+'\);|import \{ failpoint \} from '(?:\.{1,2}\/)+runtime\/failpoint\.ts';)$/gm;

/** Leaves failpoints out; ends the build where one is written in another form. */
const withoutFailpoints = {
  name: 'without-failpoints',
  resolveId: (source) =>
    source.endsWith('/failpoint.ts')
      ? path.join(root, 'packages/service/src/runtime/without-failpoints.ts')
      : null,
  transform(code, id) {
    if (!id.endsWith('.ts') || !code.includes('/failpoint.ts')) return null;
    // The lines are emptied, not removed, so every other position stays and no new source map is needed.
    const left = code.replace(failpointLine, '');
    if (/\bfailpoint\(/.test(left))
      throw new Error(`${id}: failpoint: must be a line of its own: await failpoint('name');`);
    return { code: left, map: null };
  },
};

/**
 * Bundles each entry into `<outDir>/<name>.mjs`.
 * @param {Record<string, string>} entries output name to absolute path of the TypeScript entry
 * @param {string} outDir absolute directory
 * @param {{ inlined?: string[], failpoints?: boolean }} options `inlined`: further npm packages to bundle; `failpoints`: keep them,
 *   for the test bundle only
 */
export async function bundle(entries, outDir, { inlined = [], failpoints = false } = {}) {
  const isOurs = (id) => id.startsWith('.') || path.isAbsolute(id) || id.startsWith('@countersign/');
  const isInlined = (id) =>
    [...manyFiles, ...inlined].some((name) => id === name || id.startsWith(`${name}/`));
  const build = await rolldown({
    input: entries,
    platform: 'node',
    cwd: root,
    external: (id) => !isOurs(id) && !isInlined(id),
    transform: { target: 'node20' },
    plugins: failpoints ? [] : [withoutFailpoints],
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
