import {
  PortalAdvanceClock,
  PortalCheckSignature,
  PortalFlowChange,
  PortalRecoverableQuery,
  PortalRecoverRequest,
  PortalRequestQuery,
} from '@countersign/contract';
import { jsonAnswer } from '../public/answer.ts';
import { portalRoute, type PortalRoute } from './portal-route.ts';

/** Maximum bytes of a request that contains a whole webhook as JSON text. */
const webhookBytes = 1_048_576;

const requestRoutes: readonly PortalRoute[] = [
  portalRoute({
    method: 'GET',
    path: '/status',
    name: 'portal-system-status',
    access: 'viewer',
    answer: async ({ useCases, viewer }) => jsonAnswer(200, await useCases.showSystemStatus(viewer)),
  }),
  portalRoute({
    method: 'GET',
    path: '/requests',
    name: 'portal-find-requests',
    access: 'viewer',
    query: PortalRequestQuery,
    answer: async ({ useCases, viewer, query }) =>
      jsonAnswer(200, await useCases.findRequests(viewer, query)),
  }),
  portalRoute({
    method: 'GET',
    path: '/requests/{id}',
    name: 'portal-request',
    access: 'viewer',
    answer: async ({ useCases, viewer, ids: [id = ''] }) =>
      jsonAnswer(200, await useCases.showRequest(viewer, id)),
  }),
];

const sandboxRoutes: readonly PortalRoute[] = [
  portalRoute({
    method: 'GET',
    path: '/integrations/{id}/sandbox',
    name: 'portal-sandbox',
    access: 'viewer',
    answer: async ({ useCases, viewer, ids: [id = ''] }) =>
      jsonAnswer(200, await useCases.showSandbox(viewer, id)),
  }),
  portalRoute({
    method: 'POST',
    path: '/integrations/{id}/sandbox/clock',
    name: 'portal-advance-clock',
    access: 'viewer',
    body: PortalAdvanceClock,
    answer: async ({ useCases, viewer, body, ids: [id = ''] }) =>
      jsonAnswer(200, await useCases.advanceSandboxClock(viewer, id, body)),
  }),
];

const flowRoutes: readonly PortalRoute[] = [
  portalRoute({
    method: 'GET',
    path: '/integrations/{id}/flow',
    name: 'portal-flow-settings',
    access: 'viewer',
    answer: async ({ useCases, viewer, ids: [id = ''] }) =>
      jsonAnswer(200, await useCases.showFlowSettings(viewer, id)),
  }),
  portalRoute({
    method: 'PUT',
    path: '/integrations/{id}/flow',
    name: 'portal-change-flow-settings',
    access: 'viewer',
    body: PortalFlowChange,
    answer: async ({ useCases, viewer, body, ids: [id = ''] }) =>
      jsonAnswer(200, await useCases.changeFlowSettings(viewer, id, body)),
  }),
];

const repairRoutes: readonly PortalRoute[] = [
  portalRoute({
    method: 'GET',
    path: '/integrations/{id}/webhooks/failed',
    name: 'portal-count-failed-webhooks',
    access: 'viewer',
    query: PortalRecoverableQuery,
    answer: async ({ useCases, viewer, query, ids: [id = ''] }) =>
      jsonAnswer(200, await useCases.countFailedWebhooks(viewer, id, query.since)),
  }),
  portalRoute({
    method: 'POST',
    path: '/integrations/{id}/webhooks/recover',
    name: 'portal-recover-webhooks',
    access: 'viewer',
    body: PortalRecoverRequest,
    answer: async ({ useCases, viewer, body, ids: [id = ''] }) =>
      jsonAnswer(200, await useCases.recoverFailedWebhooks(viewer, id, body)),
  }),
  portalRoute({
    method: 'POST',
    path: '/integrations/{id}/webhooks/check',
    name: 'portal-check-signature',
    access: 'viewer',
    isCostly: true,
    bodyBytes: webhookBytes,
    body: PortalCheckSignature,
    answer: async ({ useCases, viewer, body, ids: [id = ''] }) =>
      jsonAnswer(200, await useCases.checkSignature(viewer, id, body)),
  }),
];

/** Routes for developers: requests, the sandbox, pages that show the flow, and failed webhooks. */
export const developerRoutes: readonly PortalRoute[] = [
  ...requestRoutes,
  ...sandboxRoutes,
  ...flowRoutes,
  ...repairRoutes,
];
