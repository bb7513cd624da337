import { brandLimits, PortalBrandingChange } from '@countersign/contract';
import { jsonAnswer } from '../public/answer.ts';
import { notFound } from '../../usecases/portal/portal-refused.ts';
import { portalRoute, type PortalRoute } from './portal-route.ts';

/** Allows twice the largest logo in Base64, so that an oversized one is rejected with its size, plus the texts. */
const changeBytes = 3 * brandLimits.logo.bytes;

/** Routes for an integration's branding. */
export const brandingRoutes: readonly PortalRoute[] = [
  portalRoute({
    method: 'GET',
    path: '/integrations/{id}/branding',
    name: 'portal-branding',
    access: 'viewer',
    answer: async ({ useCases, viewer, ids: [id = ''] }) =>
      jsonAnswer(200, await useCases.showBranding(viewer, id)),
  }),
  portalRoute({
    method: 'PUT',
    path: '/integrations/{id}/branding',
    name: 'portal-change-branding',
    access: 'viewer',
    bodyBytes: changeBytes,
    body: PortalBrandingChange,
    answer: async ({ useCases, viewer, body, ids: [id = ''] }) =>
      jsonAnswer(200, await useCases.changeBranding(viewer, id, body)),
  }),
  portalRoute({
    method: 'GET',
    path: '/integrations/{id}/branding/preview',
    name: 'portal-branding-preview',
    access: 'viewer',
    answer: ({ useCases, viewer, preview, ids: [id = ''] }) => {
      useCases.requireBrandingPreview(viewer, id);
      const page = preview();
      if (page === null) throw notFound();
      return Promise.resolve(page);
    },
  }),
];
