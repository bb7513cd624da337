/**
 * Runs an evaluation command in a process of its own, as `bin/countersign` does: `COMMAND ARGUMENT…`. One command more, `echo`,
 * answers with its input and lets a test end the thread that works on it.
 */
import { evaluationVerbs } from '@countersign/command-line';
import path from 'node:path';
import { runCalibrate } from '../src/evaluation/calibrate-command.ts';
import { runCheckLiveness } from '../src/evaluation/check-liveness-command.ts';
import { runCompareFaces } from '../src/evaluation/compare-faces-command.ts';
import { runEvaluationProcess } from '../src/evaluation/evaluation-process.ts';
import { runEvaluation, type EvaluationCommand } from '../src/evaluation/evaluation-run.ts';
import { runReadDocument } from '../src/evaluation/read-document-command.ts';
import { runEvaluate } from '../src/evaluation/truth/evaluate-command.ts';

const echo: EvaluationCommand = (options, io) =>
  runEvaluation({
    io,
    options,
    ofArguments: {},
    models: ['none'],
    evaluate: async ({ members }) => {
      if (members['does'] === 'throw') throw new Error('broken');
      if (members['does'] === 'exit') process.exit(9);
      await new Promise((resolve) => setTimeout(resolve, Number(members['ms'] ?? 0)));
      return { said: members['say'] };
    },
  });

await runEvaluationProcess(
  {
    verbs: [...Object.values(evaluationVerbs), { ...evaluationVerbs['compare-faces'], name: 'echo' }],
    commands: {
      'compare-faces': runCompareFaces,
      'read-document': runReadDocument,
      'check-liveness': runCheckLiveness,
      evaluate: runEvaluate,
      calibrate: runCalibrate,
      echo,
    },
    modelsDir: path.resolve(import.meta.dirname, '../packages/vision/models'),
    today: '2026-11-20',
    entry: new URL(import.meta.url),
  },
  process.argv.slice(2),
);
