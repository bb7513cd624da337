import type { ServiceContext } from '../../context.ts';
import { createIntegration } from '../integration/create-integration.ts';
import { listIntegrations } from '../integration/list-integrations.ts';
import { addressesOf } from '../session/session-link.ts';
import { setWebhookUrl } from '../webhook/set-webhook-url.ts';

/** API credentials of the demo page's shop. */
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
 * The test integration of the demo page, created on first use; from then on its decisions are sent to `webhookUrl`. There is no reviewer
 * in a demo, so every outcome is a final decision.
 * @throws Error when the webhook address is rejected
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
