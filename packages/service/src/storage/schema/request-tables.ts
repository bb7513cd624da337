import { index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { bytea, time } from './columns.ts';

/**
 * requests with an `Idempotency-Key`. Nothing here can be guessed from without the key-encryption key: what the client
 * sent is stored as HMACs only, and that of its body goes with the session.
 */
export const idempotency = pgTable(
  'idempotency',
  {
    integrationId: uuid('integration_id').notNull(),
    /** HMAC-SHA256 of integration, method, path and key under a key of the installation. */
    keyMac: bytea('key_mac').notNull(),
    sessionId: uuid('session_id').notNull(),
    /** HMAC-SHA256 of the body under a key made of the session's data key; `null` once the session is erased. */
    bodyMac: bytea('body_mac'),
    /** What rebuilds the answer exactly: the id of the session, the medium or the attempt. */
    resourceId: uuid('resource_id').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.integrationId, t.keyMac] }),
    index('idempotency_session').on(t.integrationId, t.sessionId),
    index('idempotency_age').on(t.createdAt),
  ],
);
