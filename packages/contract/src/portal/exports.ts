import { type Static, Type } from 'typebox';
import { sessionStatuses } from '../session.ts';
import { closed, instant, oneOf, orNull, page, uuid, words } from './form.ts';
import { PortalSessionQuery } from './sessions.ts';

/** Bounds of exports of sessions. */
export const portalExportLimits = {
  /** Exports of an organisation that run at once. */
  running: 2,
  /** Files of an organisation that are kept at once. */
  kept: 20,
  /** Hours that a file can be downloaded. */
  hours: 24,
} as const;

const portalExportFormats = ['csv', 'jsonl'] as const;
export type PortalExportFormat = (typeof portalExportFormats)[number];

/** `expired`: its file is erased. */
const portalExportStates = ['running', 'done', 'failed', 'cancelled', 'expired'] as const;
export type PortalExportState = (typeof portalExportStates)[number];

/** Why an export failed: it would hold more sessions than the operator allows, or a worker failed at it again and again. */
const portalExportCauses = ['too-many-rows', 'failed-repeatedly'] as const;

const { integration, status, since, until, hits, proposals, q, name } = PortalSessionQuery.properties;

/** Filters as the list of sessions takes them, and how the file is to be. */
export const PortalExportRequest = closed({
  integration,
  status,
  since,
  until,
  hits,
  proposals,
  q,
  name,
  format: oneOf(portalExportFormats),
  /** With personal data, not masked; wants a reason. */
  personal: Type.Boolean(),
  reason: orNull(words(500)),
});
export type PortalExportRequest = Static<typeof PortalExportRequest>;

/** An export of sessions. */
export const PortalExport = closed({
  id: uuid,
  format: oneOf(portalExportFormats),
  personal: Type.Boolean(),
  /** Of one with personal data. */
  reason: orNull(Type.String()),
  state: oneOf(portalExportStates),
  cause: orNull(oneOf(portalExportCauses)),
  /** Sessions so far. */
  rows: Type.Integer(),
  /** Bytes so far. */
  bytes: Type.Integer(),
  /** When the last session so far was created: sessions are written newest first. */
  reached: orNull(instant),
  createdAt: instant,
  endedAt: orNull(instant),
  /** Until when the file can be downloaded. */
  expiresAt: orNull(instant),
  requestedBy: Type.String(),
  /** Whose sessions it holds. */
  integrations: Type.Array(uuid),
  /** Empty: every status. */
  statuses: Type.Array(oneOf(sessionStatuses)),
  since: orNull(instant),
  until: orNull(instant),
  /** Whether a text was searched for; it is not shown again. */
  searched: Type.Boolean(),
  canDownload: Type.Boolean(),
});
export type PortalExport = Static<typeof PortalExport>;
/** The newest hundred. */
export const PortalExports = page(PortalExport);
export type PortalExports = Static<typeof PortalExports>;
/** Answer to `POST /exports`. */
export const PortalExportStarted = closed({ id: uuid });
export type PortalExportStarted = Static<typeof PortalExportStarted>;
