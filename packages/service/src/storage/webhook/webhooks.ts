import { randomUUID } from 'node:crypto';
import type { WebhookTypeName } from '@countersign/contract';
import { type DataKey, seal } from '../../encryption/seal.ts';
import type { Database, Row, Tx } from '../engine/database.ts';
import { instant } from '../instant.ts';

/** Label under which a webhook's frozen body is sealed. */
export const webhookLabel = (webhookId: string): string => `webhook:${webhookId}`;

/** One event to notify the client of. */
export interface NewWebhook {
  integrationId: string;
  sessionId: string | null;
  attemptId: string | null;
  type: WebhookTypeName;
  /** The bytes that every attempt sends: compact JSON. */
  body: Uint8Array;
  /** The session's data key; `null` stores the body in clear and is for bodies of identifiers only. */
  dataKey: DataKey | null;
  /** Seconds for which the webhook is held back, and can be withdrawn, before it is due. 0 or absent: due at once. */
  holdSeconds?: number;
}

interface SessionKey {
  integrationId: string;
  sessionId: string;
}

/**
 * Records an event in the transaction that causes it. Call `wake.notify('webhook')` after the commit.
 * @returns the webhook id; `null` if the integration has no URL for this type, in which case nothing is recorded
 * @see spec/contract.md A-84
 */
export async function insertWebhook(tx: Tx, webhook: NewWebhook): Promise<string | null> {
  const id = randomUUID();
  const { dataKey, body, holdSeconds = 0 } = webhook;
  const stored = dataKey ? seal(dataKey, webhookLabel(id), body) : body;
  const rows = await tx.query(
    `insert into webhook (integration_id, id, type, session_id, attempt_id, body, clear, held, due_at, first_due_at)
     select integration_id, $2, type, $4, $5, $6, $7, $8::float8 > 0, now() + make_interval(secs => $8::float8),
            now() + make_interval(secs => $8::float8)
     from webhook_endpoint where integration_id = $1 and type = $3
     returning id`,
    [
      webhook.integrationId,
      id,
      webhook.type,
      webhook.sessionId,
      webhook.attemptId,
      stored,
      dataKey === null,
      holdSeconds,
    ],
  );
  return rows.length > 0 ? id : null;
}

/**
 * Withdraws the session's held webhook if its hold has not ended. The row acts as the lock: a webhook claimed by a sender is not withdrawn,
 * and a withdrawn one is never claimed.
 * @returns how many were withdrawn
 * @see spec/contract.md A-98
 */
export async function withdrawHeld(tx: Tx, { integrationId, sessionId }: SessionKey): Promise<number> {
  const rows = await tx.query(
    `update webhook set state = 'withdrawn', ended_at = now()
     where integration_id = $1 and session_id = $2 and state = 'due' and held and lease = 0 and due_at > now()
     returning id`,
    [integrationId, sessionId],
  );
  return rows.length;
}

/**
 * Withdraws all undelivered webhooks of the session, except the deletion's own webhook, which has identifiers only. An attempt in progress
 * ends by itself and is not repeated: no claim uses the data key of a deleted session.
 * @returns how many were withdrawn
 */
export async function withdrawAll(tx: Tx, { integrationId, sessionId }: SessionKey): Promise<number> {
  const rows = await tx.query(
    `update webhook set state = 'withdrawn', ended_at = now()
     where integration_id = $1 and session_id = $2 and state = 'due' and not clear
       and (leased_until is null or leased_until <= now())
     returning id`,
    [integrationId, sessionId],
  );
  return rows.length;
}

/**
 * Part of an erasure: removes the session's frozen bodies and its receivers' answers. Webhooks with identifiers only are kept. Undelivered
 * ones are withdrawn, whatever a sender is doing: its finishing write finds no row.
 */
export async function eraseWebhooks(tx: Tx, { integrationId, sessionId }: SessionKey): Promise<void> {
  const erased = await tx.query<{ id: string }>(
    `update webhook set body = '', lease = lease + 1, leased_until = null,
            state = case state when 'due' then 'withdrawn' else state end,
            ended_at = coalesce(ended_at, now())
     where integration_id = $1 and session_id = $2 and not clear
     returning id`,
    [integrationId, sessionId],
  );
  await tx.query(
    `update delivery set response = null where integration_id = $1 and webhook_id = any($2::uuid[])`,
    [integrationId, erased.map((row) => row.id)],
  );
}

/** Filter of an operator's selection of webhooks; absent members do not filter. */
export interface WebhookFilter {
  integrationId: string;
  webhookId?: string;
  sessionId?: string;
  type?: WebhookTypeName;
  state?: WebhookState;
  /** ISO time; recorded at or after it. */
  since?: string;
}

export type WebhookState = 'due' | 'delivered' | 'failed' | 'withdrawn';

const filterSql = `integration_id = $1 and ($2::uuid is null or id = $2) and ($3::uuid is null or session_id = $3)
  and ($4::text is null or type = $4) and ($5::text is null or state = $5)
  and ($6::timestamptz is null or created_at >= $6)`;

const filterValues = (f: WebhookFilter): unknown[] => [
  f.integrationId,
  f.webhookId ?? null,
  f.sessionId ?? null,
  f.type ?? null,
  f.state ?? null,
  f.since ?? null,
];

/** A recorded event as the operator sees it, without the body. */
export interface WebhookRow extends Row {
  id: string;
  type: WebhookTypeName;
  sessionId: string | null;
  attemptId: string | null;
  state: WebhookState;
  held: boolean;
  /** The body, and therefore the answers in the log, are not sealed. */
  clear: boolean;
  attempts: number;
  createdAt: string;
  dueAt: string;
  endedAt: string | null;
}

/** Newest first. */
export async function listWebhooks(
  database: Database,
  filter: WebhookFilter,
  limit: number,
): Promise<WebhookRow[]> {
  return database.query<WebhookRow>(
    `select id, type, session_id as "sessionId", attempt_id as "attemptId", state, held, clear, attempts,
            ${instant('created_at')} as "createdAt", ${instant('due_at')} as "dueAt", ${instant('ended_at')} as "endedAt"
     from webhook where ${filterSql} order by ordinal desc limit $7`,
    [...filterValues(filter), limit],
  );
}

/** A frozen body with what is needed to open it. */
export interface WebhookBodyRow extends Row {
  /** Sealed unless `clear`; empty once erased. */
  body: Uint8Array;
  clear: boolean;
  sessionId: string | null;
  /** Wrapped data key of the session; `null` once deleted. */
  wrapped: Uint8Array | null;
  kekVersion: number | null;
}

/** The body of one webhook; `null` if there is no such webhook. */
export async function findWebhookBody(
  database: Database,
  { integrationId, webhookId }: { integrationId: string; webhookId: string },
): Promise<WebhookBodyRow | null> {
  const [row] = await database.query<WebhookBodyRow>(
    `select w.body, w.clear, w.session_id as "sessionId", s.data_key as wrapped, s.kek_version as "kekVersion"
     from webhook w left join session s on s.integration_id = w.integration_id and s.id = w.session_id and s.deleted_at is null
     where w.integration_id = $1 and w.id = $2`,
    [integrationId, webhookId],
  );
  return row ?? null;
}

interface SessionKeyRow extends Row {
  sessionId: string;
  wrapped: Uint8Array;
  kekVersion: number;
  /** Anything sealed before that is under another key. */
  redacted: boolean;
}

/** Wrapped data keys of the sessions that still have one. */
export async function findSessionKeys(
  database: Database,
  { integrationId, sessionIds }: { integrationId: string; sessionIds: string[] },
): Promise<SessionKeyRow[]> {
  return database.query<SessionKeyRow>(
    `select id as "sessionId", data_key as wrapped, kek_version as "kekVersion", redacted_at is not null as redacted
     from session where integration_id = $1 and id = any($2::uuid[]) and data_key is not null`,
    [integrationId, sessionIds],
  );
}

/**
 * Condition: the webhook belongs to a deleted session and is not the one about its deletion, so nothing of it is sent or shown, whenever
 * the erasure takes place.
 * @see spec/contract.md A-429
 */
export const ofDeletedSession = (
  webhook: string,
): string => `not ${webhook}.clear and exists (select 1 from session s
  where s.integration_id = ${webhook}.integration_id and s.id = ${webhook}.session_id and s.deleted_at is not null)`;

/** A withdrawn webhook, or one whose body was erased, is not sent again; one that is still due needs no replay. */
const replayable = `state in ('delivered', 'failed') and length(body) > 0 and not (${ofDeletedSession('webhook')})`;

/** How many webhooks a replay with this filter would send again. */
export async function countReplayable(database: Database, filter: WebhookFilter): Promise<number> {
  const rows = await database.query<{ count: number }>(
    `select count(*)::int as count from webhook where ${filterSql} and ${replayable}`,
    filterValues(filter),
  );
  return rows[0]?.count ?? 0;
}

/**
 * Makes finished webhooks due again, with the same id and bytes and a new 7 days.
 * @returns how many are sent again
 * @see spec/contract.md A-87
 */
export async function replayWebhooks(tx: Tx, filter: WebhookFilter): Promise<number> {
  const rows = await tx.query(
    `update webhook set state = 'due', due_at = now(), first_due_at = now(), ended_at = null, leased_until = null
     where ${filterSql} and ${replayable}
       and exists (select 1 from webhook_endpoint e where e.integration_id = webhook.integration_id and e.type = webhook.type)
     returning id`,
    filterValues(filter),
  );
  return rows.length;
}
