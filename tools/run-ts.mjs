// Runs a TypeScript file of this repository: bundles it with Rolldown (npm packages stay outside) and imports the result.
// Usage: node tools/run-ts.mjs path/to/file.ts [arguments…]
import './script-help.mjs';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundle } from './bundle.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const [file, ...args] = process.argv.slice(2);
if (!file) {
  console.error('usage: node tools/run-ts.mjs FILE.ts [ARGUMENT…]');
  process.exit(1);
}
const entry = path.resolve(file);
const name = `${path.basename(entry, '.ts')}-${createHash('sha256').update(entry).digest('hex').slice(0, 8)}`;
const outDir = path.join(root, '.build');
await bundle({ [name]: entry }, outDir);
process.argv = [process.argv[0], entry, ...args];
await import(pathToFileURL(path.join(outDir, `${name}.mjs`)).href);
