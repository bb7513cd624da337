/** Tables of the monitoring of watchlists; the rules of schema.ts hold here too. */
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { time } from './columns.ts';

/**
 * One pass over the monitored sessions. Those that follow a change of the lists form a chain without gaps: each begins at the state
 * where the one before it ended. Holds no personal data, and so belongs to no integration.
 */
export const watchlistRun = pgTable(
  'watchlist_run',
  {
    id: uuid('id').primaryKey(),
    /** Place in the chain, from 1; `null` when all are screened anew for another reason. */
    ordinal: integer('ordinal'),
    /** Only this integration's sessions; `null` for all. */
    integrationId: uuid('integration_id'),
    /** What all monitored results were compared with: lists, engine, policies; `null`: unknown, and all sessions are looked at. */
    fromState: text('from_state'),
    /** What is in force since the run was planned. */
    toState: text('to_state').notNull(),
    /** Integration and session up to which all are done, `/` between; `''` at the beginning. */
    cursor: text('cursor').notNull().default(''),
    /** Sessions whose screening was queued. */
    queued: integer('queued').notNull().default(0),
    /** Of whoever works on it; every write names it (R7). */
    lease: integer('lease').notNull().default(0),
    leasedUntil: time('leased_until'),
    createdAt: time('created_at').notNull().defaultNow(),
    finishedAt: time('finished_at'),
  },
  (t) => [
    uniqueIndex('watchlist_run_ordinal').on(t.ordinal),
    index('watchlist_run_open')
      .on(t.createdAt)
      .where(sql`finished_at is null`),
  ],
);
