// npm run test:runtimes: the client library in Deno and in Bun, and the listeners of its guide in Express and Fastify, each from the npm
// registry. They are installed below .build/, so the lock file does not change.
import './script-help.mjs';
import { copyFileSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { bundleClient } from './bundle-client.mjs';
import { install } from './install.mjs';
import { at, run } from './project.mjs';

/** Packages to test with. The programs of Deno and Bun are in separate packages for each platform. */
const versions = {
  [`@deno/${process.platform}-${process.arch}${process.platform === 'linux' ? '-glibc' : ''}`]: '2.9.6',
  [`@oven/bun-${process.platform}-${process.arch === 'arm64' ? 'aarch64' : process.arch}`]: '1.4.5',
  express: '5.3.0',
  fastify: '5.12.8',
};
const directory = at('.build', 'runtimes');
const [deno, bun] = Object.keys(versions).map((name) => `${directory}/node_modules/${name}`);

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const options = ['--ignore-scripts', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];

async function installRuntimes() {
  mkdirSync(directory, { recursive: true });
  writeFileSync(`${directory}/package.json`, '{ "private": true, "type": "module" }\n');
  const packages = Object.entries(versions).map(([name, version]) => `${name}@${version}`);
  if ((await run(npm, ['install', ...options, ...packages], { cwd: directory })) !== 0)
    throw new Error(`${packages.join(', ')} could not be installed.`);
  const installed = `${directory}/node_modules/@countersign/client`;
  rmSync(installed, { recursive: true, force: true });
  cpSync(at('dist/client'), installed, { recursive: true });
  copyFileSync(at('packages/client/test/runtimes/try.mjs'), `${directory}/try.mjs`);
  for (const name of ['node-http', 'web-standard', 'express', 'fastify'])
    copyFileSync(at(`packages/client/examples/${name}.mjs`), `${directory}/${name}.mjs`);
}

await install();
await bundleClient();
await installRuntimes();
const tries = [
  { name: 'Node', program: process.execPath, args: [] },
  {
    name: 'Deno',
    program: `${deno}/deno`,
    args: ['run', '--allow-net=127.0.0.1', '--allow-env', '--allow-read'],
  },
  { name: 'Bun', program: `${bun}/bin/bun`, args: ['run'] },
];
let failed = 0;
for (const { name, program, args } of tries) {
  console.log(`── ${name}`);
  if (!existsSync(program)) throw new Error(`${program}: must be there after the installation`);
  if ((await run(program, [...args, 'try.mjs'], { cwd: directory })) !== 0) failed += 1;
}
console.log(`${tries.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
