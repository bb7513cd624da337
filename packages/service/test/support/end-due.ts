import { listDueSessions } from '../../src/storage/session/due-sessions.ts';
import { endSession } from '../../src/usecases/session/end-session.ts';
import type { TestApi } from './api.ts';

/** Ends what is due of one integration; the database is that of every file of a process, and others leave sessions that nothing opens. */
export async function endDue({ ctx }: TestApi, { integrationId }: { integrationId: string }): Promise<void> {
  const due = await listDueSessions(ctx.database, { limit: 10_000, except: [] });
  for (const session of due) if (session.integrationId === integrationId) await endSession(ctx)(session);
}
