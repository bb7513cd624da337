import {
  PortalAddKeyRequest,
  PortalReviewRules,
  PortalAuditPart,
  PortalAuditPartQuery,
  PortalAuditQuery,
  PortalHomeQuery,
  PortalWebhookQuery,
  type WebhookTypeName,
  PortalWebhookUrlRequest,
} from '@countersign/contract';
import { jsonAnswer } from '../public/answer.ts';
import { done, portalRoute, type PortalRoute } from './portal-route.ts';

/** Path parameters of keys and of URLs. */
const keyOf = ([integrationId = '', keyId = '']: readonly string[]) => ({ integrationId, keyId });
const endpointOf = ([integrationId = '', type = '']: readonly string[]) => ({
  integrationId,
  // The path pattern admits exactly these types.
  type: type as WebhookTypeName,
});

const webhookRoutes: readonly PortalRoute[] = [
  portalRoute({
    method: 'GET',
    path: '/webhooks',
    name: 'portal-find-webhooks',
    access: 'viewer',
    query: PortalWebhookQuery,
    answer: async ({ useCases, viewer, query }) =>
      jsonAnswer(200, await useCases.findWebhooks(viewer, query)),
  }),
  portalRoute({
    method: 'GET',
    path: '/webhooks/{id}',
    name: 'portal-webhook',
    access: 'viewer',
    answer: async ({ useCases, viewer, ids: [id = ''] }) =>
      jsonAnswer(200, await useCases.showWebhook(viewer, id)),
  }),
  portalRoute({
    method: 'POST',
    path: '/webhooks/{id}/replay',
    name: 'portal-replay',
    access: 'viewer',
    answer: async ({ useCases, viewer, ids: [id = ''] }) =>
      jsonAnswer(200, await useCases.replayWebhook(viewer, id)),
  }),
];

const integrationRoutes: readonly PortalRoute[] = [
  portalRoute({
    method: 'PUT',
    path: '/integrations/{id}/reviews',
    name: 'portal-change-review-rules',
    access: 'viewer',
    body: PortalReviewRules,
    answer: async ({ useCases, viewer, body, ids: [id = ''] }) => {
      await useCases.changeReviewRules(viewer, id, body);
      return done();
    },
  }),
  portalRoute({
    method: 'GET',
    path: '/integrations/{id}',
    name: 'portal-integration',
    access: 'viewer',
    answer: async ({ useCases, viewer, ids: [id = ''] }) =>
      jsonAnswer(200, await useCases.showIntegration(viewer, id)),
  }),
  portalRoute({
    method: 'POST',
    path: '/integrations/{id}/keys',
    name: 'portal-add-key',
    access: 'viewer',
    body: PortalAddKeyRequest,
    answer: async ({ useCases, viewer, body, ids: [id = ''] }) =>
      jsonAnswer(201, await useCases.addIntegrationKey(viewer, id, body)),
  }),
  portalRoute({
    method: 'POST',
    path: '/integrations/{id}/keys/{id}/promote',
    name: 'portal-promote-key',
    access: 'viewer',
    answer: async ({ useCases, viewer, ids }) => {
      await useCases.promoteIntegrationKey(viewer, keyOf(ids));
      return done();
    },
  }),
  portalRoute({
    method: 'DELETE',
    path: '/integrations/{id}/keys/{id}',
    name: 'portal-delete-key',
    access: 'viewer',
    answer: async ({ useCases, viewer, ids }) => {
      await useCases.deleteIntegrationKey(viewer, keyOf(ids));
      return done();
    },
  }),
  portalRoute({
    method: 'PUT',
    path: '/integrations/{id}/webhooks/{type}',
    name: 'portal-set-webhook-url',
    access: 'viewer',
    body: PortalWebhookUrlRequest,
    answer: async ({ useCases, viewer, body, ids }) =>
      jsonAnswer(200, await useCases.changeWebhookUrl(viewer, endpointOf(ids), body)),
  }),
  portalRoute({
    method: 'POST',
    path: '/integrations/{id}/webhooks/{type}/test',
    name: 'portal-test-webhook',
    access: 'viewer',
    answer: async ({ useCases, viewer, ids }) =>
      jsonAnswer(200, await useCases.sendTestWebhook(viewer, endpointOf(ids))),
  }),
  portalRoute({
    method: 'POST',
    path: '/integrations/{id}/webhooks/{type}/resume',
    name: 'portal-resume-webhooks',
    access: 'viewer',
    answer: async ({ useCases, viewer, ids }) =>
      jsonAnswer(200, await useCases.resumeWebhooks(viewer, endpointOf(ids))),
  }),
];

export const operationRoutes: readonly PortalRoute[] = [
  portalRoute({
    method: 'GET',
    path: '/home',
    name: 'portal-home',
    access: 'viewer',
    query: PortalHomeQuery,
    answer: async ({ useCases, viewer, query }) => jsonAnswer(200, await useCases.showHome(viewer, query)),
  }),
  ...webhookRoutes,
  ...integrationRoutes,
  portalRoute({
    method: 'GET',
    path: '/audit',
    name: 'portal-audit',
    access: 'viewer',
    query: PortalAuditQuery,
    answer: async ({ useCases, viewer, query }) => jsonAnswer(200, await useCases.readAudit(viewer, query)),
  }),
  portalRoute({
    method: 'GET',
    path: '/audit/chains',
    name: 'portal-audit-chains',
    access: 'viewer',
    answer: async ({ useCases, viewer }) => jsonAnswer(200, await useCases.showAuditChains(viewer)),
  }),
  portalRoute({
    method: 'GET',
    path: '/audit/verification',
    name: 'portal-verify-audit',
    access: 'viewer',
    query: PortalAuditPartQuery,
    answer: async ({ useCases, viewer, query }) =>
      jsonAnswer(200, await useCases.verifyAuditLog(viewer, query)),
  }),
  portalRoute({
    method: 'POST',
    path: '/audit/export',
    name: 'portal-export-audit',
    access: 'viewer',
    body: PortalAuditPart,
    answer: async ({ useCases, viewer, body }) =>
      jsonAnswer(200, await useCases.exportAuditLog(viewer, body)),
  }),
];
