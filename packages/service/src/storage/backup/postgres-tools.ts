import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** Parameters of the address that only this service's driver understands. */
const driverParameters = ['uselibpqcompat'];

/** A PostgreSQL program that is missing or failed. */
export class ToolFailed extends Error {
  override name = 'ToolFailed';
}

/** Dumps a consistent snapshot of a database into one file, with the server's own program. @throws ToolFailed */
export const dumpDatabase = (url: string, file: string): Promise<void> =>
  runTool('pg_dump', url, ['--format=custom', '--no-owner', '--no-privileges', `--file=${file}`]);

/** Fills an empty database from such a file; on failure it stays empty. @throws ToolFailed */
export const loadDatabase = (url: string, file: string): Promise<void> =>
  runTool('pg_restore', url, [
    '--exit-on-error',
    '--single-transaction',
    '--no-owner',
    '--no-privileges',
    file,
  ]);

/**
 * Runs a program ($0, with its arguments) for as long as standard input, a pipe from this process, is open. The kernel closes the pipe
 * whatever ends this process; the program then gets SIGTERM, on which it also cancels its statement on the server, and SIGKILL 5 s later.
 */
const whileParentLives = `
exec 3<&0
"$0" "$@" 3<&- </dev/null &
tool=$!
{ read -r _; kill -TERM "$tool"; sleep 5; kill -KILL "$tool"; } <&3 >/dev/null 2>&1 &
watch=$!
exec 3<&-
wait "$tool"
code=$?
kill "$watch"
exit "$code"`;

/** What a shell returns for a program that is not on the PATH. */
const notFound = 127;

/** The password is passed in the environment: arguments are visible to every user of the machine. */
async function runTool(program: string, url: string, args: readonly string[]): Promise<void> {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  for (const name of driverParameters) address.searchParams.delete(name);
  const child = spawn('/bin/sh', ['-c', whileParentLives, program, `--dbname=${address.href}`, ...args], {
    env: { ...process.env, ...(password === '' ? {} : { PGPASSWORD: password }) },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [code, errors] = await Promise.all([ended, text(child.stderr)]);
  if (code === notFound)
    throw new ToolFailed(
      `${program}: must be on the PATH; install the PostgreSQL client of the server's release`,
    );
  if (code !== 0) throw new ToolFailed(`${program}: ended with ${code}: ${errors.trim()}`);
}
