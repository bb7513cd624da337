/*
 * Runs one command of the program after another in this process, each as a process of its own would: its own arguments, environment,
 * directory, output and exit code. Modules are loaded once. Messages come from run-commands.ts; the process ends with its channel.
 */
import { pathToFileURL } from 'node:url';

const [node] = process.argv;
let run = 0;

/** @param {{ program: string, args: string[], env: Record<string, string>, cwd: string }} asked */
async function runCommand({ program, args, env, cwd }) {
  const printed = { stdout: '', stderr: '' };
  const own = { stdout: process.stdout.write, stderr: process.stderr.write };
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(cwd);
  process.argv = [node, program, ...args];
  process.exitCode = undefined;
  for (const name of Object.keys(printed))
    process[name].write = (chunk, ...more) => {
      printed[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
      more.at(-1)?.();
      return true;
    };
  try {
    // Another address has Node evaluate the program anew; what it imports is there already.
    run += 1;
    await import(`${pathToFileURL(program).href}?run=${run}`);
    const { exitCode = 0 } = process;
    return { code: exitCode, ...printed };
  } catch (error) {
    return {
      code: 1,
      ...printed,
      stderr: `${printed.stderr}${error instanceof Error ? error.stack : String(error)}\n`,
    };
  } finally {
    process.exitCode = undefined;
    Object.assign(process.stdout, { write: own.stdout }).removeAllListeners('error');
    process.stderr.write = own.stderr;
    process.chdir('/');
  }
}

process.on('message', (asked) => void runCommand(asked).then((ended) => process.send(ended)));
process.on('disconnect', () => process.exit());
