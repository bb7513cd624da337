/**
 * The tables. Every one carries the integration id, every key starts with it, and no query crosses it; the foreign keys are
 * composite so that a row can never point across integrations. Rows written on every request do not reference `integration`
 * itself: a foreign key there would make all of an integration's inserts lock one row; integrations are never deleted, and the
 * inserting statements select from it. Personal data is stored only in `sealed` columns: AES-256-GCM under the session's data key,
 * which is itself wrapped by the key-encryption key (`dataKey`). Dropping `dataKey` erases them.
 */
import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea, time } from './columns.ts';

/** Facts of this installation, e.g. the check value of the key-encryption key. */
export const installation = pgTable('installation', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});

export const integration = pgTable(
  'integration',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    /** `test` or `live`, for good. */
    mode: text('mode').$type<'test' | 'live'>().notNull(),
    apiKey: uuid('api_key').notNull(),
    active: boolean('active').notNull().default(true),
    /** `IntegrationSettings` of settings/integration-settings.ts, parsed at the edge. */
    settings: jsonb('settings').notNull().default({}),
    createdAt: time('created_at').notNull().defaultNow(),
    changedAt: time('changed_at').notNull().defaultNow(),
  },
  (t) => [index('integration_api_key').on(t.apiKey, t.createdAt)],
);

export const sharedSecret = pgTable(
  'shared_secret',
  {
    integrationId: uuid('integration_id')
      .notNull()
      .references(() => integration.id),
    id: uuid('id').notNull(),
    label: text('label').notNull(),
    isMaster: boolean('is_master').notNull(),
    sealed: bytea('sealed').notNull(),
    kekVersion: integer('kek_version').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
    lastUsedAt: time('last_used_at'),
  },
  (t) => [
    primaryKey({ columns: [t.integrationId, t.id] }),
    uniqueIndex('shared_secret_one_master')
      .on(t.integrationId)
      .where(sql`is_master`),
  ],
);

export const session = pgTable(
  'session',
  {
    integrationId: uuid('integration_id').notNull(),
    id: uuid('id').notNull(),
    status: text('status').notNull(),
    /** The flow's page script reported at least once (contract A-96). */
    openedAt: time('opened_at'),
    createdAt: time('created_at').notNull().defaultNow(),
    /** End of the lifetime. */
    expiresAt: time('expires_at').notNull(),
    /** End of the resubmission window, only while `resubmission_requested`. */
    windowEndsAt: time('window_ends_at'),
    /** Wrapped data key; `null` once erased. */
    dataKey: bytea('data_key'),
    kekVersion: integer('kek_version').notNull(),
    /** `SessionData`: what session creation supplied. `null` once erased. */
    sealed: bytea('sealed'),
    /** Newest attempt. */
    attemptId: uuid('attempt_id').notNull(),
    attemptCount: integer('attempt_count').notNull().default(1),
    /** Seconds since 1970 in the session token, so that the same URL can be rebuilt. */
    tokenIssuedAt: bigint('token_issued_at', { mode: 'number' }).notNull(),
    deletedAt: time('deleted_at'),
    erasedAt: time('erased_at'),
    changedAt: time('changed_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.integrationId, t.id] }),
    index('session_by_id').on(t.id),
    index('session_expiry')
      .on(t.expiresAt)
      .where(sql`status in ('created', 'started', 'resubmission_requested')`),
    index('session_window')
      .on(t.windowEndsAt)
      .where(sql`window_ends_at is not null`),
    index('session_erasure')
      .on(t.deletedAt)
      .where(sql`deleted_at is not null and erased_at is null`),
    index('session_deletions')
      .on(t.integrationId, t.deletedAt)
      .where(sql`deleted_at is not null`),
    check(
      'session_status',
      sql`status in ('created','started','submitted','review','approved','declined','resubmission_requested','expired','abandoned')`,
    ),
  ],
);

export const attempt = pgTable(
  'attempt',
  {
    integrationId: uuid('integration_id').notNull(),
    id: uuid('id').notNull(),
    sessionId: uuid('session_id').notNull(),
    /** From 1, per session. */
    ordinal: integer('ordinal').notNull(),
    status: text('status').notNull(),
    /** Who submitted it. `null` until submitted. */
    fedBy: text('fed_by').$type<'api' | 'flow'>(),
    createdAt: time('created_at').notNull().defaultNow(),
    submittedAt: time('submitted_at'),
    /** `CollectedData` of the last collected-data call. */
    collected: bytea('collected'),
    /** Sealed end-user address as the flow saw it; `null` for API-fed attempts. */
    address: bytea('address'),
    /** Sealed checkpoint: `PictureFindings`. */
    findings: bytea('findings'),
  },
  (t) => [
    primaryKey({ columns: [t.integrationId, t.id] }),
    uniqueIndex('attempt_ordinal').on(t.integrationId, t.sessionId, t.ordinal),
    uniqueIndex('attempt_one_open')
      .on(t.integrationId, t.sessionId)
      .where(sql`status in ('created', 'started')`),
    index('attempt_submitted')
      .on(t.submittedAt)
      .where(sql`status = 'submitted'`),
    foreignKey({
      columns: [t.integrationId, t.sessionId],
      foreignColumns: [session.integrationId, session.id],
    }),
  ],
);

export const media = pgTable(
  'media',
  {
    integrationId: uuid('integration_id').notNull(),
    id: uuid('id').notNull(),
    sessionId: uuid('session_id').notNull(),
    attemptId: uuid('attempt_id').notNull(),
    /** Upload order within the installation. */
    ordinal: bigserial('ordinal', { mode: 'number' }).notNull(),
    context: text('context').notNull(),
    mimetype: text('mimetype').notNull(),
    /** Decoded bytes. */
    size: integer('size').notNull(),
    /** HMAC-SHA256 of the decoded bytes under a key made of the session's data key. */
    mac: bytea('mac'),
    /** Of rows older than `mac`, in its place: SHA-256 of the decoded bytes. */
    sha256: bytea('sha256'),
    /** Name in the blob store; random, never from user input. */
    blob: text('blob').notNull(),
    /** Higher is better; `null` until scored. */
    quality: real('quality'),
    madeBy: text('made_by').$type<'upload' | 'service'>().notNull().default('upload'),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.integrationId, t.id] }),
    uniqueIndex('media_same_bytes').on(t.integrationId, t.attemptId, t.context, t.mac),
    check('media_digest', sql`num_nonnulls(mac, sha256) = 1`),
    index('media_session').on(t.integrationId, t.sessionId),
    foreignKey({
      columns: [t.integrationId, t.attemptId],
      foreignColumns: [attempt.integrationId, attempt.id],
    }),
  ],
);

export const decision = pgTable(
  'decision',
  {
    integrationId: uuid('integration_id').notNull(),
    id: uuid('id').notNull(),
    sessionId: uuid('session_id').notNull(),
    attemptId: uuid('attempt_id').notNull(),
    /** From 1, per attempt; the chain of R9. */
    ordinal: integer('ordinal').notNull(),
    status: text('status').notNull(),
    code: integer('code').notNull(),
    reasonCode: integer('reason_code'),
    kind: text('kind').$type<'automatic' | 'human' | 'timeout' | 'lifetime'>().notNull(),
    final: boolean('final').notNull(),
    /** The check whose result is reported (`quality`, `registry`, …); `null` for approvals and ends by time. */
    decidedBy: text('decided_by'),
    /** The frozen body, sealed: GET decision and the webhook send exactly these bytes. */
    body: bytea('body').notNull(),
    /** Sealed full-auto data, recorded for later. */
    fullAuto: bytea('full_auto'),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.integrationId, t.id] }),
    uniqueIndex('decision_chain').on(t.integrationId, t.attemptId, t.ordinal),
    uniqueIndex('decision_one_final')
      .on(t.integrationId, t.attemptId)
      .where(sql`final`),
    index('decision_session').on(t.integrationId, t.sessionId, t.createdAt),
    foreignKey({
      columns: [t.integrationId, t.attemptId],
      foreignColumns: [attempt.integrationId, attempt.id],
    }),
  ],
);

/** Work to do, claimed under a lease (R6–R8). A finished job's row is deleted in the transaction that stores its result. */
export const job = pgTable(
  'job',
  {
    integrationId: uuid('integration_id').notNull(),
    id: uuid('id').notNull(),
    kind: text('kind').notNull(),
    /** Where it queues; `null` for the lane of its kind. */
    lane: text('lane'),
    sessionId: uuid('session_id'),
    attemptId: uuid('attempt_id'),
    payload: jsonb('payload').notNull().default({}),
    dueAt: time('due_at').notNull().defaultNow(),
    /** Rises at every claim; the fence of R7. */
    lease: bigint('lease', { mode: 'number' }).notNull().default(0),
    leasedUntil: time('leased_until'),
    claims: integer('claims').notNull().default(0),
    parkedAt: time('parked_at'),
    /** Last failure, without personal data. */
    cause: text('cause'),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.integrationId, t.id] }),
    index('job_lane')
      .on(sql`coalesce(lane, kind)`, t.integrationId, t.dueAt)
      .where(sql`parked_at is null`),
    index('job_attempt').on(t.integrationId, t.attemptId),
  ],
);

export const webhookEndpoint = pgTable(
  'webhook_endpoint',
  {
    integrationId: uuid('integration_id')
      .notNull()
      .references(() => integration.id),
    type: text('type').notNull(),
    url: text('url').notNull(),
    /** Set by a person or a 410 (W11). */
    pausedAt: time('paused_at'),
    /** Straight failures; the breaker opens at 20 (W10). */
    failures: integer('failures').notNull().default(0),
    /** Breaker: not before this time, except one probe. */
    nextProbeAt: time('next_probe_at'),
    changedAt: time('changed_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.integrationId, t.type] })],
);

/** The outbox: one row per event, with its frozen bytes. It is its own delivery queue. */
export const webhook = pgTable(
  'webhook',
  {
    integrationId: uuid('integration_id').notNull(),
    /** `webhook-id`, the same on every attempt and replay. */
    id: uuid('id').notNull(),
    type: text('type').notNull(),
    sessionId: uuid('session_id'),
    attemptId: uuid('attempt_id'),
    /** Order of recording. */
    ordinal: bigserial('ordinal', { mode: 'number' }).notNull(),
    /** The frozen bytes: sealed under the session's data key, or in clear where `clear` (identifiers only). */
    body: bytea('body').notNull(),
    clear: boolean('clear').notNull().default(false),
    state: text('state').$type<'due' | 'delivered' | 'failed' | 'withdrawn'>().notNull().default('due'),
    /** A held resubmission webhook is due in the future and may be withdrawn until then. */
    held: boolean('held').notNull().default(false),
    dueAt: time('due_at').notNull().defaultNow(),
    firstDueAt: time('first_due_at').notNull().defaultNow(),
    attempts: integer('attempts').notNull().default(0),
    lease: bigint('lease', { mode: 'number' }).notNull().default(0),
    leasedUntil: time('leased_until'),
    createdAt: time('created_at').notNull().defaultNow(),
    endedAt: time('ended_at'),
  },
  (t) => [
    primaryKey({ columns: [t.integrationId, t.id] }),
    index('webhook_due')
      .on(t.integrationId, t.type, t.dueAt)
      .where(sql`state = 'due'`),
    index('webhook_leased')
      .on(t.integrationId, t.type)
      .where(sql`leased_until is not null`),
    index('webhook_session').on(t.integrationId, t.sessionId),
    check('webhook_state', sql`state in ('due','delivered','failed','withdrawn')`),
  ],
);

/** The delivery log (W13). */
export const delivery = pgTable(
  'delivery',
  {
    integrationId: uuid('integration_id').notNull(),
    webhookId: uuid('webhook_id').notNull(),
    attempt: integer('attempt').notNull(),
    startedAt: time('started_at').notNull().defaultNow(),
    ms: integer('ms'),
    address: text('address'),
    tls: text('tls'),
    httpStatus: integer('http_status'),
    /** `null` on success. */
    errorClass: text('error_class'),
    /** First 4 KiB of the answer, redacted. */
    response: text('response'),
  },
  (t) => [
    primaryKey({ columns: [t.integrationId, t.webhookId, t.attempt] }),
    foreignKey({
      columns: [t.integrationId, t.webhookId],
      foreignColumns: [webhook.integrationId, webhook.id],
    }),
  ],
);

/** One row per state change, from the same transaction (I7). No personal data. */
export const audit = pgTable(
  'audit',
  {
    integrationId: uuid('integration_id').notNull(),
    id: bigserial('id', { mode: 'number' }).notNull(),
    at: time('at').notNull().defaultNow(),
    /** `api:<key id>`, `api`, `cli`, `worker`, `flow`, `person:<id>`. */
    actor: text('actor').notNull(),
    action: text('action').notNull(),
    sessionId: uuid('session_id'),
    attemptId: uuid('attempt_id'),
    /** State before and after where the action is a move. */
    from: text('from_state'),
    to: text('to_state'),
    details: jsonb('details').notNull().default({}),
  },
  (t) => [
    primaryKey({ columns: [t.integrationId, t.id] }),
    index('audit_session').on(t.integrationId, t.sessionId),
  ],
);

/** What a person has to look at: parked jobs, paused endpoints, failed webhooks, unreadable blobs. */
export const operatorEntry = pgTable(
  'operator_entry',
  {
    integrationId: uuid('integration_id').notNull(),
    id: uuid('id').notNull(),
    kind: text('kind').notNull(),
    sessionId: uuid('session_id'),
    attemptId: uuid('attempt_id'),
    cause: text('cause').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
    resolvedAt: time('resolved_at'),
  },
  (t) => [primaryKey({ columns: [t.integrationId, t.id] })],
);
