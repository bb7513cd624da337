// npm run sbom: writes the bill of materials of the running service, CycloneDX 1.5, to dist/sbom.cdx.json or to the file named.
// Made from the lock file and the models' manifest alone, so the same commit gives the same bytes; installs and builds nothing.
// `npm sbom` is not used: it leaves out packages that development needs as well.
import './script-help.mjs';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runtimeClosure } from './checks/runtime-closure.mjs';
import { at } from './project.mjs';

const manifestFile = 'packages/vision/models/manifest.json';
const readJson = (file) => JSON.parse(readFileSync(at(file), 'utf8'));

/** `sha512-<base64>` of the lock file in CycloneDX form. */
function hashOf(integrity) {
  const [algorithm, digest] = integrity.split('-', 2);
  return { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') };
}

/** An SPDX identifier, or an expression such as `(MIT OR Apache-2.0)`. */
const licencesOf = (licence) =>
  licence === undefined
    ? []
    : /\s/.test(licence)
      ? [{ expression: licence }]
      : [{ license: { id: licence } }];

const describePackage = ([id, { name, entry }]) => ({
  'bom-ref': id,
  type: 'library',
  name,
  version: entry.version,
  scope: entry.optional ? 'optional' : 'required',
  hashes: [hashOf(entry.integrity)],
  licenses: licencesOf(entry.license),
  purl: `pkg:npm/${name.replace('@', '%40')}@${entry.version}`,
});

/** A model file, converted from files of its source: an npm package, or a Debian package whose licence is in the manifest. */
const describeModel = (lock, { id, sha256, source }) => ({
  'bom-ref': `model:${id}`,
  type: 'machine-learning-model',
  name: id,
  version: source.version,
  hashes: [{ alg: 'SHA-256', content: sha256 }],
  licenses: licencesOf(source.licence ?? lock.packages[`node_modules/${source.package}`]?.license),
  properties: [{ name: 'countersign:converted-from', value: `${source.package}@${source.version}` }],
});

if (!existsSync(at(manifestFile))) {
  console.error(`${manifestFile}: must exist, because it names the models; run "npm run build" first`);
  process.exit(1);
}
const { name, version, description, license } = readJson('package.json');
const { models } = readJson(manifestFile);
const lock = readJson('package-lock.json');
const closure = runtimeClosure(lock, { everyPlatform: true });
const bill = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: {
    component: {
      'bom-ref': name,
      type: 'application',
      name,
      version,
      description,
      licenses: licencesOf(license),
    },
  },
  components: [...[...closure].map(describePackage), ...models.map((model) => describeModel(lock, model))],
  dependencies: [...closure].map(([ref, { dependsOn }]) => ({ ref, dependsOn })),
};
const file = path.resolve(process.argv[2] ?? at('dist/sbom.cdx.json'));
mkdirSync(path.dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
console.log(`${closure.size} packages and ${models.length} models, CycloneDX ${bill.specVersion}: ${file}`);
