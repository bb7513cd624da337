import { spawn } from 'node:child_process';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const name = 'evaluation-main';

// With isolation off several test files share a process, and so this.
const shared = globalThis as { evaluationProgram?: Promise<string> };

/** The program with the evaluation commands, bundled once for a test process: bundling it costs as much as most commands. */
const program = (): Promise<string> => (shared.evaluationProgram ??= bundleProgram());

async function bundleProgram(): Promise<string> {
  const { bundle } = (await import(pathToFileURL(path.join(root, 'tools/bundle.mjs')).href)) as {
    bundle(entries: Record<string, string>, outDir: string): Promise<void>;
  };
  // It finds the models beside the folder it is in. Processes of one run make one each, and the last one stays.
  const aside = path.join(root, `.build/${name}-${process.pid}`);
  const file = path.join(root, `.build/${name}.mjs`);
  await bundle({ [name]: path.join(root, `packages/vision/test/${name}.ts`) }, aside);
  await rename(path.join(aside, `${name}.mjs`), file);
  await rm(aside, { recursive: true });
  return file;
}

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
  const child = spawn(process.execPath, [await program(), ...argv], { cwd });
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
