import {
  complaintOf,
  exitCodes,
  readCommandLine,
  screeningVerbs,
  UsageError,
} from '@countersign/command-line';
import { ClosedOutput } from './line-stream.ts';
import { scorePairs, type ScreeningCommand } from './score-pairs.ts';
import { replayTraces } from './replay-traces.ts';
import { screen } from './screen.ts';

const commands: Readonly<Record<keyof typeof screeningVerbs, ScreeningCommand>> = {
  'score-pairs': scorePairs,
  screen,
  replay: replayTraces,
};

function complain(message: string): void {
  process.stderr.write(`${message}\n`);
}

function exitCodeOf(error: unknown): number {
  // The reader has closed the output; there is nothing to report.
  if (!(error instanceof ClosedOutput))
    process.stderr.write(complaintOf(error instanceof Error ? error.message : String(error)));
  return error instanceof UsageError ? exitCodes.usage : exitCodes.failure;
}

try {
  const line = readCommandLine(process.argv.slice(2), {
    verbs: Object.values(screeningVerbs),
  });
  if (line.kind === 'print') process.stdout.write(line.text);
  else {
    const { input, verb } = line;
    const streams = { input: process.stdin, output: process.stdout, complain };
    process.exitCode = await commands[verb.name](input, streams);
  }
} catch (error) {
  process.exitCode = exitCodeOf(error);
  process.stdin.destroy();
}
