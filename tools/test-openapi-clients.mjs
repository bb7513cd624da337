// npm run test:openapi-clients: generates clients from the OpenAPI document with openapi-typescript and orval, and compiles them with a
// program that uses both. All are installed below .build/, so the lock file does not change.
import './script-help.mjs';
import { mkdirSync, writeFileSync } from 'node:fs';
import { install } from './install.mjs';
import { at, run } from './project.mjs';

const packages = ['openapi-typescript@7.13.0', 'orval@8.38.0', 'typescript@5.9.3'];
const directory = at('.build', 'openapi-clients');
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const options = ['--ignore-scripts', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
const document = at('packages/contract/openapi.json');

const compilerOptions = {
  noEmit: true,
  strict: true,
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
};

/** A typical program that uses such clients; wrong names and types would not compile. */
const program = `import type { components, paths } from './types';
import { createSession, getDecision } from './client';

type Created = paths['/sessions']['post']['responses'][201]['content']['application/json'];
export const urlOf = ({ verification }: Created): string => verification.url;

export const reasonOf = ({ verification }: components['schemas']['DecisionBody']): number | null =>
  verification === null ? null : verification.reasonCode;

export async function decide(): Promise<string> {
  const created = await createSession({ verification: { vendorData: 'customer-70341' } });
  if (created.status !== 201) throw new Error(String(created.status));
  const decision = await getDecision(created.data.verification.id);
  return decision.status === 200 ? (decision.data.verification?.status ?? 'none') : 'none';
}
`;

await install();
mkdirSync(directory, { recursive: true });
writeFileSync(`${directory}/package.json`, '{ "private": true }\n');
writeFileSync(
  `${directory}/tsconfig.json`,
  JSON.stringify({ compilerOptions, files: ['types.ts', 'client.ts', 'program.ts'] }),
);
writeFileSync(`${directory}/program.ts`, program);
if ((await run(npm, ['install', ...options, ...packages], { cwd: directory })) !== 0)
  throw new Error(`${packages.join(', ')} could not be installed.`);
const steps = [
  { name: 'openapi-typescript', args: [document, '-o', 'types.ts'] },
  { name: 'orval', args: ['--input', document, '--output', 'client.ts', '--client', 'fetch'] },
  { name: 'tsc', args: ['-p', '.'] },
];
let failed = 0;
for (const { name, args } of steps) {
  console.log(`── ${name}`);
  if ((await run(`${directory}/node_modules/.bin/${name}`, args, { cwd: directory })) !== 0) failed += 1;
}
console.log(`${steps.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
