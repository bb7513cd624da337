/** The table of registry checks; the rules of schema.ts hold here too. Rows go with the erasure of their session. */
import { sql } from 'drizzle-orm';
import { foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, time } from './columns.ts';
import { attempt } from './schema.ts';

/** The check of one attempt by one registry, from the transaction on that queues it; without `endedAt` it still waits. */
export const registryCheck = pgTable(
  'registry_check',
  {
    integrationId: uuid('integration_id').notNull(),
    attemptId: uuid('attempt_id').notNull(),
    /** `RegistryName` of registry-checks.ts. */
    registry: text('registry').notNull(),
    sessionId: uuid('session_id').notNull(),
    /** How often a call was begun; recorded before each call. */
    starts: integer('starts').notNull().default(0),
    startedAt: time('started_at'),
    /** How often it was put off because the registry gave no answer; a try that begins later counts its own starts. */
    deferrals: integer('deferrals').notNull().default(0),
    /** When it is called again after that; `null` when it was never put off. */
    nextTryAt: time('next_try_at'),
    endedAt: time('ended_at'),
    /** Sealed: what is kept of how it ended, for Colombia without names; `null` when it did not run, or not yet. */
    result: bytea('result'),
    /** Sealed object of the decision body; `null` without one. */
    object: bytea('object'),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.integrationId, t.attemptId, t.registry] }),
    index('registry_check_session').on(t.integrationId, t.sessionId),
    // What waits is looked for all the time, and is little.
    index('registry_check_waiting')
      .on(t.createdAt)
      .where(sql`ended_at is null`),
    foreignKey({
      columns: [t.integrationId, t.attemptId],
      foreignColumns: [attempt.integrationId, attempt.id],
    }),
  ],
);
