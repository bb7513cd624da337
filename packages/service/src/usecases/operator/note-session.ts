import type { ServiceContext } from '../../context.ts';
import { sealText } from '../../encryption/seal.ts';
import { insertAudit } from '../../storage/audit-chain/audit.ts';
import { findNewestAttempt, lockAttempt } from '../../storage/session/decisions.ts';
import type { Tx } from '../../storage/engine/database.ts';
import { decryptAttempt, type DecryptedAttempt } from '../session/record-decision.ts';

/** Maximum number of characters in a note. */
export const longestNote = 4_000;

/** Label that the encryption of a note is bound to. */
export const noteLabel = 'audit-note';

/** A free-text note about a session. */
export interface NoteSession {
  integrationId: string;
  sessionId: string;
  /** At most `longestNote` characters. */
  note: string;
  /** The author for the audit log. */
  actor: string;
}

/** Adds a note to a session's history; it is sealed with the session's data and erased with it. */
export const noteSession =
  (ctx: ServiceContext) =>
  (input: NoteSession): Promise<{ outcome: 'noted' | 'unknown-session' }> =>
    ctx.database.transaction(async (tx) => {
      const attemptId = await findNewestAttempt(tx, input);
      if (attemptId === null) return { outcome: 'unknown-session' };
      const key = { integrationId: input.integrationId, sessionId: input.sessionId, attemptId };
      const row = await lockAttempt(tx, key);
      const opened = row && decryptAttempt(ctx, key, row);
      if (!opened) return { outcome: 'unknown-session' };
      await insertNote(tx, opened, input);
      return { outcome: 'noted' };
    });

/** Records a note in the transaction it belongs to. */
export const insertNote = (
  tx: Tx,
  { key, dataKey }: Pick<DecryptedAttempt, 'key' | 'dataKey'>,
  { note, actor }: Pick<NoteSession, 'note' | 'actor'>,
): Promise<void> =>
  insertAudit(tx, { ...key, actor, action: 'note', note: sealText(dataKey, noteLabel, note) });
