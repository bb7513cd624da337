import type { ServiceContext } from '../../context.ts';
import { type DataKey, unsealText } from '../../encryption/seal.ts';
import { type AuditFilter, type AuditRow, listAudit as list } from '../../storage/operator/list-audit.ts';
import { findSessionKeys } from '../../storage/webhook/webhooks.ts';
import { unsealKept } from '../session/redaction.ts';
import { noteLabel } from './note-session.ts';

/** A recorded change with its decrypted note; `null` without one, or once its session is erased or redacted. */
export type ListedChange = Omit<AuditRow, 'note'> & { note: string | null };

/** Who changed what and when, newest first. Notes are included only on request: they are free text about a session. */
export const listAudit =
  (ctx: Pick<ServiceContext, 'database' | 'vault'>) =>
  async (input: { filter: AuditFilter; limit: number; withNotes: boolean }): Promise<ListedChange[]> => {
    const rows = await list(ctx.database, input.filter, input.limit);
    const read = input.withNotes ? await noteReader(ctx, rows) : () => null;
    return rows.map(({ note, ...row }) => ({ ...row, note: note && read(row, note) }));
  };

type Written = Pick<AuditRow, 'integrationId' | 'sessionId'>;

async function noteReader({ database, vault }: Pick<ServiceContext, 'database' | 'vault'>, rows: AuditRow[]) {
  const noted = rows.filter(({ note }) => note !== null);
  const keys = new Map<string, { dataKey: DataKey; redacted: boolean }>();
  for (const integrationId of new Set(noted.map((row) => row.integrationId))) {
    const sessionIds = noted
      .filter((row) => row.integrationId === integrationId)
      .flatMap(({ sessionId }) => sessionId ?? []);
    for (const key of await findSessionKeys(database, { integrationId, sessionIds }))
      keys.set(`${integrationId}/${key.sessionId}`, {
        dataKey: vault.openDataKey({ integrationId, ...key }),
        redacted: key.redacted,
      });
  }
  return ({ integrationId, sessionId }: Written, note: Uint8Array): string | null => {
    const key = keys.get(`${integrationId}/${sessionId ?? ''}`);
    return key ? unsealKept(key, () => unsealText(key.dataKey, noteLabel, note)) : null;
  };
}
