// Builds the browser SDK, a package to install or publish: dist/sdk/<version>/countersign.{js,mjs,cjs,d.ts}, and integrity.json with
// the digest of each script.
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rolldown } from 'rolldown';
import { at, bin, run } from './project.mjs';

/** File ending to the format of the bundler. */
const formats = { js: 'iife', mjs: 'esm', cjs: 'cjs' };

/** The declarations in one file: those of `api.ts`, which imports nothing, plus the one function. */
async function declarations() {
  const folder = at('.build/sdk-types');
  rmSync(folder, { recursive: true, force: true });
  const project = ['-p', at('packages/sdk'), '--outDir', folder];
  if ((await run(bin('tsc'), project)) !== 0)
    throw new Error('The declarations of the SDK could not be written.');
  const api = readFileSync(`${folder}/src/api.d.ts`, 'utf8');
  return `${api}/** Opens the flow in a frame. @throws CountersignError */
export declare const createFrame: CreateFrame;
export as namespace Countersign;
declare global {
    interface Window {
        /** What the script of the SDK leaves there once it has loaded. */
        Countersign?: {
            createFrame: CreateFrame;
            CountersignError: typeof CountersignError;
            MESSAGES: typeof MESSAGES;
        };
    }
}
`;
}

/** Writes all files of the version in `packages/sdk/package.json`; syntax at most ES2019. */
export async function bundleSdk() {
  const own = JSON.parse(readFileSync(at('packages/sdk/package.json'), 'utf8'));
  const { name, version, description, license } = own;
  const folder = at('dist/sdk', version);
  mkdirSync(folder, { recursive: true });
  const build = await rolldown({
    input: at('packages/sdk/src/index.ts'),
    platform: 'browser',
    cwd: at(),
    transform: { target: 'es2019' },
    logLevel: 'warn',
  });
  const integrity = {};
  for (const [ending, format] of Object.entries(formats)) {
    const { output } = await build.generate({
      format,
      name: 'Countersign',
      minify: true,
      generatedCode: { symbols: false },
    });
    const file = `countersign.${ending}`;
    writeFileSync(`${folder}/${file}`, output[0].code);
    integrity[file] = `sha384-${createHash('sha384').update(output[0].code).digest('base64')}`;
  }
  await build.close();
  writeFileSync(`${folder}/countersign.d.ts`, await declarations());
  const [types, require, standard] = ['d.ts', 'cjs', 'mjs'].map((ending) => `./countersign.${ending}`);
  const manifest = {
    name,
    version,
    description,
    license,
    sideEffects: false,
    // As in bundle-client.mjs.
    main: require,
    types,
    exports: { '.': { types, require, default: standard }, './package.json': './package.json' },
  };
  writeFileSync(`${folder}/package.json`, `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(at('LICENSE'), `${folder}/LICENSE`);
  cpSync(at('packages/sdk/README.md'), `${folder}/README.md`);
  writeFileSync(`${folder}/integrity.json`, `${JSON.stringify(integrity, null, 2)}\n`);
}
