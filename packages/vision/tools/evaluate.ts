/**
 * Entry of the evaluation commands, apart from the service: they need no installation, no database and no configuration.
 * Worker threads of `--workers` run it as well.
 */
import { evaluationVerbs } from '@countersign/command-line';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCalibrate } from '../src/evaluation/calibrate-command.ts';
import { runCheckLiveness } from '../src/evaluation/check-liveness-command.ts';
import { runCompareFaces } from '../src/evaluation/compare-faces-command.ts';
import { runEvaluationProcess } from '../src/evaluation/evaluation-process.ts';
import type { EvaluationCommand } from '../src/evaluation/evaluation-run.ts';
import { runReadDocument } from '../src/evaluation/read-document-command.ts';
import { runEvaluate } from '../src/evaluation/truth/evaluate-command.ts';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

const commands: Readonly<Record<keyof typeof evaluationVerbs, EvaluationCommand>> = {
  'compare-faces': runCompareFaces,
  'read-document': runReadDocument,
  'check-liveness': runCheckLiveness,
  evaluate: runEvaluate,
  calibrate: runCalibrate,
};

/** @see docs/guides/evaluate.md */
await runEvaluationProcess(
  {
    verbs: Object.values(evaluationVerbs),
    commands,
    modelsDir: path.join(root, 'packages/vision/models'),
    today: new Date().toISOString().slice(0, 10),
    entry: new URL(import.meta.url),
  },
  process.argv.slice(2),
);
