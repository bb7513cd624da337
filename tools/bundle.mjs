// Bundles our TypeScript into something Node can run: workspace packages are bundled, npm packages are not, except those
// with many small files.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { bundledPackages, runtimeClosure } from './checks/runtime-closure.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/**
 * TypeBox alone has 680 files, which every start of a program would open: 0.3 s of CPU. The others have 450 in total, another
 * 0.2 s. Packages that locate files beside their code (native ones, `@electric-sql/pglite`, `piscina`, `pino`) cannot be
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

/**
 * Of the passkey package, only the code that reads authenticators' bytes is needed; the rest verifies the make of an authenticator, with 21
 * more packages. Loading its modules has no side effects, so unused ones are left out.
 */
const withoutEffects = [{ test: /node_modules\/@simplewebauthn\/server\//, sideEffects: false }];

/** Name of the npm package at the beginning of a specifier, or of a path below node_modules. */
const packageOf = (place) => place.split('/', place.startsWith('@') ? 2 : 1).join('/');

/** Fails the build if the bundle contains code of an undeclared package, or loads a package installed only for development. @throws Error */
function refuseUncounted(output) {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const counted = new Set([...runtimeClosure(lock).values()].map(({ name }) => name));
  const held = output
    .flatMap(({ modules = {} }) => Object.entries(modules))
    .filter(([id, { renderedLength }]) => id.includes('node_modules/') && renderedLength > 0)
    .map(([id]) => packageOf(id.split('node_modules/').at(-1)));
  const loaded = output
    .flatMap(({ imports = [], dynamicImports = [] }) => [...imports, ...dynamicImports])
    .map(packageOf);
  const wrong = [
    ...held.filter((name) => !counted.has(name)),
    ...loaded.filter((name) => lock.packages[`node_modules/${name}`]?.dev === true),
  ];
  if (wrong.length > 0)
    throw new Error(
      `bundle: must hold only packages that tools/checks/runtime-closure.mjs counts and load none of development, but has ${[...new Set(wrong)].sort().join(', ')}`,
    );
}

/** A call of `failpoint` and its import, in the only permitted form: on a separate line. */
const failpointLine =
  /^(?:[ \t]*await failpoint\('[a-z-]+'\);|import \{ failpoint \} from '(?:\.{1,2}\/)+runtime\/failpoint\.ts';)$/gm;

/** Removes failpoints; fails the build if one has a different form. */
const withoutFailpoints = {
  name: 'without-failpoints',
  resolveId: (source) =>
    source.endsWith('/failpoint.ts')
      ? path.join(root, 'packages/service/src/runtime/without-failpoints.ts')
      : null,
  transform(code, id) {
    if (!id.endsWith('.ts') || !code.includes('/failpoint.ts')) return null;
    // The lines are emptied, not removed, so that all positions stay the same and no new source map is needed.
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
 * @param {{ inlined?: string[], failpoints?: boolean, counted?: boolean }} options `inlined`: further npm packages to bundle; `failpoints`: keep them,
 * for the test bundle only; `counted`: reject undeclared packages, for bundles that an installation runs
 */
export async function bundle(entries, outDir, { inlined = [], failpoints = false, counted = false } = {}) {
  const isOurs = (id) => id.startsWith('.') || path.isAbsolute(id) || id.startsWith('@countersign/');
  const isInlined = (id) =>
    [...manyFiles, ...bundledPackages, ...inlined].some((name) => id === name || id.startsWith(`${name}/`));
  const build = await rolldown({
    input: entries,
    platform: 'node',
    cwd: root,
    external: (id) => !isOurs(id) && !isInlined(id),
    transform: { target: 'node20' },
    treeshake: { moduleSideEffects: withoutEffects },
    plugins: failpoints ? [] : [withoutFailpoints],
    logLevel: 'warn',
  });
  const { output } = await build.write({
    dir: outDir,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: 'chunks/[name]-[hash].mjs',
    sourcemap: true,
  });
  await build.close();
  if (counted) refuseUncounted(output);
}
