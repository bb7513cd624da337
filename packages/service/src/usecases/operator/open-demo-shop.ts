import type { ServiceContext } from '../../context.ts';
import { createIntegration } from '../integration/create-integration.ts';
import { listIntegrations } from '../integration/list-integrations.ts';
import { addressesOf } from '../session/session-link.ts';
import { setWebhookUrl } from '../webhook/set-webhook-url.ts';

/** Access of the demo page's shop to the public API. */
export interface DemoShopAccess {
  integrationId: string;
  /** Address of the API, with `/v1`. */
  apiUrl: string;
  apiKey: string;
  sharedSecret: string;
}

const name = 'Demo shop';
const actor = 'demo-page';

/**
 * The test integration of the demo page, made at its first use; its decisions are sent to `webhookUrl` from then on. Nobody reviews
 * in a demo, so that every decision is one.
 * @throws Error when the webhook address is refused
 */
export const openDemoShop =
  (ctx: ServiceContext) =>
  async (webhookUrl: string): Promise<DemoShopAccess> => {
    const known = (await listIntegrations(ctx)()).find(
      (one) => one.name === name && one.mode === 'test' && one.active,
    );
    const { integrationId } =
      known ??
      (await createIntegration(ctx)({ name, mode: 'test', settings: { manualReview: false }, actor }));
    const set = await setWebhookUrl(ctx)({ integrationId, type: 'decision', url: webhookUrl, actor });
    if (set.outcome !== 'set') throw new Error(`webhook address of the demo page: ${set.outcome}`);
    const keys = await ctx.keyRing.ofIntegration(integrationId);
    const [master] = keys?.secrets ?? [];
    if (!keys || !master) throw new Error('the integration of the demo page has no key');
    const { api } = addressesOf(ctx.config);
    return { integrationId, apiUrl: `${api}/v1`, apiKey: keys.apiKey, sharedSecret: master.secret };
  };
