import fs from 'node:fs';
import path from 'node:path';

/**
 * Reads a file that contains a secret.
 * @throws Error naming the file when others may read or write it, or it cannot be read
 */
export function readPrivateFile(file: string): string {
  const mode = fs.statSync(file, { throwIfNoEntry: false })?.mode;
  if (mode === undefined) throw new Error(`${file}: must exist; there is no such file`);
  if (process.platform !== 'win32' && (mode & forbiddenBits(file)) !== 0) {
    throw new Error(`${file}: must not be readable or writable by others; set its mode to 0600`);
  }
  return fs.readFileSync(file, 'utf8');
}

/** systemd grants a credential to one user through an access control list, which appears as a group-readable mode. */
function forbiddenBits(file: string): number {
  const credentials = process.env['CREDENTIALS_DIRECTORY'];
  return credentials !== undefined && path.dirname(path.resolve(file)) === credentials ? 0o037 : 0o077;
}
