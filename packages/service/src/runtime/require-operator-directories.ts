import fs from 'node:fs/promises';
import type { Config } from './config.ts';
import { ConfigError } from './config-error.ts';

/**
 * Reads the operator's directories, so that a missing one is reported by its variable before anything starts.
 * @throws ConfigError
 */
export async function requireOperatorDirectories({
  roles,
  vision,
  simulatorPortraits,
}: Pick<Config, 'roles' | 'vision' | 'simulatorPortraits'>): Promise<void> {
  if (!roles.includes('worker')) return;
  const directories = { VISION_MODELS: vision.models, SIM_PORTRAITS: simulatorPortraits };
  for (const [variable, directory] of Object.entries(directories)) {
    if (directory === null) continue;
    await fs.readdir(directory).catch((error: NodeJS.ErrnoException) => {
      const reason = reasons[error.code ?? ''] ?? error.message;
      throw new ConfigError(`${variable}: must be a directory that can be read, not ${directory}: ${reason}`);
    });
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is none',
  ENOTDIR: 'there is a file',
  EACCES: 'this user may not read it',
};
