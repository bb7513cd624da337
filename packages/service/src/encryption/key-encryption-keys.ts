import { createHash, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { readPrivateFile } from '../runtime/private-file.ts';
import { errorCode } from '../runtime/error-code.ts';

/** The key-encryption keys (KEK) by version; `current`, the highest, wraps everything new. */
export interface KeyEncryptionKeys {
  current: number;
  versions: ReadonlyMap<number, KeyObject>;
}

export interface KekSource {
  /** Text of `COUNTERSIGN_KEK`; `null` when not set. */
  text: string | null;
  /** Path of `COUNTERSIGN_KEK_FILE`; `null` when not set. */
  file: string | null;
  /** Where a key generated in development is stored. */
  dataDir: string;
  production: boolean;
  /** Whether development generates a missing key. Default: yes. */
  mayMake?: boolean;
}

/**
 * Reads the KEK: from the environment, a file, or (development only) a generated file in the data directory.
 * @throws Error, which never contains the key: no key in production, a placeholder, a file that others may read, malformed text
 */
export function loadKeyEncryptionKeys(source: KekSource): KeyEncryptionKeys {
  const { text, file, dataDir, production, mayMake = true } = source;
  if (text !== null) return parseKeyEncryptionKeys(text);
  if (file !== null) return parseKeyEncryptionKeys(readPrivateFile(file));
  if (production)
    throw new Error('production needs a key-encryption key: set COUNTERSIGN_KEK_FILE or COUNTERSIGN_KEK');
  const own = path.join(dataDir, 'kek');
  const isThere = fs.existsSync(own);
  if (!isThere && !mayMake)
    throw new Error(`${own}: must exist; the key-encryption key of this installation is gone`);
  if (!isThere) createPrivateFile(own, `1:${randomBytes(32).toString('base64')}\n`);
  return parseKeyEncryptionKeys(readPrivateFile(own));
}

/**
 * One key per line, `<version>:<32 bytes in base64 or hex>`; a bare key is version 1.
 * @throws Error naming the line, never its content
 */
export function parseKeyEncryptionKeys(text: string): KeyEncryptionKeys {
  const versions = new Map<number, KeyObject>();
  for (const [index, line] of text.split(/[\n,]/).entries()) {
    if (line.trim() === '') continue;
    const [, version = '1', digits = ''] = /^(?:(\d{1,6}):)?(.*)$/.exec(line.trim()) ?? [];
    const bytes = decodeKey(digits);
    if (!bytes)
      throw new Error(`key-encryption key, line ${index + 1}: expected 32 bytes in base64 or hexadecimal`);
    if (isPlaceholder(bytes))
      throw new Error(`key-encryption key, line ${index + 1}: this is a placeholder; generate a random one`);
    if (versions.has(Number(version)))
      throw new Error(`key-encryption key, line ${index + 1}: version given twice`);
    versions.set(Number(version), createSecretKey(bytes));
  }
  if (versions.size === 0) throw new Error('the key-encryption key is empty');
  return { current: Math.max(...versions.keys()), versions };
}

function decodeKey(digits: string): Buffer | null {
  if (/^[0-9a-f]{64}$/i.test(digits)) return Buffer.from(digits, 'hex');
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(digits)) return Buffer.from(digits, 'base64');
  return null;
}

/** Recognises keys that no random generator makes: few distinct bytes, a run, printable words, or the digest of a common word. */
function isPlaceholder(bytes: Buffer): boolean {
  if (new Set(bytes).size <= 8) return true;
  if (bytes.every((byte, index) => index === 0 || byte === ((bytes[index - 1] ?? 0) + 1) % 256)) return true;
  if (/^[\x20-\x7e]{32}$/.test(bytes.toString('latin1'))) return true;
  return usualWords.some((word) => createHash('sha256').update(word).digest().equals(bytes));
}

const usualWords = [
  '',
  'secret',
  'password',
  'changeme',
  'change-me',
  'countersign',
  'example',
  'placeholder',
  'test',
  'kek',
];

/**
 * Written to a temporary file and linked into place: two concurrent starts end with one file, and a crash leaves none or a complete one.
 */
function createPrivateFile(file: string, text: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const aside = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = fs.openSync(aside, 'wx', 0o600);
  fs.writeSync(handle, text);
  fs.fsyncSync(handle);
  fs.closeSync(handle);
  try {
    fs.linkSync(aside, file);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    fs.unlinkSync(aside);
  }
  const directory = fs.openSync(path.dirname(file), 'r');
  fs.fsyncSync(directory);
  fs.closeSync(directory);
}
