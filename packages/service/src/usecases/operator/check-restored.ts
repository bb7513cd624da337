import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Vault } from '../../signing/vault.ts';
import type { Database, Row } from '../../storage/engine/database.ts';

/** Content of a restored database, and whether it is readable. */
export interface CheckedRestore {
  sessions: number;
  integrations: number;
  pictures: number;
  /** Media whose blob is missing. */
  missingPictures: string[];
  /** Sessions whose data key cannot be opened with the key-encryption key. */
  unreadableSessions: string[];
}

const page = 5_000;

/**
 * Opens every session's data key and looks for every picture. Opening the vault already proved the key-encryption key.
 * @param blobs directory of the pictures
 */
export async function checkRestored(
  { database, vault }: { database: Database; vault: Vault },
  blobs: string,
): Promise<CheckedRestore> {
  const [counts] = await database.query<{ sessions: number; integrations: number; pictures: number }>(
    `select (select count(*)::int from session) as sessions, (select count(*)::int from integration) as integrations,
       (select count(*)::int from media) as pictures`,
  );
  return {
    sessions: counts?.sessions ?? 0,
    integrations: counts?.integrations ?? 0,
    pictures: counts?.pictures ?? 0,
    missingPictures: await missingPictures(database, blobs),
    unreadableSessions: await unreadableSessions(database, vault),
  };
}

interface Keyed extends Row {
  integrationId: string;
  id: string;
}

/** Rows after a key, page by page. */
async function* rowsOf<T extends Keyed>(database: Database, columns: string): AsyncGenerator<T> {
  let after: Keyed | null = null;
  for (;;) {
    const rows: T[] = await database.query<T>(
      `select integration_id as "integrationId", id, ${columns}
       where $1::uuid is null or (integration_id, id) > ($1, $2::uuid) order by integration_id, id limit ${page}`,
      [after?.integrationId ?? null, after?.id ?? null],
    );
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

async function missingPictures(database: Database, blobs: string): Promise<string[]> {
  const missing: string[] = [];
  for await (const { id, blob } of rowsOf<Keyed & { blob: string }>(database, 'blob from media')) {
    const found = await stat(path.join(blobs, blob.slice(0, 2), blob)).catch(() => null);
    if (found === null) missing.push(id);
  }
  return missing;
}

type Wrapping = Keyed & { wrapped: Uint8Array | null; kekVersion: number };

async function unreadableSessions(database: Database, vault: Vault): Promise<string[]> {
  const unreadable: string[] = [];
  const columns = 'data_key as wrapped, kek_version as "kekVersion" from session';
  for await (const { integrationId, id, wrapped, kekVersion } of rowsOf<Wrapping>(database, columns)) {
    if (wrapped === null) continue;
    try {
      vault.openDataKey({ integrationId, sessionId: id, wrapped, kekVersion });
    } catch {
      unreadable.push(id);
    }
  }
  return unreadable;
}
