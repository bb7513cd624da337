import type { Tx } from '../engine/database.ts';
import { instant } from '../instant.ts';
import type { Portion } from '../operator/each-alone.ts';
import type { Queryable } from './live-caller.ts';

/** Days after which a proposal without approval expires. */
const lastsDays = 14;

/** One setting, by `NAME` or `GROUP.MEMBER`; without `to` it is reset to its default. */
export interface ProposedChange {
  name: string;
  to?: unknown;
}

/**
 * `open` waits for a second person, `planned` for its start time. `failed`: when it was due, the settings in force differed from those
 * approved, or the new ones were no longer valid.
 */
export type SettingProposalState = 'open' | 'planned' | 'applied' | 'withdrawn' | 'expired' | 'failed';

// A type alias, not an interface: rows need an index signature.
export type SettingProposal = {
  id: string;
  integrationId: string;
  changes: ProposedChange[];
  /** The values in force at the time of the proposal that it changes, by name. */
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  reason: string;
  state: SettingProposalState;
  /** ISO 8601, UTC; `null`: as soon as it is approved. */
  effectiveAt: string | null;
  /** Its time has come, or it has none. */
  isDue: boolean;
  /** It is open and was not approved in time. */
  isOver: boolean;
  proposedBy: string;
  /** `null`: not approved yet, or approval was not needed. */
  approvedBy: string | null;
  endedBy: string | null;
  /** Why it failed. */
  cause: string | null;
  createdAt: string;
  /** When it expires if still open. */
  expiresAt: string;
  endedAt: string | null;
};

const columns = `id, integration_id as "integrationId", changes, before, after, reason, state,
  ${instant('effective_at')} as "effectiveAt", coalesce(effective_at <= now(), true) as "isDue",
  state = 'open' and expires_at <= now() as "isOver", proposed_by as "proposedBy",
  approved_by as "approvedBy", ended_by as "endedBy", cause, ${instant('created_at')} as "createdAt",
  ${instant('expires_at')} as "expiresAt", ${instant('ended_at')} as "endedAt"`;

export type NewSettingProposal = Pick<
  SettingProposal,
  'id' | 'integrationId' | 'changes' | 'before' | 'after' | 'reason' | 'effectiveAt' | 'proposedBy'
> & { state: 'open' | 'planned' };

/** Records a proposal; the caller has locked the integration. */
export async function insertSettingProposal(tx: Tx, proposal: NewSettingProposal): Promise<void> {
  await tx.query(
    `insert into setting_proposal (id, integration_id, changes, before, after, reason, state, effective_at, proposed_by, expires_at)
     values ($1, $2, $3::jsonb, $4::jsonb, $5::jsonb, $6, $7, $8, $9, now() + make_interval(days => $10::int))`,
    [
      proposal.id,
      proposal.integrationId,
      JSON.stringify(proposal.changes),
      JSON.stringify(proposal.before),
      JSON.stringify(proposal.after),
      proposal.reason,
      proposal.state,
      proposal.effectiveAt,
      proposal.proposedBy,
      lastsDays,
    ],
  );
}

export interface SettingProposalFilter {
  /** `null`: all integrations. */
  integrationId: string | null;
  /** Include proposals that have ended. */
  all: boolean;
  limit: number;
}

/** Proposals, newest first. */
export const listSettingProposals = (
  db: Queryable,
  { integrationId, all, limit }: SettingProposalFilter,
): Promise<SettingProposal[]> =>
  db.query<SettingProposal>(
    `select ${columns} from setting_proposal
     where ($1::uuid is null or integration_id = $1) and ($2::boolean or state in ('open', 'planned'))
     order by setting_proposal.created_at desc, id limit $3::int`,
    [integrationId, all, limit],
  );

/** The integration of a proposal; `null` if there is no such proposal. */
export async function findProposedIntegration(db: Queryable, id: string): Promise<string | null> {
  const [row] = await db.query<{ integrationId: string }>(
    `select integration_id as "integrationId" from setting_proposal where id = $1`,
    [id],
  );
  return row?.integrationId ?? null;
}

/** Locks a proposal, whatever its state. The caller has locked its integration. */
export async function lockSettingProposal(tx: Tx, id: string): Promise<SettingProposal | null> {
  const [row] = await tx.query<SettingProposal>(
    `select ${columns} from setting_proposal where id = $1 for update`,
    [id],
  );
  return row ?? null;
}

/** Makes an open proposal wait for its time. The caller has locked it. */
export async function planSettingProposal(tx: Tx, id: string, approvedBy: string): Promise<void> {
  await tx.query(
    `update setting_proposal set state = 'planned', approved_by = $2 where id = $1 and state = 'open'`,
    [id, approvedBy],
  );
}

/**
 * Makes planned proposals without an approval wait for a second person, for the full period, starting now. The caller has locked the
 * integration.
 * @returns the changed ones
 */
export const reopenSettingProposals = (
  tx: Tx,
  { integrationId, except }: { integrationId: string; except: string | null },
): Promise<{ id: string; proposedBy: string }[]> =>
  tx.query<{ id: string; proposedBy: string }>(
    `update setting_proposal set state = 'open', expires_at = now() + make_interval(days => $3::int)
     where integration_id = $1 and state = 'planned' and approved_by is null and ($2::uuid is null or id <> $2)
     returning id, proposed_by as "proposedBy"`,
    [integrationId, except, lastsDays],
  );

/** Integrations whose settings need two people and that have planned proposals without approval. */
export async function listUnapprovedPlans(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select distinct i.id from setting_proposal p join integration i on i.id = p.integration_id
     where p.state = 'planned' and p.approved_by is null and i.settings -> 'secondApprover' = 'true'::jsonb`,
  );
  return rows.map(({ id }) => id);
}

export interface SettingProposalEnd {
  state: Exclude<SettingProposalState, 'open' | 'planned'>;
  endedBy: string;
  approvedBy?: string | null;
  cause?: string | null;
}

/** Ends a waiting proposal. The caller has locked it. */
export async function endSettingProposal(
  tx: Tx,
  id: string,
  { state, endedBy, approvedBy = null, cause = null }: SettingProposalEnd,
): Promise<void> {
  await tx.query(
    `update setting_proposal set state = $2, ended_by = $3, approved_by = coalesce($4, approved_by), cause = $5, ended_at = now()
     where id = $1 and state in ('open', 'planned')`,
    [id, state, endedBy, approvedBy, cause],
  );
}

/** Planned proposals whose time has come, longest overdue first, but for those of the ids in `except`. */
export const listDueSettingProposals = (
  db: Queryable,
  { limit, except }: Portion,
): Promise<{ id: string; integrationId: string }[]> =>
  db.query<{ id: string; integrationId: string }>(
    `select id, integration_id as "integrationId" from setting_proposal
     where state = 'planned' and coalesce(effective_at, created_at) <= now()
       and id <> all ($2::uuid[])
     order by effective_at, created_at limit $1::int`,
    [limit, except],
  );

/** Ends open proposals that were not approved in time. @returns the ended ones */
export const expireSettingProposals = (
  tx: Tx,
  limit: number,
): Promise<{ id: string; integrationId: string }[]> =>
  tx.query<{ id: string; integrationId: string }>(
    `update setting_proposal p set state = 'expired', ended_by = 'worker', ended_at = now() from (
       select id from setting_proposal where state = 'open' and expires_at <= now()
       limit $1::int for update skip locked) o
     where p.id = o.id and p.state = 'open' returning p.id, p.integration_id as "integrationId"`,
    [limit],
  );

/** Open proposals by integration, with the time of the oldest. */
export const countOpenSettingProposals = (
  db: Queryable,
  integrationId: string | null,
): Promise<{ integrationId: string; count: number; since: string }[]> =>
  db.query<{ integrationId: string; count: number; since: string }>(
    `select integration_id as "integrationId", count(*)::int as count, ${instant('min(created_at)')} as since
     from setting_proposal where state = 'open' and ($1::uuid is null or integration_id = $1)
     group by integration_id order by min(created_at)`,
    [integrationId],
  );
