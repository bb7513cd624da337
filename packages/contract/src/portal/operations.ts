import { type Static, Type } from 'typebox';
import { webhookTypeNames } from '../webhooks/webhook-type-names.ts';
import { closed, instant, line, oneOf, orNull, page, paging, uuid } from './form.ts';

const text = Type.String();

const webhookType = oneOf(webhookTypeNames);

/** `exhausted`: no more attempts; `paused`: its endpoint is paused. */
export const portalWebhookStates = [
  'waiting',
  'delivered',
  'failing',
  'exhausted',
  'paused',
  'withdrawn',
] as const;
export type PortalWebhookState = (typeof portalWebhookStates)[number];
const webhookState = oneOf(portalWebhookStates);

const webhook = {
  id: uuid,
  integrationId: uuid,
  type: webhookType,
  sessionId: orNull(uuid),
  state: webhookState,
  attempts: Type.Integer(),
  createdAt: instant,
  lastAttemptAt: orNull(instant),
  lastHttpStatus: orNull(Type.Integer()),
  /** Error of the last attempt; `null` when it succeeded, or there was none. */
  lastError: orNull(text),
  /** Next attempt, while it waits. */
  nextAttemptAt: orNull(instant),
};
/** One row of `GET /webhooks`. */
export const PortalWebhookRow = closed(webhook);
export type PortalWebhookRow = Static<typeof PortalWebhookRow>;
/** Answer to `GET /webhooks`. */
export const PortalWebhooks = page(PortalWebhookRow);
export type PortalWebhooks = Static<typeof PortalWebhooks>;
/** Query of `GET /webhooks`. */
export const PortalWebhookQuery = closed({
  integration: Type.Optional(uuid),
  type: Type.Optional(webhookType),
  state: Type.Optional(webhookState),
  session: Type.Optional(uuid),
  since: Type.Optional(instant),
  ...paging,
});
export type PortalWebhookQuery = Static<typeof PortalWebhookQuery>;

export const PortalDelivery = closed({
  attempt: Type.Integer(),
  startedAt: instant,
  /** Duration in milliseconds; `null` while it is running. */
  ms: orNull(Type.Integer()),
  address: orNull(text),
  tls: orNull(text),
  httpStatus: orNull(Type.Integer()),
  errorClass: orNull(text),
  /** First 4 KiB of the response; `null` also where the reader may not see it. */
  response: orNull(text),
});
/** `body` is `null` if the reader may not see it or has not revealed the session, and after it is erased. */
export const PortalWebhook = closed({
  ...webhook,
  deliveries: Type.Array(PortalDelivery),
  body: orNull(text),
  bodyWithheld: orNull(oneOf(['not-allowed', 'reveal-required', 'erased'])),
  canReplay: Type.Boolean(),
});
export type PortalWebhook = Static<typeof PortalWebhook>;
/** Answer to `POST /webhooks/{id}/replay`. */
export const PortalReplayed = closed({ count: Type.Integer() });
export type PortalReplayed = Static<typeof PortalReplayed>;

export const PortalKey = closed({
  id: uuid,
  label: text,
  master: Type.Boolean(),
  createdAt: instant,
  /** Time of the last request with it; up to 30 s behind. */
  lastUsedAt: orNull(instant),
});
export const PortalEndpoint = closed({
  type: webhookType,
  url: orNull(text),
  pausedAt: orNull(instant),
  failures: Type.Integer(),
  waiting: Type.Integer(),
  /** Whether a test webhook of this type can be sent. */
  testable: Type.Boolean(),
});
/** Answer to `GET /integrations/{id}`. */
export const PortalIntegration = closed({
  id: uuid,
  name: text,
  mode: oneOf(['test', 'live']),
  active: Type.Boolean(),
  apiKey: text,
  apiUrl: text,
  createdAt: instant,
  keys: Type.Array(PortalKey),
  keyLimit: Type.Integer(),
  /** All types, including those without a URL. */
  webhooks: Type.Array(PortalEndpoint),
  /** Changes whenever the URLs change; an update names the version it was based on. */
  version: text,
  canManageKeys: Type.Boolean(),
  canManageWebhooks: Type.Boolean(),
  /** Reviews and true matches require two people. */
  fourEyes: Type.Boolean(),
  canConfigureReviews: Type.Boolean(),
});
export type PortalIntegration = Static<typeof PortalIntegration>;

/** How many people a decision requires. */
export const PortalReviewRules = closed({ fourEyes: Type.Boolean() });
export type PortalReviewRules = Static<typeof PortalReviewRules>;

/** Body of `POST /integrations/{id}/keys`. */
export const PortalAddKeyRequest = closed({ label: line(100) });
export type PortalAddKeyRequest = Static<typeof PortalAddKeyRequest>;
/** The secret is shown only once. */
export const PortalAddedKey = closed({ id: uuid, secret: text });
export type PortalAddedKey = Static<typeof PortalAddedKey>;

/** Body of `PUT /integrations/{id}/webhooks/{type}`. */
export const PortalWebhookUrlRequest = closed({
  /** `null` removes the URL and cancels its waiting webhooks. */
  url: orNull(Type.String({ minLength: 1, maxLength: 2_000 })),
  version: Type.String({ maxLength: 100 }),
});
export type PortalWebhookUrlRequest = Static<typeof PortalWebhookUrlRequest>;
/** Answer to a change of settings: the new version, which the next change must name. */
export const PortalVersion = closed({ version: text });
export type PortalVersion = Static<typeof PortalVersion>;
/** Answer to `POST /integrations/{id}/webhooks/{type}/test`. */
export const PortalWebhookTested = closed({
  outcome: oneOf(['delivered', 'failed']),
  httpStatus: orNull(Type.Integer()),
  errorClass: orNull(text),
  address: orNull(text),
  tls: orNull(text),
  ms: Type.Integer(),
  response: orNull(text),
});
export type PortalWebhookTested = Static<typeof PortalWebhookTested>;
/** Answer to `POST /integrations/{id}/webhooks/{type}/resume`. */
export const PortalResumed = closed({ waiting: Type.Integer() });
export type PortalResumed = Static<typeof PortalResumed>;

/** Query of `GET /audit`. */
export const PortalAuditQuery = closed({
  integration: Type.Optional(uuid),
  session: Type.Optional(uuid),
  /** The whole actor, or the part before its colon. */
  actor: Type.Optional(Type.String({ maxLength: 200 })),
  action: Type.Optional(Type.String({ maxLength: 100, pattern: '^[a-z0-9_-]+$' })),
  since: Type.Optional(instant),
  until: Type.Optional(instant),
  ...paging,
});
export type PortalAuditQuery = Static<typeof PortalAuditQuery>;
/** One row of `GET /audit`. */
export const PortalAuditRow = closed({
  id: Type.Integer(),
  at: instant,
  /** `null` for entries about the organisation as a whole. */
  integrationId: orNull(uuid),
  actor: text,
  /** Name of the portal user; `null` for other actors. */
  actorName: orNull(text),
  action: text,
  sessionId: orNull(uuid),
  from: orNull(text),
  to: orNull(text),
  details: Type.Record(Type.String(), Type.Unknown()),
});
export type PortalAuditRow = Static<typeof PortalAuditRow>;
/** Answer to `GET /audit`. */
export const PortalAudit = page(PortalAuditRow);
export type PortalAudit = Static<typeof PortalAudit>;

/**
 * Faults of a chain over the audit log. Of entries: `row-changed`, `row-removed`, `row-inserted` (old enough to be linked, but no link
 * names it), `rows-reordered`. Of the chain: `link-removed`; `checkpoint-forged` (not signed by this installation); `links-rewritten`
 * (the hash differs from the one signed or kept); `end-removed` (the chain was once longer).
 */
export const portalAuditFaults = [
  'row-changed',
  'row-removed',
  'row-inserted',
  'rows-reordered',
  'link-removed',
  'checkpoint-forged',
  'links-rewritten',
  'end-removed',
] as const;
export type PortalAuditFault = (typeof portalAuditFaults)[number];

/** The chain over one log; `integrationId` is `null` for the organisation's own. */
export const PortalAuditChain = closed({
  integrationId: orNull(uuid),
  /** Entries already linked, and entries waiting to be. */
  rows: Type.Integer(),
  waiting: Type.Integer(),
  /** The last signed end; `null` before the first one. */
  checkpoint: orNull(closed({ position: Type.Integer(), at: instant })),
});
export type PortalAuditChain = Static<typeof PortalAuditChain>;
/** Answer to `GET /audit/chains`. */
export const PortalAuditChains = closed({
  chains: Type.Array(PortalAuditChain),
  /** Public key for checkpoints: SubjectPublicKeyInfo of an Ed25519 key, base64. */
  publicKey: text,
});
export type PortalAuditChains = Static<typeof PortalAuditChains>;

/** Selects a part of a chain, of an integration or of the organisation, after a position; without one, from the start. */
export const PortalAuditPartQuery = closed({
  integration: Type.Optional(uuid),
  after: Type.Optional(Type.String({ pattern: '^\\d{1,15}$' })),
});
export type PortalAuditPartQuery = Static<typeof PortalAuditPartQuery>;
/** Answer to `GET /audit/verification`. */
export const PortalAuditVerification = closed({
  /** The last entry that verified. */
  through: Type.Integer(),
  /** The chain ends here, or is broken. */
  isEnd: Type.Boolean(),
  /** The first fault. `position` is `null` for an entry outside the chain, `auditId` where it is not known. */
  broken: orNull(
    closed({
      fault: oneOf(portalAuditFaults),
      position: orNull(Type.Integer()),
      auditId: orNull(Type.Integer()),
    }),
  ),
});
export type PortalAuditVerification = Static<typeof PortalAuditVerification>;

/** Body of `POST /audit/export`. */
export const PortalAuditPart = closed({
  integrationId: orNull(uuid),
  after: Type.Integer({ minimum: 0, maximum: 999_999_999_999_999 }),
});
export type PortalAuditPart = Static<typeof PortalAuditPart>;
/** A part of a chain as JSON lines. */
export const PortalAuditExport = closed({ lines: text, through: Type.Integer(), isEnd: Type.Boolean() });
export type PortalAuditExport = Static<typeof PortalAuditExport>;
