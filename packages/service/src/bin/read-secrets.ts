import fs from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { type CommandInput, optionalText, UsageError } from '@countersign/command-line';

/** The variable that the samples of the documents read the shared secret from. */
const secretVariable = 'SECRET';

/** The option for shared secrets. */
export const secretFileOption = {
  type: 'string',
  value: 'FILE',
  about: `file with a shared secret a line, or dev-integration.json; default the variable ${secretVariable}`,
} as const;

/** The bytes of a file; `-` is standard input. @throws UsageError */
export async function bytesOf(file: string): Promise<Buffer> {
  try {
    return await (file === '-' ? buffer(process.stdin) : fs.readFile(file));
  } catch (error) {
    throw new UsageError(
      `${file}: must be a file that can be read (${(error as NodeJS.ErrnoException).code})`,
    );
  }
}

/** The secrets to try, in their order. They are never an argument, which every user of the machine could read. @throws UsageError */
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

/** The secret of a file as `npm start` writes it; `null` for any other text. */
function secretOfAccess(text: string): string[] | null {
  if (!text.trimStart().startsWith('{')) return null;
  try {
    const { sharedSecret } = JSON.parse(text) as { sharedSecret?: unknown };
    return typeof sharedSecret === 'string' ? [sharedSecret] : null;
  } catch {
    return null;
  }
}
