import {
  PortalAddStatusRequest,
  PortalBulkStatusRequest,
  PortalDefineStatusRequest,
  PortalStatusChange,
} from '@countersign/contract';
import { jsonAnswer } from '../public/answer.ts';
import { done, portalRoute, type PortalRoute } from './portal-route.ts';

/** Routes for an integration's own statuses: their definitions, and their use on attempts. */
export const statusRoutes: readonly PortalRoute[] = [
  portalRoute({
    method: 'GET',
    path: '/integrations/{id}/statuses',
    name: 'portal-statuses',
    access: 'viewer',
    answer: async ({ useCases, viewer, ids: [id = ''] }) =>
      jsonAnswer(200, await useCases.showStatuses(viewer, id)),
  }),
  portalRoute({
    method: 'POST',
    path: '/integrations/{id}/statuses',
    name: 'portal-define-status',
    access: 'viewer',
    body: PortalDefineStatusRequest,
    answer: async ({ useCases, viewer, body, ids: [id = ''] }) =>
      jsonAnswer(201, await useCases.defineStatus(viewer, id, body)),
  }),
  portalRoute({
    method: 'PATCH',
    path: '/integrations/{id}/statuses/{id}',
    name: 'portal-change-status',
    access: 'viewer',
    body: PortalStatusChange,
    answer: async ({ useCases, viewer, body, ids: [integrationId = '', statusId = ''] }) => {
      await useCases.changeStatus(viewer, { integrationId, statusId }, body);
      return done();
    },
  }),
  portalRoute({
    method: 'POST',
    path: '/sessions/statuses',
    name: 'portal-change-statuses',
    access: 'viewer',
    isCostly: true,
    body: PortalBulkStatusRequest,
    answer: async ({ useCases, viewer, body }) =>
      jsonAnswer(200, await useCases.changeStatuses(viewer, body)),
  }),
  portalRoute({
    method: 'POST',
    path: '/sessions/{id}/statuses',
    name: 'portal-add-status',
    access: 'viewer',
    body: PortalAddStatusRequest,
    answer: async ({ useCases, viewer, body, ids: [id = ''] }) =>
      jsonAnswer(201, await useCases.addStatus(viewer, id, body)),
  }),
  portalRoute({
    method: 'DELETE',
    path: '/sessions/{id}/statuses/{id}',
    name: 'portal-remove-status',
    access: 'viewer',
    answer: async ({ useCases, viewer, ids: [sessionId = '', entryId = ''] }) => {
      await useCases.removeStatus(viewer, { sessionId, entryId });
      return done();
    },
  }),
];
