import { PortalExportRequest } from '@countersign/contract';
import { type Answer, jsonAnswer } from '../public/answer.ts';
import { done, portalRoute, type PortalRoute, type ViewerCall } from './portal-route.ts';

const types = { csv: 'text/csv; charset=utf-8', jsonl: 'application/jsonl; charset=utf-8' } as const;

async function file({ useCases, viewer, ids: [id = ''] }: ViewerCall<unknown, unknown>): Promise<Answer> {
  const { name, format, open } = await useCases.downloadExport(viewer, id);
  return {
    status: 200,
    headers: {
      'content-type': types[format],
      'content-disposition': `attachment; filename="${name}"`,
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': `default-src 'none'; sandbox`,
    },
    // Unsigned, because it goes to a browser. Its length depends on what has been erased since.
    body: { open: () => Promise.resolve(open()), size: null, signature: '' },
  };
}

/** Routes for exports of sessions. */
export const exportRoutes: readonly PortalRoute[] = [
  portalRoute({
    method: 'GET',
    path: '/exports',
    name: 'portal-find-exports',
    access: 'viewer',
    answer: async ({ useCases, viewer }) => jsonAnswer(200, await useCases.findExports(viewer)),
  }),
  portalRoute({
    method: 'POST',
    path: '/exports',
    name: 'portal-request-export',
    access: 'viewer',
    body: PortalExportRequest,
    answer: async ({ useCases, viewer, body }) => jsonAnswer(201, await useCases.requestExport(viewer, body)),
  }),
  portalRoute({
    method: 'DELETE',
    path: '/exports/{id}',
    name: 'portal-cancel-export',
    access: 'viewer',
    answer: async ({ useCases, viewer, ids: [id = ''] }) => {
      await useCases.cancelExport(viewer, id);
      return done();
    },
  }),
  portalRoute({
    method: 'GET',
    path: '/exports/{id}/file',
    name: 'portal-download-export',
    access: 'viewer',
    isCostly: true,
    answer: file,
  }),
];
