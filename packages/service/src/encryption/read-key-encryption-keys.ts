import type { Config } from '../runtime/config.ts';
import { ConfigError } from '../runtime/config-error.ts';
import { type KeyEncryptionKeys, loadKeyEncryptionKeys } from './key-encryption-keys.ts';

/** Reads the configured keys. @throws ConfigError naming the variable, never a key */
export function readKeyEncryptionKeys(
  { kek, dataDir, environment }: Pick<Config, 'kek' | 'dataDir' | 'environment'>,
  { mayMake }: { mayMake: boolean },
): KeyEncryptionKeys {
  try {
    return loadKeyEncryptionKeys({ ...kek, dataDir, production: environment === 'production', mayMake });
  } catch (error) {
    const variable = kek.file === null ? 'COUNTERSIGN_KEK' : 'COUNTERSIGN_KEK_FILE';
    throw new ConfigError(`${variable}: ${error instanceof Error ? error.message : 'cannot be used'}`);
  }
}

/** Whether the keys come from the configuration, rather than from the data directory of a development installation. */
export const namesKey = ({ kek, environment }: Pick<Config, 'kek' | 'environment'>): boolean =>
  kek.text !== null || kek.file !== null || environment === 'production';
