import { PortalOrganisationChange, PortalRetentionChange } from '@countersign/contract';
import { jsonAnswer } from '../public/answer.ts';
import { done, portalRoute, type PortalRoute } from './portal-route.ts';

/** Routes for the name and rules of the organisation. */
export const organisationRoutes: readonly PortalRoute[] = [
  portalRoute({
    method: 'GET',
    path: '/organisation',
    name: 'portal-organisation',
    access: 'viewer',
    answer: async ({ useCases, viewer, knock }) =>
      jsonAnswer(200, await useCases.showOrganisation(viewer, knock)),
  }),
  portalRoute({
    method: 'PUT',
    path: '/organisation',
    name: 'portal-change-organisation',
    access: 'viewer',
    body: PortalOrganisationChange,
    answer: async ({ useCases, viewer, body, knock }) => {
      await useCases.changeOrganisation(viewer, body, knock);
      return done();
    },
  }),
  portalRoute({
    method: 'PUT',
    path: '/integrations/{id}/retention',
    name: 'portal-shorten-retention',
    access: 'viewer',
    body: PortalRetentionChange,
    answer: async ({ useCases, viewer, body, ids: [id = ''] }) => {
      await useCases.shortenRetention(viewer, id, body);
      return done();
    },
  }),
];
