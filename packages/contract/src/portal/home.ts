import { type Static, Type } from 'typebox';
import { sessionStatuses } from '../session.ts';
import { closed, instant, oneOf, orNull, uuid } from './form.ts';
import { webhookTypeNames } from '../webhooks/webhook-type-names.ts';

/** Steps to set up an integration, in this order. */
export const portalSetupSteps = [
  'integration',
  'webhook-url',
  'key-used',
  'session',
  'webhook-delivered',
] as const;

/** Conditions that need a person's attention. */
export const portalAlertKinds = [
  'webhook-failing',
  'webhook-paused',
  'webhook-given-up',
  'registry-unusable',
  'key-old',
  'hits-waiting',
  'reviews-waiting',
  'proposals-waiting',
] as const;
export type PortalAlertKind = (typeof portalAlertKinds)[number];

/** How far a session got: each step includes the sessions that got further. */
export const portalFlowSteps = ['created', 'opened', 'handed-in', 'decided'] as const;

const count = Type.Integer();
/** Values below `below` and at or above the bound of the previous range; `null`: everything above. */
const range = closed({ below: orNull(Type.Integer()), count });

/** The first page of the portal. */
export const PortalHome = closed({
  setup: Type.Array(closed({ step: oneOf(portalSetupSteps), done: Type.Boolean() })),
  /** Oldest first. */
  alerts: Type.Array(
    closed({
      kind: oneOf(portalAlertKinds),
      integrationId: uuid,
      /** Type of the webhook; `null` for all other alerts. */
      webhookType: orNull(oneOf(webhookTypeNames)),
      /** Registry or name of the key; `null` for all other alerts. */
      subject: orNull(Type.String()),
      /** How many are waiting; `null` for an alert about a single thing. */
      count: orNull(count),
      /** There may be more than were counted. */
      more: Type.Boolean(),
      since: orNull(instant),
    }),
  ),
  /** From the newest sessions of the given number of days. */
  charts: closed({
    days: Type.Integer(),
    sessions: count,
    /** These days have more sessions than were counted. */
    isCut: Type.Boolean(),
    statuses: Type.Array(closed({ status: oneOf(sessionStatuses), count })),
    steps: Type.Array(closed({ step: oneOf(portalFlowSteps), count })),
    /** From submission to the final decision; `below` in seconds. */
    decisionTimes: Type.Array(range),
    /** Hits without a decision, whatever the age of their sessions; `below` in days. */
    hitAges: Type.Array(range),
  }),
});
export type PortalHome = Static<typeof PortalHome>;

/** Query of `GET /home`. */
export const PortalHomeQuery = closed({ integration: Type.Optional(uuid) });
export type PortalHomeQuery = Static<typeof PortalHomeQuery>;
