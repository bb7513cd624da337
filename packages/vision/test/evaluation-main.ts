/** Runs an evaluation command in a process of its own, as `bin/countersign` does: `COMMAND ARGUMENT…`. */
import path from 'node:path';
import { runCompareFaces } from '../src/evaluation/compare-faces-command.ts';
import { runReadDocument } from '../src/evaluation/read-document-command.ts';

const [command, ...argv] = process.argv.slice(2);
const io = {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  modelsDir: path.resolve(path.dirname(process.argv[1] ?? ''), '../models'),
  today: '2026-11-20',
};
process.exitCode = await (command === 'compare-faces' ? runCompareFaces : runReadDocument)(argv, io);
