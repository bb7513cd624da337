// Our own checks. Each is a function over the texts of the repository, and is tested before it runs:
// it must find every violation planted in its `planted` files, and nothing in its `clean` ones.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { at, filesBelow } from '../project.mjs';
import { commentNames } from './comment-names.mjs';
import { commentWords } from './comment-words.mjs';
import { contractMarks } from './contract-marks.mjs';
import { expandingMigrations } from './expanding-migrations.mjs';
import { folderSizes } from './folder-sizes.mjs';
import { helpWords } from './help-words.mjs';
import { identifierWords } from './identifier-words.mjs';
import { importCycles } from './import-cycles.mjs';
import { decisionIndex, links } from './links.mjs';
import { logMembers } from './log-members.mjs';
import { manifests } from './manifests.mjs';
import { packageFaces } from './package-faces.mjs';
import { packageFloors } from './package-floors.mjs';
import { fixtureUuids, machinePaths } from './plain-rules.mjs';
import { purePackages } from './pure-packages.mjs';
import { rooms } from './room-order.mjs';
import { runtimePackages } from './runtime-closure.mjs';
import { serviceFloors } from './service-floors.mjs';
import { titleWords } from './title-words.mjs';

/** Every check, in the order of the report. */
export const checks = [
  packageFloors,
  packageFaces,
  serviceFloors,
  rooms,
  purePackages,
  importCycles,
  folderSizes,
  contractMarks,
  fixtureUuids,
  manifests,
  runtimePackages,
  links,
  decisionIndex,
  expandingMigrations,
  helpWords,
  logMembers,
  commentWords,
  commentNames,
  titleWords,
  identifierWords,
  machinePaths,
];

const isText = (file) =>
  /\.(ts|tsx|mjs|js|jsx|py|php|go|html|css|json|md|sql|ya?ml|sh|toml|service|conf|cfg)$|(^|\/)(Caddyfile|Dockerfile|run|countersign|LICENSE|NOTICE)$/.test(
    file,
  );

/** Documents link to pictures, which have no text. */
const isPicture = (file) => /^docs\/.*\.png$/.test(file);

/** Maps every text file of the repository to its text; pictures in the documentation are included without text. @returns {Map<string, string>} */
export const readRepository = () =>
  new Map([
    ...filesBelow('', isText).map((file) => [file, readFileSync(at(file), 'utf8')]),
    ...filesBelow('docs', isPicture).map((file) => [file, '']),
  ]);

/** What is wrong with a check itself; empty when it works. */
export function selfTest(check) {
  const faults = [];
  for (const { files, finds } of check.planted) {
    const { findings } = check.run(new Map(Object.entries(files)));
    if (!findings.some((finding) => finding.includes(finds)))
      faults.push(`did not find the planted violation "${finds}"`);
  }
  const { findings } = check.run(new Map(Object.entries(check.clean)));
  return [...faults, ...findings.map((finding) => `found a violation where there is none: ${finding}`)];
}

/** Runs every check and prints one line each. @returns the number of failed checks */
export function runChecks(files) {
  let failed = 0;
  for (const check of checks) {
    const broken = selfTest(check).map((fault) => `the check is broken: ${fault}`);
    const { checked, findings } = check.run(files);
    const faults = [...broken, ...(checked === 0 ? [`checked no ${check.subject}`] : []), ...findings];
    if (faults.length > 0) failed += 1;
    console.log(
      `${faults.length === 0 ? 'ok  ' : 'FAIL'} ${check.name}: ${checked} ${check.subject}, ${check.planted.length} planted violations found`,
    );
    for (const fault of faults) console.log(`     ${fault}`);
  }
  return failed;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = runChecks(readRepository()) === 0 ? 0 : 1;
}
