// npm run lint:openapi: the OpenAPI document under the recommended rules of Redocly and Spectral; an error or a warning fails. Both are
// installed below .build/, so the lock file does not change.
import './script-help.mjs';
import { mkdirSync, writeFileSync } from 'node:fs';
import { install } from './install.mjs';
import { at, run } from './project.mjs';

const packages = ['@redocly/cli@2.77.0', '@stoplight/spectral-cli@6.16.3'];
const directory = at('.build', 'openapi-linters');
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const options = ['--ignore-scripts', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
const document = at('packages/contract/openapi.json');

await install();
mkdirSync(directory, { recursive: true });
writeFileSync(`${directory}/package.json`, '{ "private": true }\n');
writeFileSync(`${directory}/.spectral.yaml`, "extends: ['spectral:oas']\n");
writeFileSync(`${directory}/redocly.yaml`, 'extends: [recommended-strict]\ntelemetry: off\n');
if ((await run(npm, ['install', ...options, ...packages], { cwd: directory })) !== 0)
  throw new Error(`${packages.join(', ')} could not be installed.`);
const linters = [
  { name: 'redocly', args: ['lint', document, '--format', 'stylish'] },
  { name: 'spectral', args: ['lint', document, '--fail-severity', 'warn'] },
];
let failed = 0;
for (const { name, args } of linters) {
  console.log(`── ${name}`);
  if ((await run(`${directory}/node_modules/.bin/${name}`, args, { cwd: directory })) !== 0) failed += 1;
}
console.log(`${linters.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
