import { instant } from '../instant.ts';
import type { Queryable } from './live-caller.ts';

/** A recorded change of an integration's settings, name or activity. */
export type SettingChange = {
  /** Id in the audit log; increases with every change of the installation. */
  id: number;
  /** ISO 8601, UTC. */
  at: string;
  actor: string;
  details: {
    /** Whether the integration accepted requests afterwards. */
    active: boolean;
    /** Settings in force before and after, by name; a side is absent if the setting was. */
    changed: Record<string, { from?: unknown; to?: unknown }>;
    name?: { from: string; to: string };
    reason?: string;
    /** The change that was undone, together with all later ones. */
    rollsBackBefore?: number;
    /** Set for a change that was proposed before; `approvedBy` is null if one person is enough. */
    proposal?: string;
    proposedBy?: string;
    approvedBy?: string | null;
  };
};

/** Changes of one integration, newest first. @param since id of the oldest one to list; `null`: the first */
export const listSettingChanges = (
  db: Queryable,
  { integrationId, since, limit }: { integrationId: string; since: number | null; limit: number | null },
): Promise<SettingChange[]> =>
  db.query<SettingChange>(
    `select id, ${instant('at')} as at, actor, details from audit
     where integration_id = $1 and action = 'configure-integration' and ($2::bigint is null or id >= $2)
     order by id desc limit $3::int`,
    [integrationId, since, limit],
  );
