import type {
  PortalReplayed,
  PortalWebhook,
  PortalWebhookQuery,
  PortalWebhooks,
} from '@countersign/contract';
import type { OwnIntegration } from '../../../storage/portal/organisations.ts';
import {
  listPortalWebhooks,
  type PortalWebhookLine,
  readWebhookCursor,
  webhookCursor,
} from '../../../storage/portal/portal-webhooks.ts';
import { findReveal } from '../../../storage/portal/sign-ins.ts';
import { listWebhooks } from '../../webhook/list-webhooks.ts';
import { replayWebhooks } from '../../webhook/replay-webhooks.ts';
import { showWebhookBody } from '../../webhook/show-webhook-body.ts';
import { badCursor, pageSize } from '../page-of.ts';
import type { PortalContext } from '../portal-context.ts';
import { notFound, PortalRefused } from '../portal-refused.ts';
import { noteView } from '../session/session-data.ts';
import { may, reachFor, requireIntegration, requireMay, type Viewer } from '../viewer.ts';

/** Recorded webhooks that the viewer has access to, newest first. @throws PortalRefused not-allowed, not-found, invalid */
export const findWebhooks =
  ({ database }: PortalContext) =>
  async (viewer: Viewer, query: PortalWebhookQuery): Promise<PortalWebhooks> => {
    const limit = pageSize(query.limit);
    const lines = await listPortalWebhooks(database, {
      integrationIds: reachFor(viewer, 'read-webhooks', query.integration),
      type: query.type ?? null,
      state: query.state ?? null,
      sessionId: query.session ?? null,
      since: query.since ?? null,
      before: query.cursor === undefined ? null : (readWebhookCursor(query.cursor) ?? badCursor()),
      limit: limit + 1,
    });
    const last = lines.length > limit ? lines[limit - 1] : undefined;
    return {
      rows: lines.slice(0, limit).map(rowOf),
      next: last === undefined ? null : webhookCursor(last),
    };
  };

/** The entry as returned to the page. */
const rowOf = (line: PortalWebhookLine): PortalWebhooks['rows'][number] => ({
  id: line.id,
  integrationId: line.integrationId,
  type: line.type,
  sessionId: line.sessionId,
  state: line.state,
  attempts: line.attempts,
  createdAt: line.createdAt,
  lastAttemptAt: line.lastAttemptAt,
  lastHttpStatus: line.lastHttpStatus,
  lastError: line.lastError,
  nextAttemptAt: line.nextAttemptAt,
});

/** @throws PortalRefused not-found, not-allowed */
async function reachWebhook({ database }: PortalContext, viewer: Viewer, webhookId: string) {
  const [line] = await listPortalWebhooks(database, {
    integrationIds: viewer.integrations.map(({ id }) => id),
    webhookId,
    type: null,
    state: null,
    sessionId: null,
    since: null,
    before: null,
    limit: 1,
  });
  if (!line) throw notFound();
  const integration = requireIntegration(viewer, line.integrationId);
  requireMay(viewer, 'read-webhooks', integration);
  return { line, integration };
}

/** One webhook with its attempts, and its body if the viewer can see the session's data. @throws PortalRefused not-found, not-allowed */
export const showWebhook =
  (ctx: PortalContext) =>
  async (viewer: Viewer, webhookId: string): Promise<PortalWebhook> => {
    const { line, integration } = await reachWebhook(ctx, viewer, webhookId);
    const { webhooks } = await listWebhooks(ctx)({ filter: { integrationId: integration.id, webhookId } });
    const shown = await bodyOf(ctx, viewer, { line, integration });
    const seesAnswers = shown.body !== null;
    return {
      ...rowOf(line),
      ...shown,
      deliveries: (webhooks[0]?.deliveries ?? []).map((delivery) => ({
        attempt: delivery.attempt,
        startedAt: delivery.startedAt,
        ms: delivery.ms,
        address: delivery.address,
        tls: delivery.tls,
        httpStatus: delivery.httpStatus,
        errorClass: delivery.errorClass,
        // A receiver may echo what it was sent.
        response: seesAnswers ? delivery.response : null,
      })),
      canReplay: line.replayable && may(viewer, 'manage-webhooks', integration),
    };
  };

interface Reached {
  line: PortalWebhookLine;
  integration: OwnIntegration;
}

async function bodyOf(
  ctx: PortalContext,
  viewer: Viewer,
  { line, integration }: Reached,
): Promise<Pick<PortalWebhook, 'body' | 'bodyWithheld'>> {
  if (!may(viewer, 'reveal', integration)) return { body: null, bodyWithheld: 'not-allowed' };
  const { id: webhookId, sessionId } = line;
  const key = { signInId: viewer.signInId, integrationId: integration.id, sessionId: sessionId ?? '' };
  if (sessionId !== null && (await findReveal(ctx.database, key)) === null)
    return { body: null, bodyWithheld: 'reveal-required' };
  const found = await showWebhookBody(ctx)({ integrationId: integration.id, webhookId });
  if (found.outcome !== 'shown') return { body: null, bodyWithheld: 'erased' };
  const view = { integrationId: integration.id, sessionId, action: 'view-webhook-body' as const };
  await noteView(ctx, viewer, { ...view, details: { webhookId } });
  return { body: found.body, bodyWithheld: null };
}

/** Resends one webhook: same id, same bytes, new signature. @throws PortalRefused not-found, not-allowed, being-processed */
export const replayWebhook =
  (ctx: PortalContext) =>
  async (viewer: Viewer, webhookId: string): Promise<PortalReplayed> => {
    const { integration } = await reachWebhook(ctx, viewer, webhookId);
    requireMay(viewer, 'manage-webhooks', integration);
    const filter = { integrationId: integration.id, webhookId };
    const { count } = await replayWebhooks(ctx)({ filter, dryRun: false, actor: viewer.actor });
    if (count === 0)
      throw new PortalRefused(
        'being-processed',
        'The webhook cannot be sent again: it is waiting already, was withdrawn or erased, or its type has no URL.',
      );
    return { count };
  };
