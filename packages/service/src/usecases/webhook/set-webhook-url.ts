import { createHash } from 'node:crypto';
import type { WebhookTypeName } from '@countersign/contract';
import { judgeUrl, type UrlRefusal } from '@countersign/outbound';
import { outboundPolicyOf } from '../../outbound/outbound-policy.ts';
import type { ServiceContext } from '../../context.ts';
import { insertAudit } from '../../storage/audit-chain/audit.ts';
import { lockIntegration } from '../../storage/integration/integrations.ts';
import {
  type EndpointRow,
  isPausedByOtherUrl,
  listEndpoints,
  removeEndpoint,
  saveEndpointUrl,
} from '../../storage/webhook/webhook-endpoints.ts';
import { addressesOf } from '../session/session-link.ts';
import { endPause } from './resume-endpoint.ts';

export interface SetWebhookUrl {
  integrationId: string;
  type: WebhookTypeName;
  /** `null` removes the URL and cancels pending deliveries of the type. */
  url: string | null;
  /** The {@link endpointsVersion} the change is based on; absent: any. */
  version?: string;
  actor: string;
}

export type WebhookUrlSet =
  | { outcome: 'set' }
  /** `cancelled` deliveries were pending. */
  | { outcome: 'removed'; cancelled: number }
  | { outcome: 'refused'; reason: UrlRefusal }
  | { outcome: 'changed-meanwhile' }
  | { outcome: 'unknown-integration' };

/** Requirements of a URL, by why it was rejected; text after `URL: `. */
export const urlRefusals: Readonly<Record<UrlRefusal, string>> = {
  not_a_url: 'must be a complete address, such as https://example.com/webhooks',
  too_long: 'must be shorter',
  scheme: 'must begin with https://',
  user_info: 'must hold no user name or password',
  fragment: 'must hold no "#"',
  port: 'must use a port that the operator allows, such as 443',
  own_host: 'must not lead back to this service',
  ip_literal: 'must hold a host name, not an IP address',
  single_label: 'must hold a full host name with a dot',
  address_denied: 'must not lead into a private network',
};

/** Changes with any type or its URL. */
export const endpointsVersion = (endpoints: readonly Pick<EndpointRow, 'type' | 'url'>[]): string =>
  createHash('sha256')
    .update(JSON.stringify(endpoints.map(({ type, url }) => [type, url]).toSorted()))
    .digest('base64url')
    .slice(0, 22);

/**
 * Sets, changes or removes the URL of one webhook type. The URL's text is validated here; its resolved addresses are checked on
 * every attempt. A different URL ends the pause that a 410 of the previous one began.
 * @see spec/contract.md
 */
export const setWebhookUrl =
  ({ config, database, wake }: Pick<ServiceContext, 'config' | 'database' | 'wake'>) =>
  async ({ integrationId, type, url, version, actor }: SetWebhookUrl): Promise<WebhookUrlSet> => {
    if (url !== null) {
      const judged = judgeUrl(url, outboundPolicyOf(config, Object.values(addressesOf(config))));
      if ('refused' in judged) return { outcome: 'refused', reason: judged.refused };
    }
    const set = await database.transaction(async (tx): Promise<WebhookUrlSet> => {
      if (!(await lockIntegration(tx, integrationId))) return { outcome: 'unknown-integration' };
      if (version !== undefined && version !== endpointsVersion(await listEndpoints(tx, integrationId)))
        return { outcome: 'changed-meanwhile' };
      const details = { type, url };
      await insertAudit(tx, { integrationId, actor, action: 'set-webhook-url', sessionId: null, details });
      if (url === null)
        return { outcome: 'removed', cancelled: await removeEndpoint(tx, { integrationId, type }) };
      const gone = await isPausedByOtherUrl(tx, { integrationId, type }, url);
      await saveEndpointUrl(tx, { integrationId, type }, url);
      if (gone) await endPause(tx, { integrationId, type, actor });
      return { outcome: 'set' };
    });
    wake.notify('webhook');
    return set;
  };
