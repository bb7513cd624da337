/** Entry of the evaluation commands, apart from the service: they need no installation, no database and no configuration. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCompareFaces, runReadDocument } from '../src/index.ts';

/** The commands by name. @see docs/guides/run.md */
const commands = { 'compare-faces': runCompareFaces, 'read-document': runReadDocument } as const;

const [name, ...args] = process.argv.slice(2);
const run = commands[name as keyof typeof commands];
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
process.exitCode = await run(args, {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  modelsDir: path.join(root, 'packages/vision/models'),
  today: new Date().toISOString().slice(0, 10),
});
