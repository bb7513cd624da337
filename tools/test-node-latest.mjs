// npm run test:node-latest [-- path…]: runs the tests of HTTP server, uploads and downloads on the newest Node that the npm package
// `node` offers, beside the one the project is developed on. It is installed below .build/, so the lock file does not change.
import './script-help.mjs';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { ensure } from './ensure.mjs';
import { at, run } from './project.mjs';

/** Raise it when `npm view node version` shows a newer one. */
const version = '26.10.0';

const tests = [
  'packages/service/test/media/abort-download.test.ts',
  'packages/service/test/http/connection-deadlines.test.ts',
  'packages/service/test/http/connection-limits.test.ts',
  'packages/service/test/media/get-media.test.ts',
  'packages/service/test/http/http-server.test.ts',
  'packages/service/test/media/upload-media.test.ts',
];

const platform = process.platform === 'win32' ? 'win' : process.platform;
const name = `node-${platform}-${process.arch}`;
const directory = at('.build', `node-${version}`);
const node = `${directory}/node_modules/${name}/bin/node${process.platform === 'win32' ? '.exe' : ''}`;

/** The platform's package contains the program itself; the package `node` would download it with an install script. */
async function installNode() {
  if (existsSync(node)) return;
  mkdirSync(directory, { recursive: true });
  writeFileSync(`${directory}/package.json`, '{ "private": true }\n');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const options = ['--ignore-scripts', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const code = await run(npm, ['install', ...options, `${name}@${version}`], { cwd: directory });
  if (code !== 0 || !existsSync(node)) throw new Error(`${name}@${version} could not be installed.`);
}

await ensure();
await installNode();
const found = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
console.log(`Node ${found} (developed on v${process.versions.node})`);
const given = process.argv.slice(2);
const chosen = given.length > 0 ? given : tests;
const vitest = [at('node_modules/vitest/vitest.mjs'), 'run', ...chosen];
process.exitCode = await run(node, vitest, { env: { TEST_WORKERS: '1' } });
