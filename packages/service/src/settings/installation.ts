import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../runtime/config.ts';
import type { Installation } from './unsupported-settings.ts';

/**
 * Capabilities of this installation, from the configuration of the current process.
 * @throws Error when a model slot cannot be read, as at the start of the service
 * @see docs/guides/models.md
 */
export async function installationOf({ vision }: Pick<Config, 'vision'>): Promise<Installation> {
  return {
    presentationModel: vision.models !== null && (await hasPresentationModel(vision.models)),
    textEngine: vision.textEngine !== 'off',
  };
}

async function hasPresentationModel(directory: string): Promise<boolean> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.json'));
  const declared = await Promise.all(
    names.map(async (name): Promise<unknown> =>
      JSON.parse(await readFile(path.join(directory, name), 'utf8')),
    ),
  );
  return declared.some(
    (slot) => typeof slot === 'object' && slot !== null && 'kind' in slot && slot.kind === 'pad',
  );
}
