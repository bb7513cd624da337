import type { Tx } from '../engine/database.ts';
import { instant } from '../instant.ts';
import type { Queryable } from './live-caller.ts';

// A type alias, not an interface: rows need an index signature.
export type IntegrationRow = {
  id: string;
  name: string;
  mode: 'test' | 'live';
  apiKey: string;
  active: boolean;
  /** As stored; `settingsOf` parses it. */
  settings: Record<string, unknown>;
  createdAt: string;
};

const columns = `id, name, mode, api_key as "apiKey", active, settings, ${instant('created_at')} as "createdAt"`;

/** Integrations with one of these API keys (lower case), oldest first. */
export function listIntegrationsByApiKeys(
  db: Queryable,
  apiKeys: readonly string[],
): Promise<IntegrationRow[]> {
  return db.query(
    `select ${columns} from integration where api_key = any($1::uuid[]) order by created_at, id`,
    [apiKeys],
  );
}

/** The integration with this id, as a list of one or none. */
export function listIntegrationsById(db: Queryable, integrationId: string): Promise<IntegrationRow[]> {
  return db.query(`select ${columns} from integration where id = $1`, [integrationId]);
}

/** Every integration, oldest first. */
export function listIntegrations(db: Queryable): Promise<IntegrationRow[]> {
  return db.query(`select ${columns} from integration order by created_at, id`);
}

/** Locks the row for the transaction: every change to an integration or its keys starts here (R4). `null` when unknown. */
export async function lockIntegration(tx: Tx, integrationId: string): Promise<IntegrationRow | null> {
  const [row] = await tx.query<IntegrationRow>(
    `select ${columns} from integration where id = $1 for update`,
    [integrationId],
  );
  return row ?? null;
}

export interface NewIntegration {
  id: string;
  name: string;
  mode: 'test' | 'live';
  apiKey: string;
  settings: Record<string, unknown>;
}

export async function insertIntegration(
  tx: Tx,
  { id, name, mode, apiKey, settings }: NewIntegration,
): Promise<void> {
  await tx.query(`insert into integration (id, name, mode, api_key, settings) values ($1, $2, $3, $4, $5)`, [
    id,
    name,
    mode,
    apiKey,
    JSON.stringify(settings),
  ]);
}

/** Updates the mutable columns of an integration; the caller holds its lock. */
export async function updateIntegration(
  tx: Tx,
  { id, name, active, settings }: Pick<IntegrationRow, 'id' | 'name' | 'active' | 'settings'>,
): Promise<void> {
  await tx.query(
    `update integration set name = $2, active = $3, settings = $4, changed_at = now() where id = $1`,
    [id, name, active, JSON.stringify(settings)],
  );
}

/** Whether the integration has ever had a session; rows of erased ones remain. */
export async function hasSessions(tx: Tx, integrationId: string): Promise<boolean> {
  const rows = await tx.query(`select id from session where integration_id = $1 limit 1`, [integrationId]);
  return rows.length > 0;
}
