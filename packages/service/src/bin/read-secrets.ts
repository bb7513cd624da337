import fs from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { type CommandInput, optionalText, UsageError } from '@countersign/command-line';
import { errorCode } from '../runtime/error-code.ts';

/** The variable from which samples in the documentation read the shared secret. */
const secretVariable = 'SECRET';

/** The option for shared secrets. */
export const secretFileOption = {
  type: 'string',
  value: 'FILE',
  about: `file with one shared secret per line, or dev-integration.json; default the variable ${secretVariable}`,
} as const;

/** The bytes of a file; `-` is standard input. @throws UsageError */
export async function bytesOf(file: string): Promise<Buffer> {
  try {
    return await (file === '-' ? buffer(process.stdin) : fs.readFile(file));
  } catch (error) {
    throw new UsageError(`${file}: must be a file that can be read (${errorCode(error)})`);
  }
}

/** The secrets to try, in order. They are never an argument, which every user of the machine could read. @throws UsageError */
export async function secretsOf(input: CommandInput): Promise<string[]> {
  const file = optionalText(input, 'secret-file');
  const text =
    file === undefined ? (process.env[secretVariable] ?? '') : (await bytesOf(file)).toString('utf8');
  const secrets = secretOfAccess(text) ?? text.split(/\r?\n/).filter((line) => line !== '');
  if (secrets.length === 0)
    throw new UsageError(
      `must be given: a shared secret, in --secret-file or in the variable ${secretVariable}`,
    );
  return secrets;
}

/**
 * The secret in a file written by `npm start` or `integration create --json`; `null` if the text is not a JSON object.
 * @throws UsageError for an object without a secret, because its lines would otherwise be used as secrets
 */
function secretOfAccess(text: string): string[] | null {
  if (!text.trimStart().startsWith('{')) return null;
  let access: { sharedSecret?: unknown; secret?: unknown };
  try {
    access = JSON.parse(text) as typeof access;
  } catch {
    return null;
  }
  const secret = access.sharedSecret ?? access.secret;
  if (typeof secret === 'string' && secret !== '') return [secret];
  throw new UsageError(
    '--secret-file: must hold the shared secret as text, or as sharedSecret or secret of a JSON object',
  );
}
