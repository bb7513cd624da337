// Installs the npm packages if they do not match the lock file. Nothing here may import an npm package.
import { existsSync, readFileSync } from 'node:fs';
import { at, run, secondsSince } from './project.mjs';
import { prune } from './prune.mjs';

const readPackages = (file) => JSON.parse(readFileSync(at(file), 'utf8')).packages;

/**
 * True when every package that the lock file requires on any machine is installed in its exact version.
 * Compares contents, not times: a checkout touches the lock file without changing it.
 */
export function isInstalled() {
  const record = 'node_modules/.package-lock.json';
  if (!existsSync(at(record))) return false;
  const installed = readPackages(record);
  return Object.entries(readPackages('package-lock.json')).every(
    ([place, wanted]) =>
      !place.includes('node_modules/') ||
      wanted.optional ||
      wanted.peer ||
      wanted.os ||
      wanted.cpu ||
      (wanted.link ? installed[place]?.link : installed[place]?.version === wanted.version),
  );
}

/**
 * Installs what is missing and removes what is not used here. Install scripts stay disabled: every native package is prebuilt.
 * Ends the process on failure.
 */
export async function install() {
  if (!isInstalled()) await installAll();
  prune();
}

async function installAll() {
  const startedAt = performance.now();
  console.log('Installing packages (npm ci) …');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const code = await run(npm, ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code !== 0) {
    console.error(
      'npm ci failed: the packages of package-lock.json could not be installed. Is the registry reachable?',
    );
    process.exit(code);
  }
  console.log(`Installed in ${secondsSince(startedAt)} s`);
}
