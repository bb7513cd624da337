import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const main = path.join(root, 'packages/vision/test/evaluation-main.ts');

/** What a command wrote and how it ended. */
export interface Outcome {
  output: string;
  /** The output's lines, each of which must be JSON. */
  lines: Record<string, unknown>[];
  messages: string;
  code: number | null;
}

/** Runs an evaluation command in a directory, in a process of its own. */
export async function runEvaluationIn(
  cwd: string,
  argv: string[],
  list: readonly string[] = [],
): Promise<Outcome> {
  const child = spawn(process.execPath, [path.join(root, 'tools/run-ts.mjs'), main, ...argv], { cwd });
  child.stdin.end(list.join('\n'));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [output, messages, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  const lines = output.split('\n').filter(Boolean);
  return {
    output,
    get lines() {
      return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    },
    messages,
    code,
  };
}
