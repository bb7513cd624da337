import { type Static, Type } from 'typebox';
import { sessionStatuses } from '../session.ts';
import { closed, instant, oneOf, orNull, uuid } from './form.ts';
import { webhookTypeNames } from '../webhooks/webhook-type-names.ts';

/** What is set up before an integration works, in this order. */
export const portalSetupSteps = [
  'integration',
  'webhook-url',
  'key-used',
  'session',
  'webhook-delivered',
] as const;

/** What somebody should look at. */
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

/** How far a session came: each step includes those that came further. */
export const portalFlowSteps = ['created', 'opened', 'handed-in', 'decided'] as const;

const count = Type.Integer();
/** Values below `below` and not below that of the range before; `null`: all larger ones. */
const range = closed({ below: orNull(Type.Integer()), count });

/** The first page of the portal. */
export const PortalHome = closed({
  setup: Type.Array(closed({ step: oneOf(portalSetupSteps), done: Type.Boolean() })),
  /** Those that began first come first. */
  alerts: Type.Array(
    closed({
      kind: oneOf(portalAlertKinds),
      integrationId: uuid,
      /** Type of the webhook; `null` for all other alerts. */
      webhookType: orNull(oneOf(webhookTypeNames)),
      /** Registry or name of the key; `null` for all other alerts. */
      subject: orNull(Type.String()),
      /** How many wait; `null` where there is one thing. */
      count: orNull(count),
      /** There may be more than were counted. */
      more: Type.Boolean(),
      since: orNull(instant),
    }),
  ),
  /** Of the newest sessions of so many days. */
  charts: closed({
    days: Type.Integer(),
    sessions: count,
    /** There are more sessions in these days than are counted. */
    isCut: Type.Boolean(),
    statuses: Type.Array(closed({ status: oneOf(sessionStatuses), count })),
    steps: Type.Array(closed({ step: oneOf(portalFlowSteps), count })),
    /** From handing in to the final decision; `below` in seconds. */
    decisionTimes: Type.Array(range),
    /** Of hits that are not decided, whatever the age of their sessions; `below` in days. */
    hitAges: Type.Array(range),
  }),
});
export type PortalHome = Static<typeof PortalHome>;

/** Query of `GET /home`. */
export const PortalHomeQuery = closed({ integration: Type.Optional(uuid) });
export type PortalHomeQuery = Static<typeof PortalHomeQuery>;
