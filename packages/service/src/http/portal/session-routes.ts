import {
  extensionOf,
  jsonContentType,
  PortalAssigneeChange,
  PortalCreateSessionRequest,
  PortalEvidenceQuery,
  PortalFraudReportRequest,
  type PortalHitProposed,
  PortalHitReviewRequest,
  PortalNoteRequest,
  PortalRedactRequest,
  PortalRevealRequest,
  PortalReviewRequest,
  PortalScreeningQuery,
  PortalSessionQuery,
} from '@countersign/contract';
import { type Answer, jsonAnswer, jsonBytes } from '../public/answer.ts';
import { createDownloadSlots } from '../public/intake/download-slots.ts';
import { whileConnected } from '../public/intake/while-connected.ts';
import { done, portalRoute, type PortalRoute, type ViewerCall } from './portal-route.ts';

const slots = createDownloadSlots();

/** One media file, verified against the digest of the upload before its first byte is sent. */
async function medium({ useCases, viewer, exchange, ids }: ViewerCall<unknown, unknown>): Promise<Answer> {
  const [sessionId = '', mediaId = ''] = ids;
  const signal = whileConnected(exchange);
  const observe = () => slots.pace();
  const media = await slots.run(viewer.organisation.id, signal, () =>
    useCases.viewMedium(viewer, { sessionId, mediaId, signal, observe }),
  );
  const extension = extensionOf(media.mimetype);
  return {
    status: 200,
    headers: {
      'content-type': media.mimetype,
      'content-disposition': `inline; filename="${mediaId}.${extension}"`,
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': `default-src 'none'; sandbox`,
    },
    // Unsigned, because it goes to a browser.
    body: { open: () => media.read(), size: media.size, signature: '' },
  };
}

/** The bytes of GET decision, signed in the same way. */
async function decision({ useCases, viewer, exchange, ids: [sessionId = ''] }: ViewerCall<unknown, unknown>) {
  const { bytes, keys } = await useCases.viewDecision(viewer, sessionId);
  const key = keys?.secrets[0];
  if (keys && key) exchange.signer = { integration: keys, key };
  return jsonBytes(200, bytes);
}

const evidenceTypes = { html: 'text/html; charset=utf-8', json: jsonContentType } as const;

/** A screening's evidence as a file: never displayed on this origin. */
async function evidence({
  useCases,
  viewer,
  query: { form = 'html' },
  ids: [sessionId = ''],
}: ViewerCall<unknown, PortalEvidenceQuery>): Promise<Answer> {
  const text = await useCases.viewEvidence(viewer, sessionId, form);
  return {
    status: 200,
    headers: {
      'content-type': evidenceTypes[form],
      'content-disposition': `attachment; filename="screening-${sessionId}.${form}"`,
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': `default-src 'none'; sandbox`,
    },
    body: Buffer.from(text),
  };
}

/** Actions on a proposal, by a second person and by its author. */
const proposalRoutes: readonly PortalRoute[] = (
  [
    ['POST', '/sessions/{id}/proposals/{id}/confirm', 'confirm'],
    ['POST', '/sessions/{id}/proposals/{id}/reject', 'reject'],
    ['DELETE', '/sessions/{id}/proposals/{id}', 'withdraw'],
  ] as const
).map(([method, path, verb]) =>
  portalRoute({
    method,
    path,
    name: `portal-${verb}-proposal`,
    access: 'viewer',
    answer: async ({ useCases, viewer, ids: [sessionId = '', proposalId = ''] }) => {
      await useCases[`${verb}Proposal`](viewer, { sessionId, proposalId });
      return done();
    },
  }),
);

export const sessionRoutes: readonly PortalRoute[] = [
  ...proposalRoutes,
  portalRoute({
    method: 'GET',
    path: '/sessions',
    name: 'portal-find-sessions',
    access: 'viewer',
    query: PortalSessionQuery,
    answer: async ({ useCases, viewer, query }) =>
      jsonAnswer(200, await useCases.findSessions(viewer, query)),
  }),
  portalRoute({
    method: 'POST',
    path: '/sessions',
    name: 'portal-create-session',
    access: 'viewer',
    body: PortalCreateSessionRequest,
    answer: async ({ useCases, viewer, body }) => jsonAnswer(201, await useCases.openSession(viewer, body)),
  }),
  portalRoute({
    method: 'GET',
    path: '/sessions/{id}',
    name: 'portal-session',
    access: 'viewer',
    answer: async ({ useCases, viewer, ids: [id = ''] }) =>
      jsonAnswer(200, await useCases.showSessionPage(viewer, id)),
  }),
  portalRoute({
    method: 'DELETE',
    path: '/sessions/{id}',
    name: 'portal-delete-session',
    access: 'viewer',
    answer: async ({ useCases, viewer, ids: [id = ''] }) => {
      await useCases.removeSession(viewer, id);
      return done();
    },
  }),
  portalRoute({
    method: 'POST',
    path: '/sessions/{id}/redact',
    name: 'portal-redact-session',
    access: 'viewer',
    body: PortalRedactRequest,
    answer: async ({ useCases, viewer, body, ids: [id = ''] }) => {
      await useCases.redactSession(viewer, id, body);
      return done();
    },
  }),
  portalRoute({
    method: 'POST',
    path: '/sessions/{id}/reveal',
    name: 'portal-reveal',
    access: 'viewer',
    body: PortalRevealRequest,
    answer: async ({ useCases, viewer, body, ids: [id = ''] }) =>
      jsonAnswer(200, await useCases.revealSession(viewer, id, body)),
  }),
  portalRoute({
    method: 'GET',
    path: '/sessions/{id}/media/{id}',
    name: 'portal-media',
    access: 'viewer',
    answer: medium,
  }),
  portalRoute({
    method: 'GET',
    path: '/sessions/{id}/decision',
    name: 'portal-decision',
    access: 'viewer',
    answer: decision,
  }),
  portalRoute({
    method: 'POST',
    path: '/sessions/{id}/review',
    name: 'portal-review',
    access: 'viewer',
    body: PortalReviewRequest,
    answer: async ({ useCases, viewer, body, ids: [id = ''] }) =>
      jsonAnswer(200, await useCases.decideReview(viewer, id, body)),
  }),
  portalRoute({
    method: 'POST',
    path: '/sessions/{id}/notes',
    name: 'portal-note',
    access: 'viewer',
    body: PortalNoteRequest,
    answer: async ({ useCases, viewer, body, ids: [id = ''] }) => {
      await useCases.addNote(viewer, id, body);
      return done();
    },
  }),
  portalRoute({
    method: 'POST',
    path: '/sessions/{id}/fraud-report',
    name: 'portal-report-fraud',
    access: 'viewer',
    body: PortalFraudReportRequest,
    answer: async ({ useCases, viewer, body, ids: [id = ''] }) => {
      await useCases.reportAsFraud(viewer, id, body);
      return done();
    },
  }),
  portalRoute({
    method: 'GET',
    path: '/screening',
    name: 'portal-screening-queue',
    access: 'viewer',
    query: PortalScreeningQuery,
    answer: async ({ useCases, viewer, query }) =>
      jsonAnswer(200, await useCases.showScreeningQueue(viewer, query)),
  }),
  portalRoute({
    method: 'POST',
    path: '/sessions/{id}/hits/{id}/review',
    name: 'portal-review-hit',
    access: 'viewer',
    body: PortalHitReviewRequest,
    answer: async ({ useCases, viewer, body, ids: [sessionId = '', hitId = ''] }) => {
      const { proposed } = await useCases.reviewHit(viewer, { sessionId, hitId }, body);
      return proposed ? jsonAnswer(202, { proposed: true } satisfies PortalHitProposed) : done();
    },
  }),
  portalRoute({
    method: 'GET',
    path: '/sessions/{id}/screening/evidence',
    name: 'portal-screening-evidence',
    access: 'viewer',
    query: PortalEvidenceQuery,
    isCostly: true,
    answer: evidence,
  }),
  portalRoute({
    method: 'POST',
    path: '/sessions/{id}/screening/acknowledge',
    name: 'portal-acknowledge-changes',
    access: 'viewer',
    answer: async ({ useCases, viewer, ids: [id = ''] }) => {
      await useCases.acknowledgeScreening(viewer, id);
      return done();
    },
  }),
  portalRoute({
    method: 'PUT',
    path: '/sessions/{id}/screening/assignee',
    name: 'portal-assign-screening',
    access: 'viewer',
    body: PortalAssigneeChange,
    answer: async ({ useCases, viewer, body, ids: [id = ''] }) => {
      await useCases.assignScreening(viewer, id, body);
      return done();
    },
  }),
  portalRoute({
    method: 'DELETE',
    path: '/sessions/{id}/monitoring',
    name: 'portal-end-monitoring',
    access: 'viewer',
    answer: async ({ useCases, viewer, ids: [id = ''] }) => {
      await useCases.endMonitoring(viewer, id);
      return done();
    },
  }),
];
