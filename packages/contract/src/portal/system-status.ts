import { type Static, Type } from 'typebox';
import { closed, instant, oneOf, orNull } from './form.ts';

/** Waiting work of the reader's integrations. */
export const portalQueues = ['verification', 'screening', 'registry', 'webhooks'] as const;
export type PortalQueueName = (typeof portalQueues)[number];

/** `ok`: normal; `slow`: work waits longer than usual; `down`: much longer, or the operator must intervene. */
const condition = oneOf(['ok', 'slow', 'down']);
export type PortalCondition = Static<typeof condition>;

/** State of the installation, as far as it concerns the reader. Nothing of other organisations is counted. */
export const PortalSystemStatus = closed({
  /** Version of this release, `1.4.0`. */
  version: Type.String(),
  at: instant,
  /** Milliseconds the database took to answer. */
  databaseMs: Type.Integer(),
  queues: Type.Array(
    closed({
      queue: oneOf(portalQueues),
      condition,
      /** Due or running; at most 1000 are counted per integration. */
      waiting: Type.Integer(),
      /** Age of the oldest due item; 0 if there is none. */
      oldestSeconds: Type.Integer(),
      /** Removed from the queue after repeated failures, for the operator to inspect. */
      parked: Type.Integer(),
    }),
  ),
  /** The process that reads pictures; `null`: another process than the one answering runs it. */
  pictures: orNull(closed({ condition })),
  /** Watchlists in use; `null`: this process does no screening, or no source was loaded. */
  lists: orNull(
    closed({
      condition,
      sources: Type.Integer(),
      /** Sources that are too old or were never loaded. */
      late: Type.Integer(),
      /** Seconds since the oldest content was confirmed; `null` before the first load. */
      oldestSeconds: orNull(Type.Integer()),
    }),
  ),
});
export type PortalSystemStatus = Static<typeof PortalSystemStatus>;
