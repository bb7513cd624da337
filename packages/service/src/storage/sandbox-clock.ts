import type { Tx } from './engine/database.ts';

/**
 * Times shifted into the past when an integration's clock jumps, by table: all stored times of past and future
 * events. `staying` lists the others; a test compares both with the existing tables.
 */
export const moving = {
  shared_secret: ['created_at', 'last_used_at'],
  session: [
    'opened_at',
    'created_at',
    'expires_at',
    'window_ends_at',
    'deleted_at',
    'erased_at',
    'changed_at',
    'held_at',
    'pictures_deleted_at',
    'redacted_at',
  ],
  session_name: ['created_at'],
  attempt: ['created_at', 'submitted_at'],
  media: ['created_at'],
  decision: ['created_at'],
  job: ['due_at', 'parked_at', 'created_at'],
  webhook_endpoint: ['paused_at', 'next_probe_at', 'changed_at'],
  webhook: ['due_at', 'first_due_at', 'created_at', 'ended_at'],
  delivery: ['started_at'],
  api_request: ['at'],
  erasure: ['requested_at', 'erased_at'],
  proposal: ['created_at', 'expires_at', 'ended_at'],
  user_status: ['created_at', 'used_at', 'retired_at'],
  user_status_entry: ['created_at'],
  fraud_report: ['created_at', 'reviewed_at'],
  operator_entry: ['created_at', 'resolved_at', 'mailed_at'],
  idempotency: ['created_at'],
  watchlist_screening: ['created_at', 'screened_at', 'assigned_at'],
  watchlist_review: ['at'],
  watchlist_decision: ['decided_at'],
  watchlist_change: ['at'],
  watchlist_search: ['at'],
  watchlist_monitor: ['changed_at'],
  registry_check: ['started_at', 'next_try_at', 'ended_at', 'created_at'],
  session_link: ['created_at'],
  blocked_face: ['created_at'],
  flow_session: ['challenge_ends_at', 'created_at'],
  flow_bearer: ['used_at'],
  flow_handoff: ['expires_at', 'created_at'],
  flow_upload: ['completed_at', 'created_at'],
  flow_picture: ['accepted_at', 'replaced_at', 'created_at'],
  flow_film: ['created_at'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Times not shifted by a jump, with the reason; a table stands for all of its times. */
export const staying: Readonly<Record<string, string>> = {
  'integration.created_at': 'orders integrations that share an API key',
  'integration.changed_at': 'is about settings, which no time changes',
  setting_proposal: 'is about settings, which no time changes',
  brand_logo: 'is about settings, which no time changes',
  'job.leased_until': 'a worker is at it now',
  'webhook.leased_until': 'an attempt is on its way now',
  audit: 'is hash-linked: what has been written down is never changed',
  audit_chain: 'is about the audit log',
  audit_checkpoint: 'is about the audit log',
  watchlist_run: 'belongs to the lists of the installation',
  watchlist_lists: 'belongs to the lists of the installation',
  backup: 'belongs to the installation',
  registry_outage: 'belongs to the installation',
  migration: 'belongs to the installation',
  organisation: 'belongs to people, not to an integration',
  mail: 'belongs to people, not to an integration',
  session_export: 'belongs to people, not to an integration',
  organisation_audit: 'belongs to people, not to an integration',
  portal_user: 'belongs to people, not to an integration',
  portal_recovery_code: 'belongs to people, not to an integration',
  portal_invitation: 'belongs to people, not to an integration',
  portal_sign_in: 'belongs to people, not to an integration',
  portal_passkey: 'belongs to people, not to an integration',
  portal_passkey_attempt: 'belongs to people, not to an integration',
  portal_sso: 'belongs to people, not to an integration',
  portal_sso_identity: 'belongs to people, not to an integration',
  portal_sso_attempt: 'belongs to people, not to an integration',
  portal_email_change: 'belongs to people, not to an integration',
  portal_reveal: 'is how long a person who is signed in sees data',
  portal_lockout: 'belongs to people, not to an integration',
};

/** Sessions of an integration, including deleted ones, counted up to `most`. */
export async function countSessionsUpTo(
  tx: Tx,
  { integrationId, most }: { integrationId: string; most: number },
): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count from (select from session where integration_id = $1 limit $2) s`,
    [integrationId, most],
  );
  return row?.count ?? 0;
}

/** Seconds of the jump made under that digest of a key; `null` if there was none. */
export async function findJump(
  tx: Tx,
  { integrationId, repeats }: { integrationId: string; repeats: string },
): Promise<number | null> {
  const [row] = await tx.query<{ seconds: number }>(
    `select (details->>'seconds')::int as seconds from audit
     where integration_id = $1 and action = 'advance-clock' and details->>'repeats' = $2`,
    [integrationId, repeats],
  );
  return row?.seconds ?? null;
}

/**
 * Shifts an integration's times into the past by the given seconds, so that to all readers it is that much later.
 * The differences between them are unchanged. @returns rows updated
 */
export async function moveTimesBack(
  tx: Tx,
  { integrationId, seconds }: { integrationId: string; seconds: number },
): Promise<number> {
  let rows = 0;
  for (const [table, columns] of Object.entries(moving)) {
    const earlier = columns.map((column) => `${column} = ${column} - make_interval(secs => $2::float8)`);
    const [moved] = await tx.query<{ count: number }>(
      `with moved as (update ${table} set ${earlier.join(', ')} where integration_id = $1 returning 1)
       select count(*)::int as count from moved`,
      [integrationId, seconds],
    );
    rows += moved?.count ?? 0;
  }
  return rows;
}
