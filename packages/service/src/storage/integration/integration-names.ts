import type { Tx } from '../engine/database.ts';
import { findIntegrations } from '../find-by-prefix.ts';

/** Another integration has this name, in any case. */
export class NameTaken extends Error {
  readonly other: { id: string; name: string };

  constructor(other: { id: string; name: string }) {
    super('the name is taken');
    this.name = 'NameTaken';
    this.other = other;
  }
}

/**
 * Reserves a name for an integration until the transaction ends: of two concurrent requests, the second finds it taken. Older installations
 * may have duplicate names, so a unique index is not possible.
 * @param own id of the integration that gets the name
 * @throws NameTaken
 */
export async function reserveName(tx: Tx, { name, own }: { name: string; own: string }): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('integration ' || lower($1), 0))`, [name]);
  const other = (await findIntegrations(tx, name, null)).find(({ id }) => id !== own);
  if (other !== undefined) throw new NameTaken(other);
}
