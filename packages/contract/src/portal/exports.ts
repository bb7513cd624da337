import { type Static, Type } from 'typebox';
import { sessionStatuses } from '../session.ts';
import { closed, instant, oneOf, orNull, page, uuid, words } from './form.ts';
import { PortalSessionQuery } from './sessions.ts';

/** Limits on exports of sessions. */
export const portalExportLimits = {
  /** Exports per organisation that run at the same time. */
  running: 2,
  /** Files per organisation that are kept at the same time. */
  kept: 20,
  /** Hours during which a file can be downloaded. */
  hours: 24,
} as const;

const portalExportFormats = ['csv', 'jsonl'] as const;
export type PortalExportFormat = (typeof portalExportFormats)[number];

/** `expired`: the file has been erased. */
const portalExportStates = ['running', 'done', 'failed', 'cancelled', 'expired'] as const;
export type PortalExportState = (typeof portalExportStates)[number];

/** Why an export failed: it would contain more sessions than the operator allows, or workers failed at it repeatedly. */
const portalExportCauses = ['too-many-rows', 'failed-repeatedly'] as const;

const { integration, status, since, until, hits, proposals, q, name } = PortalSessionQuery.properties;

/** Filters as for the list of sessions, and the format of the file. */
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
  /** With unmasked personal data; requires a reason. */
  personal: Type.Boolean(),
  reason: orNull(words(500)),
});
export type PortalExportRequest = Static<typeof PortalExportRequest>;

/** An export of sessions. */
export const PortalExport = closed({
  id: uuid,
  format: oneOf(portalExportFormats),
  personal: Type.Boolean(),
  /** Set for exports with personal data. */
  reason: orNull(Type.String()),
  state: oneOf(portalExportStates),
  cause: orNull(oneOf(portalExportCauses)),
  /** Sessions written so far. */
  rows: Type.Integer(),
  /** Bytes written so far. */
  bytes: Type.Integer(),
  /** Creation time of the last session written so far; sessions are written newest first. */
  reached: orNull(instant),
  createdAt: instant,
  endedAt: orNull(instant),
  /** The file can be downloaded until then. */
  expiresAt: orNull(instant),
  requestedBy: Type.String(),
  /** Integrations whose sessions it contains. */
  integrations: Type.Array(uuid),
  /** Empty means every status. */
  statuses: Type.Array(oneOf(sessionStatuses)),
  since: orNull(instant),
  until: orNull(instant),
  /** Whether the sessions were filtered by a search text; the text itself is not shown again. */
  searched: Type.Boolean(),
  canDownload: Type.Boolean(),
});
export type PortalExport = Static<typeof PortalExport>;
/** The newest hundred exports. */
export const PortalExports = page(PortalExport);
export type PortalExports = Static<typeof PortalExports>;
/** Answer to `POST /exports`. */
export const PortalExportStarted = closed({ id: uuid });
export type PortalExportStarted = Static<typeof PortalExportStarted>;
