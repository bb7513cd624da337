// Builds the client library as a package to publish: dist/client with ES modules, CommonJS, declarations, licence and README.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { at, bin, run } from './project.mjs';

const entries = { index: at('packages/client/src/index.ts'), testing: at('packages/client/src/testing.ts') };

/** Maximum gzip size of the script that a server loads; its tests also load the other entry. @see docs/guides/client.md */
const most = 12_288;

async function writeScripts(folder) {
  const build = await rolldown({
    input: entries,
    platform: 'neutral',
    cwd: at(),
    transform: { target: 'es2022' },
    logLevel: 'warn',
  });
  for (const [format, ending] of [
    ['esm', 'mjs'],
    ['cjs', 'cjs'],
  ]) {
    await build.write({
      dir: folder,
      format,
      entryFileNames: `[name].${ending}`,
      chunkFileNames: `shared.${ending}`,
      cleanDir: false,
    });
  }
  await build.close();
}

async function writeDeclarations(folder) {
  const out = at('.build/client-types');
  rmSync(out, { recursive: true, force: true });
  if ((await run(bin('tsc'), ['-p', at('packages/client'), '--outDir', out])) !== 0)
    throw new Error('The declarations of the client could not be written.');
  cpSync(`${out}/src`, `${folder}/types`, { recursive: true });
}

// Without `type`, the declarations work for programs of both module kinds; the scripts have explicit extensions.
const describe = ({ name, version, description, license }) => ({
  name,
  version,
  description,
  license,
  sideEffects: false,
  engines: { node: '>=20.3' },
  // For tools that do not read `exports`: TypeScript with CommonJS and no `moduleResolution`, older bundlers.
  main: './index.cjs',
  types: './types/index.d.ts',
  typesVersions: { '*': { testing: ['./types/testing.d.ts'] } },
  exports: {
    ...Object.fromEntries(
      Object.keys(entries).map((entry) => [
        entry === 'index' ? '.' : `./${entry}`,
        {
          types: `./types/${entry}.d.ts`,
          require: `./${entry}.cjs`,
          default: `./${entry}.mjs`,
        },
      ]),
    ),
    './package.json': './package.json',
  },
});

/** Writes dist/client. @returns {Promise<number>} bytes of the script with gzip @throws Error above the limit */
export async function bundleClient() {
  const folder = at('dist/client');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await writeScripts(folder);
  await writeDeclarations(folder);
  const own = JSON.parse(readFileSync(at('packages/client/package.json'), 'utf8'));
  writeFileSync(`${folder}/package.json`, `${JSON.stringify(describe(own), null, 2)}\n`);
  cpSync(at('LICENSE'), `${folder}/LICENSE`);
  cpSync(at('packages/client/README.md'), `${folder}/README.md`);
  const script = ['index.mjs', 'shared.mjs'].map((file) => readFileSync(`${folder}/${file}`));
  const bytes = gzipSync(Buffer.concat(script)).length;
  if (bytes > most) throw new Error(`client library: must be at most ${most} bytes with gzip, not ${bytes}`);
  return bytes;
}
