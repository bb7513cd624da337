import fs from 'node:fs/promises';
import path from 'node:path';
import type { Shell } from '../../shell.ts';
import { createIntegration } from '../integration/create-integration.ts';
import { addressesOf } from '../session/session-link.ts';
import { setWebhookUrl } from '../webhook/set-webhook-url.ts';

/** What `dev-integration.json` holds, for scripts and for people who try the service. */
export interface DevelopmentIntegration {
  baseUrl: string;
  apiUrl: string;
  apiKey: string;
  sharedSecret: string;
  integrationId: string;
}

/**
 * Gives a development installation one test integration and writes its access to `<data dir>/dev-integration.json` (mode 0600).
 * An earlier file is kept as long as its integration exists; addresses in it are brought up to date.
 * @returns the access, and whether it is new
 */
export const seedDevelopment =
  (shell: Shell) => async (): Promise<{ access: DevelopmentIntegration; created: boolean }> => {
    const file = path.join(shell.config.dataDir, 'dev-integration.json');
    const known = await readKnown(file);
    const integration = known && (await shell.keyRing.ofIntegration(known.integrationId));
    const { integrationId, apiKey, sharedSecret } = integration && known ? known : await create(shell);
    const { api } = addressesOf(shell.config);
    const access = { baseUrl: api, apiUrl: `${api}/v1`, apiKey, sharedSecret, integrationId };
    await writePrivately(file, `${JSON.stringify(access, null, 2)}\n`);
    await pointWebhooks(shell, integrationId);
    return { access, created: !integration };
  };

async function readKnown(file: string): Promise<DevelopmentIntegration | null> {
  try {
    return JSON.parse(await fs.readFile(file, 'utf8')) as DevelopmentIntegration;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new Error(`${file} cannot be read: delete it to have a new one made`, { cause: error });
  }
}

async function create(shell: Shell) {
  const { integrationId, apiKey, secret } = await createIntegration(shell)({
    name: 'Development',
    mode: 'test',
    actor: 'development-start',
  });
  return { integrationId, apiKey, sharedSecret: secret };
}

/** Written beside and renamed, so that a reader never sees half a file. */
async function writePrivately(file: string, text: string): Promise<void> {
  const beside = `${file}.${process.pid}`;
  await fs.writeFile(beside, text, { mode: 0o600 });
  await fs.rename(beside, file);
}

async function pointWebhooks(shell: Shell, integrationId: string): Promise<void> {
  const { webhookUrl } = shell.config;
  if (webhookUrl === null) return;
  for (const type of ['decision', 'event'] as const) {
    await setWebhookUrl(shell)({ integrationId, type, url: webhookUrl, actor: 'development-start' });
  }
}
