import type { PortalWebhookState, WebhookTypeName } from '@countersign/contract';
import { instant } from '../instant.ts';
import type { Queryable } from '../integration/live-caller.ts';
import { ofDeletedSession } from '../webhook/webhooks.ts';
import { readCursor, writeCursor } from './cursor.ts';

/** Filter of the webhooks to list; `null` members do not filter. */
export interface PortalWebhookFilter {
  /** Integrations that the reader may access; never more. */
  integrationIds: readonly string[];
  webhookId?: string | null;
  type: WebhookTypeName | null;
  state: PortalWebhookState | null;
  sessionId: string | null;
  since: string | null;
  /** Ordinal of the last webhook on the previous page. */
  before: number | null;
  limit: number;
}

export type PortalWebhookLine = {
  id: string;
  integrationId: string;
  type: WebhookTypeName;
  sessionId: string | null;
  state: PortalWebhookState;
  attempts: number;
  createdAt: string;
  lastAttemptAt: string | null;
  lastHttpStatus: number | null;
  lastError: string | null;
  nextAttemptAt: string | null;
  ordinal: number;
  replayable: boolean;
};

const state = `case when w.state = 'delivered' then 'delivered' when w.state = 'failed' then 'exhausted'
  when w.state = 'withdrawn' then 'withdrawn' when e.paused_at is not null then 'paused'
  when d.error_class is not null then 'failing' else 'waiting' end`;

/** Stored states. All states except delivered are rare and have their own index. */
const stored: Readonly<Record<PortalWebhookState, string>> = {
  waiting: 'due',
  failing: 'due',
  paused: 'due',
  delivered: 'delivered',
  exhausted: 'failed',
  withdrawn: 'withdrawn',
};

// The newest of each integration, by a dedicated index, also for one state or type.
const list = (wanted: PortalWebhookState | null, hasType: boolean): string => `
  select w.* from unnest($1::uuid[]) i (id) cross join lateral (
    select w.id, w.integration_id as "integrationId", w.type, w.session_id as "sessionId", ${state} as state, w.attempts,
      ${instant('w.created_at')} as "createdAt", ${instant('d.started_at')} as "lastAttemptAt",
      d.http_status as "lastHttpStatus", d.error_class as "lastError",
      case when w.state = 'due' and e.paused_at is null then ${instant('w.due_at')} end as "nextAttemptAt", w.ordinal,
      w.state in ('delivered', 'failed') and length(w.body) > 0 and e.type is not null
        and not (${ofDeletedSession('w')}) as replayable
    from webhook w
    left join webhook_endpoint e on e.integration_id = w.integration_id and e.type = w.type
    left join lateral (
      select started_at, http_status, error_class from delivery d
      where d.integration_id = w.integration_id and d.webhook_id = w.id order by d.attempt desc limit 1) d on true
    where w.integration_id = i.id and ($2::uuid is null or w.id = $2) and ${hasType ? 'w.type = $3::text' : '$3::text is null'}
      ${wanted === null ? '' : `and w.state = '${stored[wanted]}'`} and ($4::text is null or ${state} = $4) and ($5::uuid is null or w.session_id = $5)
      and ($6::timestamptz is null or w.created_at >= $6) and w.ordinal < coalesce($7::bigint, 9223372036854775807)
    order by w.ordinal desc limit $8::int) w
  order by w.ordinal desc limit $8::int`;

/** Recorded webhooks with the result of their last attempt, newest first. */
export function listPortalWebhooks(db: Queryable, filter: PortalWebhookFilter): Promise<PortalWebhookLine[]> {
  return db.query(list(filter.state, filter.type !== null), [
    filter.integrationIds,
    filter.webhookId ?? null,
    filter.type,
    filter.state,
    filter.sessionId,
    filter.since,
    filter.before,
    filter.limit,
  ]);
}

/** The cursor of the page after this row. */
export const webhookCursor = ({ ordinal }: PortalWebhookLine): string => writeCursor([ordinal]);

/** The ordinal that a cursor of the log represents; `null` if the text is not a cursor. */
export function readWebhookCursor(cursor: string): number | null {
  const parts = readCursor(cursor, /^\d{1,15}$/);
  return parts && Number(parts[0]);
}
