import fs from 'node:fs/promises';
import path from 'node:path';
import type { ServiceContext } from '../../context.ts';
import { type PortalAccount, seedPortal } from '../portal/seed-portal.ts';
import { createIntegration } from '../integration/create-integration.ts';
import { addressesOf } from '../session/session-link.ts';
import { setWebhookUrl } from '../webhook/set-webhook-url.ts';
import { errorCode } from '../../runtime/error-code.ts';

/** The content of `dev-integration.json`, for scripts and for people who try the service. */
export interface DevelopmentIntegration extends PortalAccount {
  baseUrl: string;
  apiUrl: string;
  apiKey: string;
  sharedSecret: string;
  integrationId: string;
}

/**
 * Gives a development installation one test integration and writes its access to `<data dir>/dev-integration.json` (mode 0600). An earlier
 * file is kept as long as its integration exists; its addresses are updated.
 * @returns the access, and whether it is new
 */
export const seedDevelopment =
  (ctx: ServiceContext) => async (): Promise<{ access: DevelopmentIntegration; created: boolean }> => {
    const file = path.join(ctx.config.dataDir, 'dev-integration.json');
    const known = await readKnown(file);
    const integration = known && (await ctx.keyRing.ofIntegration(known.integrationId));
    const { integrationId, apiKey, sharedSecret } = integration && known ? known : await create(ctx);
    const { api } = addressesOf(ctx.config);
    const portal = await seedPortal(ctx)(known?.portalPassword ?? null);
    const access = { baseUrl: api, apiUrl: `${api}/v1`, apiKey, sharedSecret, integrationId, ...portal };
    await writePrivately(file, `${JSON.stringify(access, null, 2)}\n`);
    await pointWebhooks(ctx, integrationId);
    return { access, created: !integration };
  };

async function readKnown(file: string): Promise<DevelopmentIntegration | null> {
  try {
    return JSON.parse(await fs.readFile(file, 'utf8')) as DevelopmentIntegration;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw new Error(`${file} cannot be read: delete it, and a new one is created`, { cause: error });
  }
}

async function create(ctx: ServiceContext) {
  const { integrationId, apiKey, secret } = await createIntegration(ctx)({
    name: 'Development',
    mode: 'test',
    actor: 'development-start',
  });
  return { integrationId, apiKey, sharedSecret: secret };
}

/** Written to a temporary file and renamed, so that a reader never sees an incomplete file. */
async function writePrivately(file: string, text: string): Promise<void> {
  const beside = `${file}.${process.pid}`;
  await fs.writeFile(beside, text, { mode: 0o600 });
  await fs.rename(beside, file);
}

async function pointWebhooks(ctx: ServiceContext, integrationId: string): Promise<void> {
  const { webhookUrl } = ctx.config;
  if (webhookUrl === null) return;
  for (const type of ['decision', 'event'] as const) {
    await setWebhookUrl(ctx)({ integrationId, type, url: webhookUrl, actor: 'development-start' });
  }
}
