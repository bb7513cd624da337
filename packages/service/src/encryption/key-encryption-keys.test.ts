import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type KekSource, loadKeyEncryptionKeys } from './key-encryption-keys.ts';

const hex = '5f0c8e1b9a3d4f72b6c4d0e8a1f3957c2b6d8e0f4a1c3b5d7e9f0a2c4e6b8d1f';
const root = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-kek-'));
afterAll(() => fs.rmSync(root, { recursive: true }));

let dataDir: string;
let count = 0;
beforeEach(() => {
  count += 1;
  dataDir = path.join(root, `installation-${count}`);
});

const source = (given: Partial<KekSource>): KekSource => ({
  text: null,
  file: null,
  dataDir,
  production: false,
  ...given,
});

function writeKey(mode: number, text = `${hex}\n`): string {
  const file = path.join(root, `key-${count}`);
  fs.writeFileSync(file, text, { mode });
  return file;
}

describe('the key-encryption key', () => {
  it('is generated once in development, for its owner only', () => {
    const first = loadKeyEncryptionKeys(source({}));
    expect(fs.statSync(path.join(dataDir, 'kek')).mode & 0o777).toBe(0o600);
    const again = loadKeyEncryptionKeys(source({}));
    expect(again.versions.get(1)?.equals(first.versions.get(1) as never)).toBe(true);
  });

  it('is another one in every installation', () => {
    const first = loadKeyEncryptionKeys(source({}));
    const other = loadKeyEncryptionKeys(source({ dataDir: `${dataDir}-other` }));
    expect(other.versions.get(1)?.equals(first.versions.get(1) as never)).toBe(false);
  });

  it('is never generated in production (F37, S26)', () => {
    expect(() => loadKeyEncryptionKeys(source({ production: true }))).toThrow(
      'production needs a key-encryption key',
    );
    expect(fs.existsSync(path.join(dataDir, 'kek'))).toBe(false);
  });

  it.each([
    ['hexadecimal', hex],
    ['base64', Buffer.from(hex, 'hex').toString('base64')],
    ['base64url without padding', Buffer.from(hex, 'hex').toString('base64url')],
    ['with its version', `1:${hex}`],
  ])('is read from the environment: %s', (_name, text) => {
    const keys = loadKeyEncryptionKeys(source({ text, production: true }));
    expect(keys.current).toBe(1);
    expect(keys.versions.get(1)?.export().toString('hex')).toBe(hex);
  });

  it('is read from a file only its owner can read', () => {
    expect(loadKeyEncryptionKeys(source({ file: writeKey(0o600), production: true })).current).toBe(1);
  });

  it('is refused in a file others can read', () => {
    expect(() => loadKeyEncryptionKeys(source({ file: writeKey(0o640) }))).toThrow('set its mode to 0600');
  });

  it('the highest version wraps, the others stay readable', () => {
    const keys = loadKeyEncryptionKeys(
      source({ file: writeKey(0o600, `2:${hex.replace('5f', '6f')}\n1:${hex}\n`) }),
    );
    expect(keys.current).toBe(2);
    expect([...keys.versions.keys()].sort()).toEqual([1, 2]);
  });
});
