/**
 * Tables of watchlist screenings; the rules of schema.ts hold here too. All rows of a session go with its erasure. What names
 * a person is sealed under the session's data key; what only drives the work, and does not identify a person, is stored in clear.
 */
import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea, time } from './columns.ts';
import { attempt, session } from './schema.ts';

/** The screening of one attempt, from the transaction on that yields a name; `in_progress` until its job has a result. */
export const watchlistScreening = pgTable(
  'watchlist_screening',
  {
    integrationId: uuid('integration_id').notNull(),
    attemptId: uuid('attempt_id').notNull(),
    sessionId: uuid('session_id').notNull(),
    /** `ScreeningStatus` of core. */
    status: text('status').notNull().default('in_progress'),
    hasUnacknowledgedChanges: boolean('has_unacknowledged_changes').notNull().default(false),
    checkType: text('check_type').notNull().default('initial_result'),
    /** Sealed `ScreenedPerson`: the checkpoint of what was read. */
    person: bytea('person').notNull(),
    /** Sealed `SearchTerm` as applied; `null` without a result. */
    term: bytea('term'),
    /** Hits found; may exceed those kept. */
    totalHits: integer('total_hits').notNull().default(0),
    /** Versions that produced the hits, for replay: state of the lists, code and tables, options and policies. */
    snapshot: text('snapshot'),
    engine: text('engine'),
    config: text('config'),
    createdAt: time('created_at').notNull().defaultNow(),
    /** The run that produced the current hits; `null` without a result. */
    screenedAt: time('screened_at'),
  },
  (t) => [
    primaryKey({ columns: [t.integrationId, t.attemptId] }),
    index('watchlist_screening_session').on(t.integrationId, t.sessionId),
    index('watchlist_screening_waiting')
      .on(t.createdAt)
      .where(sql`status = 'in_progress'`),
    check(
      'watchlist_screening_status',
      sql`status in ('in_progress','no_match','potential_match','reviewed')`,
    ),
    foreignKey({
      columns: [t.integrationId, t.attemptId],
      foreignColumns: [attempt.integrationId, attempt.id],
    }),
  ],
);

/** The hits of a screening. The id belongs to session and entity, so that it outlives runs, attempts and merged entities. */
export const watchlistHit = pgTable(
  'watchlist_hit',
  {
    integrationId: uuid('integration_id').notNull(),
    attemptId: uuid('attempt_id').notNull(),
    id: uuid('id').notNull(),
    sessionId: uuid('session_id').notNull(),
    /** Place in the result, from 0. */
    rank: integer('rank').notNull(),
    /** False once the entity is no longer a hit. */
    current: boolean('current').notNull().default(true),
    matchStatus: text('match_status').notNull().default('potential_match'),
    riskLevel: text('risk_level'),
    /** HMAC-SHA-256 of the entity's id under a key of the installation: finds who is concerned when a list changes. */
    entityHash: bytea('entity_hash').notNull(),
    /** Sealed `KeptHit`. */
    sealed: bytea('sealed').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.integrationId, t.attemptId, t.id] }),
    index('watchlist_hit_session').on(t.integrationId, t.sessionId),
    index('watchlist_hit_entity')
      .on(t.integrationId, t.entityHash)
      .where(sql`current`),
    foreignKey({
      columns: [t.integrationId, t.attemptId],
      foreignColumns: [watchlistScreening.integrationId, watchlistScreening.attemptId],
    }),
  ],
);

/** Every decision about a hit and every reopening, append-only while the session lives. */
export const watchlistReview = pgTable(
  'watchlist_review',
  {
    integrationId: uuid('integration_id').notNull(),
    id: bigserial('id', { mode: 'number' }).notNull(),
    sessionId: uuid('session_id').notNull(),
    attemptId: uuid('attempt_id').notNull(),
    hitId: uuid('hit_id').notNull(),
    at: time('at').notNull().defaultNow(),
    /** As in `audit`. */
    actor: text('actor').notNull(),
    fromStatus: text('from_status').notNull(),
    fromRisk: text('from_risk'),
    toStatus: text('to_status').notNull(),
    toRisk: text('to_risk'),
    /** Sealed `FoundHit`: the hit with its trace as it was seen at the time. */
    seen: bytea('seen').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.integrationId, t.id] }),
    index('watchlist_review_session').on(t.integrationId, t.sessionId),
  ],
);

/**
 * The last decision about every hit of a session that names its customer, by which a later session of the same customer finds it.
 * Hashes are keyed (HMAC-SHA-256), those of customers by integration.
 */
export const watchlistDecision = pgTable(
  'watchlist_decision',
  {
    integrationId: uuid('integration_id').notNull(),
    sessionId: uuid('session_id').notNull(),
    hitId: uuid('hit_id').notNull(),
    /** As in `watchlist_hit`. */
    entityHash: bytea('entity_hash').notNull(),
    /** Of `endUserId` and of `vendorData`; at least one of them. */
    endUserHash: bytea('end_user_hash'),
    vendorHash: bytea('vendor_hash'),
    matchStatus: text('match_status').notNull(),
    decidedAt: time('decided_at').notNull().defaultNow(),
    /** Sealed `KeptDecision`. */
    sealed: bytea('sealed').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.integrationId, t.sessionId, t.hitId] }),
    index('watchlist_decision_entity').on(t.integrationId, t.entityHash),
    foreignKey({
      columns: [t.integrationId, t.sessionId],
      foreignColumns: [session.integrationId, session.id],
    }),
  ],
);

/** Material changes that monitoring has found, append-only while the session lives. */
export const watchlistChange = pgTable(
  'watchlist_change',
  {
    integrationId: uuid('integration_id').notNull(),
    id: bigserial('id', { mode: 'number' }).notNull(),
    sessionId: uuid('session_id').notNull(),
    attemptId: uuid('attempt_id').notNull(),
    at: time('at').notNull().defaultNow(),
    snapshot: text('snapshot').notNull(),
    /** HMAC-SHA-256 of snapshots before and after and of the differences, under a key of the installation. */
    differenceHash: bytea('difference_hash').notNull(),
    /** Sealed `Difference[]`. */
    differences: bytea('differences').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.integrationId, t.id] }),
    index('watchlist_change_session').on(t.integrationId, t.sessionId),
  ],
);

/** Ongoing monitoring of a session; no row where it was never configured. */
export const watchlistMonitor = pgTable(
  'watchlist_monitor',
  {
    integrationId: uuid('integration_id').notNull(),
    sessionId: uuid('session_id').notNull(),
    /** The attempt whose result is kept up to date: the newest one with a result. */
    attemptId: uuid('attempt_id').notNull(),
    status: text('status').$type<'enabled' | 'disabled'>().notNull(),
    /** State of the lists that the result was last compared with. */
    snapshot: text('snapshot'),
    changedAt: time('changed_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.integrationId, t.sessionId] }),
    index('watchlist_monitor_enabled')
      .on(t.integrationId, t.sessionId)
      .where(sql`status = 'enabled'`),
    index('watchlist_monitor_disabled')
      .on(t.changedAt)
      .where(sql`status = 'disabled'`),
    foreignKey({
      columns: [t.integrationId, t.sessionId],
      foreignColumns: [session.integrationId, session.id],
    }),
  ],
);
