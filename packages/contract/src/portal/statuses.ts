import { type Static, Type } from 'typebox';
import { userStatusReasonForms } from '../session-bodies.ts';
import { closed, instant, oneOf, orNull, portalErrors, type PortalErrorCode, uuid, words } from './form.ts';

const text = Type.String();
const reasonForm = oneOf(userStatusReasonForms);
/** Empty unless `reasonForm` is `list`. */
const reasons = Type.Array(words(200), { maxItems: 50 });

/** A status of an integration's own. @see spec/contract.md A-250 */
export const PortalStatus = closed({
  id: uuid,
  name: text,
  code: text,
  reasonForm,
  reasons: Type.Array(text),
  /** Increases with every change; an update names the version it was based on. */
  version: Type.Integer(),
  createdAt: instant,
  /** When it was first added to an attempt; its name and code are fixed from then on. */
  usedAt: orNull(instant),
  retiredAt: orNull(instant),
});
export type PortalStatus = Static<typeof PortalStatus>;
/** Answer to `GET /integrations/{id}/statuses`. */
export const PortalStatuses = closed({
  /** By name, retired ones last. */
  rows: Type.Array(PortalStatus),
  canDefine: Type.Boolean(),
});
export type PortalStatuses = Static<typeof PortalStatuses>;

/** Body of `POST /integrations/{id}/statuses`. */
export const PortalDefineStatusRequest = closed({ name: words(100), reasonForm, reasons });
export type PortalDefineStatusRequest = Static<typeof PortalDefineStatusRequest>;
/** Answer to `POST /integrations/{id}/statuses`. */
export const PortalDefinedStatus = closed({ id: uuid, code: text });
export type PortalDefinedStatus = Static<typeof PortalDefinedStatus>;

/** Body of `PATCH /integrations/{id}/statuses/{id}`. */
export const PortalStatusChange = closed({
  version: Type.Integer(),
  name: Type.Optional(words(100)),
  reasonForm: Type.Optional(reasonForm),
  reasons: Type.Optional(reasons),
  retired: Type.Optional(Type.Boolean()),
});
export type PortalStatusChange = Static<typeof PortalStatusChange>;

/** Body of `POST /sessions/{id}/statuses`. */
export const PortalAddStatusRequest = closed({
  statusId: uuid,
  /** As the status requires; `null`: no reason. */
  reason: orNull(words(500)),
  /** Absent: the newest attempt. */
  attemptId: Type.Optional(uuid),
});
export type PortalAddStatusRequest = Static<typeof PortalAddStatusRequest>;
/** Answer to `POST /sessions/{id}/statuses`. */
export const PortalAddedStatus = closed({ id: uuid });
export type PortalAddedStatus = Static<typeof PortalAddedStatus>;

/** Maximum number of sessions in one change. */
const portalBulkLimit = 100;

/** Adds a status to the newest attempts of several sessions of an integration, or removes it. */
export const PortalBulkStatusRequest = closed({
  integrationId: uuid,
  statusId: uuid,
  action: oneOf(['add', 'remove']),
  /** For `add`: as the status requires; otherwise `null`. */
  reason: orNull(words(500)),
  sessions: Type.Array(
    closed({
      id: uuid,
      /** As shown in the list: a session that has changed since is left unchanged. */
      changedAt: instant,
    }),
    { minItems: 1, maxItems: portalBulkLimit },
  ),
});
export type PortalBulkStatusRequest = Static<typeof PortalBulkStatusRequest>;
/** One for each session, in the order of the request. */
export const PortalBulkStatusResult = closed({
  results: Type.Array(
    closed({
      id: uuid,
      /** `null`: done; otherwise why this session was left unchanged. */
      refused: orNull(oneOf(Object.keys(portalErrors) as PortalErrorCode[])),
    }),
  ),
  changed: Type.Integer(),
});
export type PortalBulkStatusResult = Static<typeof PortalBulkStatusResult>;

/** A status that was added to an attempt. @see spec/contract.md A-251 */
export const PortalAttemptStatus = closed({
  id: uuid,
  name: text,
  code: text,
  /** `null` when there is none, or when free text is visible only to people who add statuses. */
  reason: orNull(text),
  createdAt: instant,
  /** Portal users by name. */
  addedBy: text,
  /** `null` while it is in force. */
  removedAt: orNull(instant),
  removedBy: orNull(text),
});
