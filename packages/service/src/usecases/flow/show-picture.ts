import type { FlowState, FlowVerdict } from '@countersign/contract';
import type { ServiceContext } from '../../context.ts';
import type { DataKey } from '../../encryption/seal.ts';
import { insertAudit } from '../../storage/audit-chain/audit.ts';
import { acceptPicture, listFlowPictures } from '../../storage/flow/flow-pictures.ts';
import { findSession, type SessionRow } from '../../storage/session/sessions.ts';
import { dataKeyOf } from '../session/found-session.ts';
import { readPicture } from '../session/read-pictures.ts';
import { bearerInvalid, change, type FlowPage, lockForPage } from './flow-page.ts';
import { attemptPictures, type AttemptPicture } from './flow-pictures.ts';
import { FlowRefused, stateChanged } from './flow-refused.ts';
import { flowState } from './flow-state.ts';
import { requireStarted } from './require-started.ts';

/** Milliseconds that a request waits for a verdict, and between its polls of the database. */
const verdictMs = 1_450;
const lookMs = 120;

const notYet: FlowVerdict['problems'] = [{ code: 'sys.unavailable', severity: 'unknown' }];

interface OpenedSession {
  session: SessionRow;
  dataKey: DataKey;
}

async function openSession({ database, vault }: ServiceContext, page: FlowPage): Promise<OpenedSession> {
  const session = await findSession(database, page.caller, page.sessionId);
  if (session === 'absent' || session === 'stale') throw bearerInvalid();
  return { session, dataKey: dataKeyOf(vault, page.caller.integrationId, session) };
}

const attemptOf = ({ caller }: FlowPage, { id, attemptId }: SessionRow) => ({
  integrationId: caller.integrationId,
  sessionId: id,
  attemptId,
});

/** A picture of the open attempt. @throws FlowRefused not-found */
async function findPicture(
  ctx: ServiceContext,
  { page, mediaId, opened }: { page: FlowPage; mediaId: string; opened: OpenedSession },
): Promise<AttemptPicture> {
  const pictures = await attemptPictures(ctx.database, attemptOf(page, opened.session), opened.dataKey);
  const picture = pictures.find(({ id }) => id === mediaId);
  if (!picture) throw new FlowRefused('not-found', 'the picture must be one of the attempt under way');
  return picture;
}

/**
 * The verdict about a picture. If there is none in time, the answer is `unknown`, and a later request may get it.
 * @param signal ends the wait when the client disconnects
 * @throws FlowRefused not-found, bearer-invalid
 * @see spec/contract.md A-187
 */
export const pictureVerdict =
  (ctx: ServiceContext) =>
  async (page: FlowPage, mediaId: string, signal: AbortSignal): Promise<FlowVerdict> => {
    const ended = ctx.metrics.flowVerdictSeconds.startTimer();
    const opened = await openSession(ctx, page);
    const until = performance.now() + verdictMs;
    for (;;) {
      const since = ctx.wake.hints('flow');
      const { verdict, retakesLeft } = await findPicture(ctx, { page, mediaId, opened });
      const left = until - performance.now();
      if (verdict !== null || left <= 0 || signal.aborted) {
        const answer = verdict ?? { result: 'unknown', problems: notYet, retakesLeft };
        ended();
        ctx.metrics.flowVerdicts.inc({ result: verdict === null ? 'late' : answer.result });
        return answer;
      }
      await ctx.wake.wait('flow', Math.min(lookMs, left), { signal, since });
    }
  };

/**
 * The person uses a picture with problems, once no more retakes are requested.
 * @throws FlowRefused state-changed while retakes are left, not-found, not-holder, bearer-invalid
 * @see spec/contract.md A-187
 */
export const acceptFlowPicture =
  (ctx: ServiceContext) =>
  async (page: FlowPage, mediaId: string): Promise<FlowState> => {
    await ctx.database.transaction(async (tx) => {
      const locked = await lockForPage(ctx, tx, page);
      await requireStarted(tx, page, locked);
      const attempt = attemptOf(page, locked.session);
      const pictures = await attemptPictures(tx, attempt, locked.dataKey);
      const picture = pictures.find(({ id }) => id === mediaId);
      if (!picture) throw new FlowRefused('not-found', 'the picture must be one of the attempt under way');
      if (picture.usable) return;
      if ((picture.verdict?.retakesLeft ?? 0) > 0)
        throw stateChanged('the picture must be taken again while retakes are left');
      await acceptPicture(tx, { integrationId: attempt.integrationId, mediaId });
      const codes = (picture.verdict?.problems ?? []).map(({ code }) => code).join(' ');
      const details = { mediaId, context: picture.context, codes };
      await insertAudit(tx, { ...attempt, actor: 'flow', action: 'accept-picture', details });
      await change(tx, page, {});
    });
    ctx.wake.notify('flow');
    return flowState(ctx)(page);
  };

/** The bytes of a picture in the attempt in progress. @throws FlowRefused not-found, bearer-invalid */
export const previewPicture =
  (ctx: ServiceContext) =>
  async (page: FlowPage, mediaId: string): Promise<{ mimetype: string; bytes: Uint8Array }> => {
    const { session, dataKey } = await openSession(ctx, page);
    const attempt = attemptOf(page, session);
    const row = (await listFlowPictures(ctx.database, attempt)).find((one) => one.mediaId === mediaId);
    if (!row) throw new FlowRefused('not-found', 'the picture must be one of the attempt under way');
    const bytes = await readPicture(ctx.blobs, { key: attempt, row: { ...row, id: mediaId }, dataKey });
    return { mimetype: row.mimetype, bytes };
  };
