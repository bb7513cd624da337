// Brings a clone to the state in which it can run: packages, model files, the bundled service. Fast when nothing is missing.
import { existsSync } from 'node:fs';
import { install } from './install.mjs';
import { at, filesBelow, fingerprint, isCurrent, run, secondsSince, stamp } from './project.mjs';

const isSource = (file) => /\.(ts|js|mjs)$/.test(file) && !file.endsWith('.test.ts');

/** What the bundle in `dist/` is made from. */
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
  'service',
];
/** Bundles by name; the first is the program, the others are what it starts. */
const entries = {
  countersign: 'packages/service/src/bin/countersign.ts',
  'vision-process': 'packages/service/src/vision/vision-process.ts',
  'vision-thread': 'packages/service/src/vision/vision-thread.ts',
  evaluate: 'packages/vision/tools/evaluate.ts',
  screening: 'packages/screening/src/commands/main.ts',
  'screening-thread': 'packages/screening/src/threads/screening-thread.ts',
  'snapshot-thread': 'packages/screening/src/threads/snapshot-thread.ts',
};
const modelBuilder = 'packages/vision/tools/build-models.ts';
const modelSources = (file) => isSource(file) && !/\/mrz[^/]*$/.test(file);

/** Converts the face models when their files are missing or their converter changed. */
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

/** Bundles the service into `dist/` when a source is newer than the bundle, or always when `force` is set. */
export async function buildService({ force = false } = {}) {
  const print = bundlePrint();
  if (!force && existsSync(at('dist/countersign.mjs')) && isCurrent('dist/.stamp', print)) return;
  const startedAt = performance.now();
  const { bundle } = await import('./bundle.mjs');
  const present = Object.entries(entries).filter(([, file]) => existsSync(at(file)));
  if (present.length === 0) throw new Error(`There is nothing to build: ${entries.countersign} is missing.`);
  await bundle(Object.fromEntries(present.map(([name, file]) => [name, at(file)])), at('dist'));
  stamp('dist/.stamp', print);
  console.log(`Built dist/ in ${secondsSince(startedAt)} s`);
}

/** Sources of the bundles, by their state: a digest that changes with any of them. */
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
  const { countersign } = entries;
  await bundle({ countersign: at(countersign) }, at(directory), { failpoints: true });
  stamp(`${directory}/.stamp`, print);
}

/** Makes the empty embedded database that tests unpack instead of initialising one each: 1 s of CPU instead of 4. */
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
