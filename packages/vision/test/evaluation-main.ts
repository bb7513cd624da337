/**
 * Runs an evaluation command in a process of its own, as `bin/countersign` does: `COMMAND ARGUMENT…`. One command more, `echo`,
 * answers with its input and lets a test end the thread that works on it.
 */
import path from 'node:path';
import { runCalibrate } from '../src/evaluation/calibrate-command.ts';
import { runCompareFaces } from '../src/evaluation/compare-faces-command.ts';
import { parseEvaluationOptions } from '../src/evaluation/evaluation-options.ts';
import { runEvaluationProcess, type EvaluationCommand } from '../src/evaluation/evaluation-process.ts';
import { runEvaluation } from '../src/evaluation/evaluation-run.ts';
import { runReadDocument } from '../src/evaluation/read-document-command.ts';

const echo: EvaluationCommand = (argv, io) => {
  const options = parseEvaluationOptions(argv);
  if (typeof options === 'string') throw new Error(options);
  return runEvaluation({
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
};

await runEvaluationProcess(
  {
    commands: {
      'compare-faces': runCompareFaces,
      'read-document': runReadDocument,
      calibrate: runCalibrate,
      echo,
    },
    modelsDir: path.resolve(import.meta.dirname, '../packages/vision/models'),
    today: '2026-11-20',
    entry: new URL(import.meta.url),
  },
  process.argv.slice(2),
);
