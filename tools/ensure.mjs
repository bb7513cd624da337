// Makes a clone ready to run: packages, model files, the bundled service. Fast when nothing is missing.
import { existsSync, rmSync } from 'node:fs';
import { install } from './install.mjs';
import { at, filesBelow, fingerprint, isCurrent, run, secondsSince, stamp } from './project.mjs';

const isSource = (file) => /\.(ts|js|mjs)$/.test(file) && !file.endsWith('.test.ts');

/** Sources of the bundle in `dist/`. */
export const bundledPackages = [
  'contract',
  'command-line',
  'outbound',
  'findings',
  'core',
  'vision',
  'screening',
  'registries',
  'registry-simulator',
  'specimens',
  'service',
];
/** Bundles by name; the first is the program, the others are started by it. */
const entries = {
  countersign: 'packages/service/src/bin/countersign.ts',
  'vision-process': 'packages/service/src/vision/vision-process.ts',
  'vision-thread': 'packages/service/src/vision/vision-thread.ts',
  'password-thread': 'packages/service/src/signing/password-thread.ts',
  evaluate: 'packages/vision/tools/evaluate.ts',
  screening: 'packages/screening/src/commands/main.ts',
  'specimen-pack': 'packages/specimens/tools/specimen-pack.ts',
  'screening-thread': 'packages/screening/src/threads/screening-thread.ts',
  'snapshot-thread': 'packages/screening/src/threads/snapshot-thread.ts',
  'names-thread': 'packages/screening/src/threads/names-thread.ts',
  'ftm-thread': 'packages/screening/src/threads/ftm-thread.ts',
  'customer-thread': 'packages/screening/src/threads/customer-thread.ts',
  'write-command-table': 'packages/service/tools/write-command-table.ts',
};
const modelBuilder = 'packages/vision/tools/build-models.ts';
const modelSources = (file) => isSource(file) && !/\/mrz[^/]*$/.test(file);

/** Converts the face models if their files are missing or the converter has changed. */
export async function buildModels() {
  if (!existsSync(at(modelBuilder))) return;
  const print = fingerprint([
    ...filesBelow('packages/vision/tools', modelSources),
    'packages/vision/package.json',
  ]);
  const manifest = 'packages/vision/models/manifest.json';
  if (existsSync(at(manifest)) && isCurrent('.build/models.stamp', print)) return;
  const startedAt = performance.now();
  console.log('Converting the face models …');
  const code = await run(process.execPath, [at('tools/run-ts.mjs'), at(modelBuilder)]);
  if (code !== 0 || !existsSync(at(manifest))) throw new Error('The face models could not be converted.');
  stamp('.build/models.stamp', print);
  console.log(`Converted in ${secondsSince(startedAt)} s`);
}

/** Builds everything shipped in `dist/`: if a source is newer, or always when `force` is set. */
export async function buildService({ force = false } = {}) {
  await buildBundles({ force });
  await buildSdk({ force });
  await buildClient({ force });
  await buildDocs({ force });
  await buildFlow({ force });
  await buildPortal({ force });
  await buildConsole({ force });
  await storeInventedList({ force });
}

async function buildBundles({ force }) {
  const print = bundlePrint();
  if (!force && existsSync(at('dist/countersign.mjs')) && isCurrent('dist/.stamp', print)) return;
  const startedAt = performance.now();
  const { bundle } = await import('./bundle.mjs');
  const present = Object.entries(entries).filter(([, file]) => existsSync(at(file)));
  if (present.length === 0) throw new Error(`There is nothing to build: ${entries.countersign} is missing.`);
  // A program with an outdated table reads the verbs themselves until the new one exists.
  rmSync(at('dist/commands.json'), { force: true });
  await bundle(Object.fromEntries(present.map(([name, file]) => [name, at(file)])), at('dist'), {
    counted: true,
  });
  await writeCommandTable('dist');
  stamp('dist/.stamp', print);
  console.log(`Built dist/ in ${secondsSince(startedAt)} s`);
}

/** The verbs as data, next to the program: `commands.json`. */
async function writeCommandTable(directory) {
  // Bundled together with the rest, sharing its chunks: a separate bundle of the service would cost each start of `npm run dev` 2 s.
  const code = await run(process.execPath, [at(directory, 'write-command-table.mjs')]);
  if (code !== 0) throw new Error('The table of commands could not be written.');
}

/** The browser SDK, which the service serves: `dist/sdk/<version>/`. */
async function buildSdk({ force }) {
  const sources = [
    ...filesBelow('packages/sdk/src', isSource),
    'packages/sdk/package.json',
    'tools/bundle-sdk.mjs',
  ];
  const print = fingerprint(sources);
  if (!force && isCurrent('dist/sdk/.stamp', print)) return;
  const { bundleSdk } = await import('./bundle-sdk.mjs');
  await bundleSdk();
  stamp('dist/sdk/.stamp', print);
}

/** The client library as a package: `dist/client/`. */
async function buildClient({ force }) {
  const print = fingerprint([
    ...filesBelow('packages/client', isSource),
    'packages/client/package.json',
    'packages/client/README.md',
    'tools/bundle-client.mjs',
  ]);
  if (!force && isCurrent('dist/.client.stamp', print)) return;
  const { bundleClient } = await import('./bundle-client.mjs');
  console.log(`Built the client library: ${await bundleClient()} bytes with gzip`);
  stamp('dist/.client.stamp', print);
}

/** The documents as pages, which the service serves: `dist/docs/`. */
async function buildDocs({ force }) {
  const isDocument = (file) => /\.(md|png)$/.test(file);
  const print = fingerprint([
    ...filesBelow('docs', isDocument),
    ...filesBelow('spec', isDocument),
    ...filesBelow('examples', isDocument),
    'ARCHITECTURE.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    ...filesBelow('apps/docs/src'),
    ...filesBelow('packages/contract/src', isSource),
    ...filesBelow('tools/docs'),
    'tools/bundle-docs.mjs',
    // Its digests appear in the documentation.
    ...filesBelow('packages/sdk/src', isSource),
  ]);
  if (!force && isCurrent('dist/.docs.stamp', print)) return;
  const { bundleDocs } = await import('./bundle-docs.mjs');
  const { pages, links } = await bundleDocs();
  stamp('dist/.docs.stamp', print);
  console.log(`Built the documents: ${pages} pages, ${links} links between them`);
}

/** The page behind session links, which the service serves: `dist/flow/`. */
async function buildFlow({ force = false } = {}) {
  const sources = [
    ...filesBelow('apps/flow', (file) => /\.(tsx?|css|html|json)$/.test(file) && !file.includes('/test/')),
    ...filesBelow('packages/contract/src', isSource),
    'tools/bundle-flow.mjs',
  ];
  const print = fingerprint(sources);
  if (!force && isCurrent('dist/.flow.stamp', print)) return;
  const { bundleFlow } = await import('./bundle-flow.mjs');
  const { script, style, document, capture, handoff } = await bundleFlow();
  stamp('dist/.flow.stamp', print);
  console.log(
    `Built the flow: ${script} bytes of script, ${style} of style, ${document} of HTML, ${capture} more for the camera, ${handoff} for going on with a phone (gzip)`,
  );
}

const isPageSource = (file) => /\.(tsx?|css|html|svg|json)$/.test(file) && !file.includes('/test/');

/** The customer portal, which the service serves: `dist/portal/`. */
async function buildPortal({ force = false } = {}) {
  const sources = [
    ...['apps/portal', 'packages/browser-ui'].flatMap((folder) => filesBelow(folder, isPageSource)),
    ...filesBelow('packages/contract/src', isSource),
    'tools/bundle-app.mjs',
    'tools/bundle-portal.mjs',
  ];
  const print = fingerprint(sources);
  if (!force && isCurrent('dist/.portal.stamp', print)) return;
  const { bundlePortal } = await import('./bundle-portal.mjs');
  const { first, later, style } = await bundlePortal();
  stamp('dist/.portal.stamp', print);
  const routes = Object.entries(later).map(([name, size]) => `${name} ${size}`);
  console.log(
    `Built the portal: ${first} bytes of script for the first route, ${style} of style; more for ${routes.join(', ')} (gzip)`,
  );
}

/** The operator console, which `countersign console` serves: `dist/console/`. */
async function buildConsole({ force = false } = {}) {
  const sources = [
    ...['apps/console', 'packages/browser-ui'].flatMap((folder) => filesBelow(folder, isPageSource)),
    'tools/bundle-app.mjs',
    'tools/bundle-console.mjs',
  ];
  const print = fingerprint(sources);
  if (!force && isCurrent('dist/.console.stamp', print)) return;
  const { bundleConsole } = await import('./bundle-console.mjs');
  const { first, style } = await bundleConsole();
  stamp('dist/.console.stamp', print);
  console.log(`Built the console: ${first} bytes of script for the first route, ${style} of style (gzip)`);
}

/** Stores the snapshot of the invented list for development starts. Its name shows whether it is up to date. */
async function storeInventedList({ force }) {
  const sources = (file) => /\.(ts|txt|jsonl)$/.test(file) && !file.endsWith('.test.ts');
  const folders = ['src', 'tables', 'models', 'examples'].map((name) => `packages/screening/${name}`);
  const files = [
    ...folders.flatMap((folder) => filesBelow(folder, sources)),
    'packages/service/src/watchlists/invented-list.ts',
  ];
  const print = `${fingerprint(files)} ${process.version}`;
  if (!force && isCurrent('dist/.invented-list.stamp', print)) return;
  const script = at('packages/service/tools/store-invented-list.ts');
  const code = await run(process.execPath, [at('tools/run-ts.mjs'), script]);
  if (code !== 0) throw new Error('The invented list could not be stored.');
  stamp('dist/.invented-list.stamp', print);
}

/** Digest of the bundles' sources, which changes with any of them. */
const bundlePrint = () =>
  fingerprint([
    ...bundledPackages.flatMap((name) => filesBelow(`packages/${name}/src`, isSource)),
    ...Object.values(entries).filter((file) => existsSync(at(file))),
    'tools/bundle.mjs',
    'package.json',
  ]);

/** The program with failpoints, for tests only: in `.build`, which is never shipped. */
export async function buildTestBundle() {
  const print = bundlePrint();
  const directory = '.build/test-bundle';
  if (isCurrent(`${directory}/.stamp`, print)) return;
  const { bundle } = await import('./bundle.mjs');
  const programs = ['countersign', 'write-command-table'].map((name) => [name, at(entries[name])]);
  await bundle(Object.fromEntries(programs), at(directory), { failpoints: true });
  await writeCommandTable(directory);
  stamp(`${directory}/.stamp`, print);
}

/** Creates the embedded databases that tests start from, an empty and a migrated one, once for all tests. */
export async function buildEmptyDatabase() {
  const code = await run(process.execPath, [
    at('tools/run-ts.mjs'),
    at('packages/service/tools/make-empty-database.ts'),
  ]);
  if (code !== 0) throw new Error('The empty database could not be made.');
}

/** Everything `npm start` needs. */
export async function ensure() {
  await install();
  await buildModels();
  await buildService();
}
