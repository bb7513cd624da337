import {
  limits,
  type PortalAddedKey,
  type PortalAddKeyRequest,
  type PortalIntegration,
  type PortalResumed,
  type PortalVersion,
  type PortalWebhookTested,
  type WebhookTypeName,
  webhookTypeNames,
  type PortalWebhookUrlRequest,
} from '@countersign/contract';
import { settingsOf } from '../../../settings/integration-settings.ts';
import { listIntegrationsById } from '../../../storage/integration/integrations.ts';
import { listEndpoints } from '../../../storage/webhook/webhook-endpoints.ts';
import { addKey } from '../../integration/add-key.ts';
import { deleteKey } from '../../integration/delete-key.ts';
import { listKeys } from '../../integration/list-keys.ts';
import { promoteKey } from '../../integration/promote-key.ts';
import { addressesOf } from '../../session/session-link.ts';
import { resumeEndpoint } from '../../webhook/resume-endpoint.ts';
import { endpointsVersion, setWebhookUrl, urlRefusals } from '../../webhook/set-webhook-url.ts';
import { testableTypes, testWebhook } from '../../webhook/test-webhook.ts';
import type { PortalContext } from '../portal-context.ts';
import { changedMeanwhile, notFound, PortalRefused } from '../portal-refused.ts';
import { may, requireIntegration, requireMay, requireStepUp, type Viewer } from '../viewer.ts';

/** An integration with keys (never their secrets) and URLs. @throws PortalRefused not-found */
export const showIntegration =
  (ctx: PortalContext) =>
  async (viewer: Viewer, integrationId: string): Promise<PortalIntegration> => {
    const integration = requireIntegration(viewer, integrationId);
    const [row] = await listIntegrationsById(ctx.database, integrationId);
    if (!row) throw notFound();
    const endpoints = await listEndpoints(ctx.database, integrationId);
    const keys = await listKeys(ctx)({ integrationId });
    const { id, name, mode, active, apiKey, createdAt } = row;
    return {
      id,
      name,
      mode,
      active,
      apiKey,
      apiUrl: `${addressesOf(ctx.config).api}/v1`,
      createdAt,
      keys: keys.map(({ keyId, label, isMaster, createdAt: madeAt, lastUsedAt }) => ({
        id: keyId,
        label,
        master: isMaster,
        createdAt: madeAt,
        lastUsedAt,
      })),
      keyLimit: limits.sharedSecretKeys,
      webhooks: webhookTypeNames.map((type) => {
        const found = endpoints.find((endpoint) => endpoint.type === type);
        return {
          type,
          url: found?.url ?? null,
          pausedAt: found?.pausedAt ?? null,
          failures: found?.failures ?? 0,
          waiting: found?.waiting ?? 0,
          testable: testableTypes.some((testable) => testable === type),
        };
      }),
      version: endpointsVersion(endpoints),
      canManageKeys: may(viewer, 'manage-keys', integration),
      canManageWebhooks: may(viewer, 'manage-webhooks', integration),
      fourEyes: settingsOf(mode, row.settings).fourEyes,
      canConfigureReviews: may(viewer, 'configure-reviews', integration),
    };
  };

/** @throws PortalRefused not-found, not-allowed, step-up */
function requireKeys(viewer: Viewer, integrationId: string): void {
  requireMay(viewer, 'manage-keys', requireIntegration(viewer, integrationId));
  requireStepUp(viewer);
}

/** Adds a key; its secret is only in this answer. @throws PortalRefused not-found, not-allowed, step-up, too-many-keys */
export const addIntegrationKey =
  (ctx: PortalContext) =>
  async (viewer: Viewer, integrationId: string, { label }: PortalAddKeyRequest): Promise<PortalAddedKey> => {
    requireKeys(viewer, integrationId);
    const added = await addKey(ctx)({ integrationId, label: label.trim(), actor: viewer.actor });
    switch (added.outcome) {
      case 'added':
        return { id: added.keyId, secret: added.secret };
      case 'too-many-keys':
        throw new PortalRefused(
          'too-many-keys',
          `There are already ${limits.sharedSecretKeys} keys: delete one first.`,
        );
      default:
        throw notFound();
    }
  };

/** Identifies a key of an integration. */
export interface KeyOf {
  integrationId: string;
  keyId: string;
}

/** Makes a key the master. @throws PortalRefused not-found, not-allowed, step-up */
export const promoteIntegrationKey =
  (ctx: PortalContext) =>
  async (viewer: Viewer, key: KeyOf): Promise<void> => {
    requireKeys(viewer, key.integrationId);
    const { outcome } = await promoteKey(ctx)({ ...key, actor: viewer.actor });
    if (outcome === 'unknown-key') throw notFound();
  };

/** Deletes a key that is not the master. @throws PortalRefused not-found, not-allowed, step-up, is-master */
export const deleteIntegrationKey =
  (ctx: PortalContext) =>
  async (viewer: Viewer, key: KeyOf): Promise<void> => {
    requireKeys(viewer, key.integrationId);
    const { outcome } = await deleteKey(ctx)({ ...key, actor: viewer.actor });
    if (outcome === 'unknown-key') throw notFound();
    if (outcome === 'is-master')
      throw new PortalRefused('is-master', 'The master key signs webhooks: promote another key first.');
  };

/** Identifies a webhook type of an integration. */
export interface EndpointOf {
  integrationId: string;
  type: WebhookTypeName;
}

/** @throws PortalRefused not-found, not-allowed */
const requireWebhooks = (viewer: Viewer, integrationId: string): void =>
  requireMay(viewer, 'manage-webhooks', requireIntegration(viewer, integrationId));

/**
 * Sets or removes the URL of one type, unless a URL has changed since the viewer saw them.
 * @throws PortalRefused not-found, not-allowed, step-up, invalid, changed-meanwhile
 */
export const changeWebhookUrl =
  (ctx: PortalContext) =>
  async (
    viewer: Viewer,
    key: EndpointOf,
    { url, version }: PortalWebhookUrlRequest,
  ): Promise<PortalVersion> => {
    requireWebhooks(viewer, key.integrationId);
    // These URLs receive decisions about real people.
    if (requireIntegration(viewer, key.integrationId).mode === 'live') requireStepUp(viewer);
    const set = await setWebhookUrl(ctx)({ ...key, url, version, actor: viewer.actor });
    switch (set.outcome) {
      case 'refused':
        throw new PortalRefused('invalid', `url: ${urlRefusals[set.reason]}`, { member: 'url' });
      case 'changed-meanwhile':
        throw changedMeanwhile();
      case 'unknown-integration':
        throw notFound();
      default:
        return { version: endpointsVersion(await listEndpoints(ctx.database, key.integrationId)) };
    }
  };

/** Sends one signed test body. @throws PortalRefused not-found, not-allowed, no-webhook-url */
export const sendTestWebhook =
  (ctx: PortalContext) =>
  async (viewer: Viewer, { integrationId, type }: EndpointOf): Promise<PortalWebhookTested> => {
    requireWebhooks(viewer, integrationId);
    const testable = testableTypes.find((each) => each === type);
    if (testable === undefined) throw notFound();
    const tested = await testWebhook(ctx)({ integrationId, type: testable });
    if (tested.outcome === 'no-url' || tested.outcome === 'no-key')
      throw new PortalRefused('no-webhook-url', 'There is no URL for this type: set one first.');
    const { url: _, ...shown } = tested;
    return shown;
  };

/** Ends the pause of an endpoint. @throws PortalRefused not-found, not-allowed, no-webhook-url */
export const resumeWebhooks =
  (ctx: PortalContext) =>
  async (viewer: Viewer, key: EndpointOf): Promise<PortalResumed> => {
    requireWebhooks(viewer, key.integrationId);
    const resumed = await resumeEndpoint(ctx)({ ...key, actor: viewer.actor });
    if (resumed.outcome === 'unknown-endpoint')
      throw new PortalRefused('no-webhook-url', 'There is no URL for this type: set one first.');
    return { waiting: resumed.waiting };
  };
