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
  /** Rises with every change; a change names the one it was made from. */
  version: Type.Integer(),
  createdAt: instant,
  /** When it was first added to an attempt: name and code stay from then on. */
  usedAt: orNull(instant),
  retiredAt: orNull(instant),
});
export type PortalStatus = Static<typeof PortalStatus>;
/** Answer to `GET /integrations/{id}/statuses`. */
export const PortalStatuses = closed({
  /** By their names, those that are retired last. */
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
  /** As the status takes it; `null`: without one. */
  reason: orNull(words(500)),
  /** Absent: the newest attempt. */
  attemptId: Type.Optional(uuid),
});
export type PortalAddStatusRequest = Static<typeof PortalAddStatusRequest>;
/** Answer to `POST /sessions/{id}/statuses`. */
export const PortalAddedStatus = closed({ id: uuid });
export type PortalAddedStatus = Static<typeof PortalAddedStatus>;

/** Sessions of one change at most. */
const portalBulkLimit = 100;

/** Adds a status to the newest attempts of several sessions of an integration, or takes it back from them. */
export const PortalBulkStatusRequest = closed({
  integrationId: uuid,
  statusId: uuid,
  action: oneOf(['add', 'remove']),
  /** Of `add`: as the status takes it; else `null`. */
  reason: orNull(words(500)),
  sessions: Type.Array(
    closed({
      id: uuid,
      /** As the list had it: a session that changed since is left alone. */
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
      /** `null`: it was done; else why nothing was done with this session. */
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
  /** `null` without one, and where words that were typed are for those who add statuses. */
  reason: orNull(text),
  createdAt: instant,
  /** People of the portal by their name. */
  addedBy: text,
  /** `null` while it is in force. */
  removedAt: orNull(instant),
  removedBy: orNull(text),
});
