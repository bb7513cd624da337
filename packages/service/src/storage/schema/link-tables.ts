/** Tables of what links sessions of an integration with each other; the rules of schema.ts hold here too. */
import { foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, time } from './columns.ts';
import { session } from './schema.ts';

/**
 * What links a session with others of its integration: kept only where the integration's settings enable it, and no longer than the
 * session. Hashes are keyed (HMAC-SHA-256, a key per integration); faces and data are sealed under the session's data key.
 */
export const sessionLink = pgTable(
  'session_link',
  {
    integrationId: uuid('integration_id').notNull(),
    sessionId: uuid('session_id').notNull(),
    /** Of issuing state and document number. */
    documentHash: bytea('document_hash'),
    /** Of the national number. */
    personalHash: bytea('personal_hash'),
    /** Of the perceptual hash of the person's picture. */
    pictureHash: bytea('picture_hash'),
    /** Which model described the faces; `null` without faces. */
    model: text('model'),
    /** Sealed `LinkedFaces`; `null` when no face was fit to compare. */
    faces: bytea('faces'),
    /** Sealed `LinkedData`. */
    data: bytea('data').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.integrationId, t.sessionId] }),
    index('session_link_document').on(t.integrationId, t.documentHash),
    index('session_link_personal').on(t.integrationId, t.personalHash),
    index('session_link_picture').on(t.integrationId, t.pictureHash),
    index('session_link_newest').on(t.integrationId, t.model, t.createdAt),
    foreignKey({
      columns: [t.integrationId, t.sessionId],
      foreignColumns: [session.integrationId, session.id],
    }),
  ],
);

/** Faces an operator has blocked (127). They outlive the session they were taken from, until the operator takes them off. */
export const blockedFace = pgTable(
  'blocked_face',
  {
    integrationId: uuid('integration_id').notNull(),
    id: uuid('id').notNull(),
    model: text('model').notNull(),
    /** The descriptor, sealed under a key derived for the integration. */
    face: bytea('face').notNull(),
    /** Why, in the operator's words. */
    reason: text('reason').notNull(),
    actor: text('actor').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.integrationId, t.id] })],
);
