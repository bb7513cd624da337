import { type Static, Type } from 'typebox';
import { closed, instant, oneOf, orNull } from './form.ts';

/** Work that waits, of the reader's integrations. */
export const portalQueues = ['verification', 'screening', 'registry', 'webhooks'] as const;
export type PortalQueueName = (typeof portalQueues)[number];

/** `ok`: as it should be; `slow`: work waits longer than usual; `down`: much longer, or a person of the operator must look. */
const condition = oneOf(['ok', 'slow', 'down']);
export type PortalCondition = Static<typeof condition>;

/** How the installation is, as far as it concerns the reader. Nothing of other organisations is counted. */
export const PortalSystemStatus = closed({
  /** Of this release, `1.4.0`. */
  version: Type.String(),
  at: instant,
  /** The database answered, after so many milliseconds. */
  databaseMs: Type.Integer(),
  queues: Type.Array(
    closed({
      queue: oneOf(portalQueues),
      condition,
      /** What is due or being done, at most 1000 of each integration are counted. */
      waiting: Type.Integer(),
      /** How long what waits longest has been due; 0 where nothing is. */
      oldestSeconds: Type.Integer(),
      /** Taken out of the queue after repeated failures; the operator looks at it. */
      parked: Type.Integer(),
    }),
  ),
  /** The process that reads pictures; `null`: another one than that which answers has it. */
  pictures: orNull(closed({ condition })),
  /** Watchlists in force; `null`: this process screens nothing, or no source was loaded. */
  lists: orNull(
    closed({
      condition,
      sources: Type.Integer(),
      /** Sources that are too old or were never loaded. */
      late: Type.Integer(),
      /** Since the content that is oldest was confirmed; `null` before the first load. */
      oldestSeconds: orNull(Type.Integer()),
    }),
  ),
});
export type PortalSystemStatus = Static<typeof PortalSystemStatus>;
