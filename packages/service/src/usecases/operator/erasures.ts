import { failpoint } from '../../runtime/failpoint.ts';
import type { ServiceContext } from '../../context.ts';
import { insertAudit } from '../../storage/audit-chain/audit.ts';
import {
  eraseDescriptors,
  lockAnySession,
  tombstonePictures,
  tombstoneSession,
} from '../../storage/session/deletions.ts';
import type { Tx } from '../../storage/engine/database.ts';
import {
  type ErasureFilter,
  type ErasureRow,
  type ErasureScope,
  finishErasure,
  insertErasure,
  listErasures as list,
} from '../../storage/session/erasures.ts';
import { insertJob } from '../../storage/job/jobs.ts';
import { redactIn } from '../session/redaction.ts';
import { withdrawAll } from '../../storage/webhook/webhooks.ts';

/** Proof of what was erased, newest first. */
export const listErasures =
  ({ database }: Pick<ServiceContext, 'database'>) =>
  (input: {
    filter: ErasureFilter;
    /** Maximum number; `null`: all. */
    limit: number | null;
  }): Promise<ErasureRow[]> =>
    list(database, input.filter, input.limit);

/** An earlier erasure, from a saved list. */
export interface ErasedBefore {
  integrationId: string;
  sessionId: string;
  scope: ErasureScope;
}

/**
 * Repeats erasures of data that a restored backup brought back, in whatever state it is there. Data already erased is skipped.
 * @returns how many were repeated
 */
export const replayErasures =
  (ctx: Pick<ServiceContext, 'database' | 'vault' | 'wake'>) =>
  async (input: {
    erasures: Iterable<ErasedBefore>;
    actor: string;
    /** Reports how many have been processed. */
    onErasure?: (looked: number) => void;
  }): Promise<number> => {
    let erased = 0;
    let looked = 0;
    for (const one of input.erasures) {
      input.onErasure?.((looked += 1));
      const isErased = await ctx.database.transaction(async (tx) => {
        const repeated = await eraseAgain(tx, ctx, { ...one, actor: input.actor });
        await failpoint('erasure-repeated-uncommitted');
        return repeated;
      });
      await failpoint('erasure-repeated-committed');
      if (isErased) erased += 1;
    }
    if (erased > 0) ctx.wake.notify('job');
    return erased;
  };

async function eraseAgain(
  tx: Tx,
  ctx: Pick<ServiceContext, 'vault'>,
  { integrationId, sessionId, scope, actor }: ErasedBefore & { actor: string },
): Promise<boolean> {
  const key = { integrationId, sessionId };
  if (scope === 'redaction') {
    const { outcome } = await redactIn(tx, ctx, { key, actor, evenSo: true });
    if (outcome === 'redacted') await insertAudit(tx, { ...key, actor, action: 'redact-session-again' });
    // The backup predates the session's end: there is no decision yet that could be kept.
    if (outcome === 'not-ended') return eraseAgain(tx, ctx, { ...key, scope: 'session', actor });
    return outcome === 'redacted';
  }
  const found = await lockAnySession(tx, key);
  if (!found) return false;
  if (scope === 'pictures' && found.picturesDeleted) return false;
  if (scope === 'descriptors' && !(await eraseDescriptors(tx, key))) return false;
  await insertErasure(tx, { ...key, scope, actor });
  if (scope === 'descriptors') await finishErasure(tx, { ...key, scope, files: 0 });
  if (scope === 'pictures') await tombstonePictures(tx, key);
  if (scope === 'session') {
    await tombstoneSession(tx, integrationId, { id: sessionId, status: found.status });
    await withdrawAll(tx, key);
  }
  if (scope !== 'descriptors') await insertJob(tx, { ...key, kind: 'erase-session', attemptId: null });
  const from = scope === 'session' ? found.status : null;
  await insertAudit(tx, { ...key, actor, action: `erase-${scope}-again`, from });
  return true;
}
