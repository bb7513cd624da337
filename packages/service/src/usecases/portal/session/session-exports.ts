import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  type PortalExport,
  portalExportLimits,
  type PortalExportRequest,
  type PortalExports,
  type PortalExportStarted,
} from '@countersign/contract';
import { exportHead, type UnreadableCause, unreadableLine } from '@countersign/core';
import { SealBroken, unsealText } from '../../../encryption/seal.ts';
import { insertAudit } from '../../../storage/audit-chain/audit.ts';
import type { Tx } from '../../../storage/engine/database.ts';
import {
  countExports,
  endExport,
  type ExportLine,
  type ExportRow,
  findExport,
  insertExport,
  listExports,
  readExportPart,
} from '../../../storage/portal/session-exports.ts';
import { dataKeyOf } from '../../session/found-session.ts';
import { unsealKept } from '../../session/redaction.ts';
import { lineLabel, noLine, openWish, sealWish } from './export-request.ts';
import { requireWords, statusesOf } from './find-sessions.ts';
import type { PortalContext } from '../portal-context.ts';
import { notFound, PortalRefused } from '../portal-refused.ts';
import { may, reachFor, requireIntegration, requireMay, requireStepUp, type Viewer } from '../viewer.ts';

/** Maximum exports listed. */
const listed = 100;

/**
 * Starts an export of the sessions that match a filter; a worker writes it.
 * @throws PortalRefused not-found, not-allowed, step-up, invalid, too-many-exports
 */
export const requestExport =
  ({ database, vault }: PortalContext) =>
  async (viewer: Viewer, request: PortalExportRequest): Promise<PortalExportStarted> => {
    const integrationIds = reachFor(viewer, 'export-sessions', request.integration);
    const { format, personal } = request;
    const reason = reasonOf(viewer, integrationIds, request);
    const statuses = statusesOf(request.status);
    requireStepUp(viewer);
    const { organisation, userId: requestedBy } = viewer;
    const key = { organisationId: organisation.id, exportId: randomUUID() };
    const { since = null, until = null } = request;
    const q = request.q?.trim() ?? null;
    const name = nameOf(viewer, integrationIds, request);
    await database.transaction(async (tx) => {
      refuseTooMany(await countExports(tx, organisation.id));
      const waiting = {
        waitingHits: request.hits === 'waiting',
        waitingProposals: request.proposals === 'waiting',
      };
      const wish = { statuses, since, until, ...waiting, q, name, reason };
      const sealed = sealWish(vault, key.exportId, wish);
      await insertExport(tx, { ...key, integrationIds, requestedBy, format, personal, request: sealed });
      const searched = q !== null || name !== null;
      await note(tx, viewer, {
        integrationIds,
        action: 'export-sessions',
        details: { exportId: key.exportId, format, personal, reason, statuses, since, until, searched },
      });
    });
    return { id: key.exportId };
  };

/** @throws PortalRefused not-allowed, invalid */
function reasonOf(
  viewer: Viewer,
  integrationIds: readonly string[],
  { personal, reason }: PortalExportRequest,
): string | null {
  if (!personal) return null;
  for (const id of integrationIds) requireMay(viewer, 'reveal', requireIntegration(viewer, id));
  if (reason === null)
    throw new PortalRefused('invalid', 'reason: must be there for an export with personal data', {
      member: 'reason',
    });
  return reason.trim();
}

/** Searching by name would reveal masked names. @throws PortalRefused not-allowed, invalid */
function nameOf(
  viewer: Viewer,
  integrationIds: readonly string[],
  { name }: PortalExportRequest,
): string | null {
  if (name === undefined) return null;
  for (const id of integrationIds) requireMay(viewer, 'reveal', requireIntegration(viewer, id));
  requireWords(name);
  return name;
}

function refuseTooMany({ running, kept }: { running: number; kept: number }): void {
  const most = portalExportLimits;
  if (running >= most.running)
    throw new PortalRefused(
      'too-many-exports',
      `${running} exports of the organisation are being written: wait for one of them, or cancel it.`,
    );
  if (kept + running >= most.kept)
    throw new PortalRefused(
      'too-many-exports',
      `The organisation keeps ${kept} files of exports: delete one of them first.`,
    );
}

/** Recorded in the log of each integration concerned. */
async function note(
  tx: Tx,
  { actor }: Viewer,
  {
    integrationIds,
    action,
    details,
  }: { integrationIds: readonly string[]; action: string; details: Record<string, unknown> },
): Promise<void> {
  for (const integrationId of integrationIds)
    await insertAudit(tx, { integrationId, actor, action, sessionId: null, details });
}

/** Exports whose sessions the viewer may export, newest first. @throws PortalRefused not-allowed */
export const findExports =
  ({ database, vault }: PortalContext) =>
  async (viewer: Viewer): Promise<PortalExports> => {
    const integrationIds = reachFor(viewer, 'export-sessions', undefined);
    const rows = await listExports(
      database,
      { organisationId: viewer.organisation.id, integrationIds },
      listed,
    );
    return { rows: rows.map((row) => shownExport(vault, viewer, row)), next: null };
  };

function shownExport(vault: PortalContext['vault'], viewer: Viewer, row: ExportRow): PortalExport {
  const { request, parts: _parts, ...shown } = row;
  const { statuses, since, until, q, name = null, reason } = openWish(vault, row.id, request);
  return {
    ...shown,
    reason,
    statuses: statuses ?? [],
    since,
    until,
    searched: q !== null || name !== null,
    canDownload: row.state === 'done' && mayRead(viewer, row),
  };
}

/** Whether the viewer may see the content of the file. */
const mayRead = (viewer: Viewer, { personal, integrations }: ExportRow): boolean =>
  !personal ||
  integrations.every((id) => {
    const integration = viewer.integrations.find((each) => each.id === id);
    return integration !== undefined && may(viewer, 'reveal', integration);
  });

/** @throws PortalRefused not-found, not-allowed */
async function reachExport(
  { database }: Pick<PortalContext, 'database'>,
  viewer: Viewer,
  exportId: string,
): Promise<ExportRow> {
  const integrationIds = reachFor(viewer, 'export-sessions', undefined);
  const row = await findExport(database, {
    organisationId: viewer.organisation.id,
    integrationIds,
    exportId,
  });
  if (!row) throw notFound();
  return row;
}

/** Cancels a running export, or marks the file of a finished one for erasure. @throws PortalRefused not-found, not-allowed, export-over */
export const cancelExport =
  (ctx: PortalContext) =>
  async (viewer: Viewer, exportId: string): Promise<void> => {
    const { integrations: integrationIds } = await reachExport(ctx, viewer, exportId);
    const state = await ctx.database.transaction(async (tx) => {
      const ended = await endExport(tx, { organisationId: viewer.organisation.id, exportId });
      if (ended === null) throw isOver();
      await note(tx, viewer, { integrationIds, action: 'cancel-export', details: { exportId } });
      return ended;
    });
    if (state === 'cancelled') ctx.metrics.exports.inc({ outcome: state });
  };

const isOver = () => new PortalRefused('export-over', 'The file of this export is erased: export again.');

/** A file streamed to the client as it is read. */
export interface ExportFile {
  name: string;
  format: ExportRow['format'];
  open(): Readable;
}

/**
 * The file of an export; recorded. Sessions erased or redacted in the meantime are omitted.
 * @throws PortalRefused not-found, not-allowed, step-up, export-not-ready, export-over
 */
export const downloadExport =
  (ctx: PortalContext) =>
  async (viewer: Viewer, exportId: string): Promise<ExportFile> => {
    const row = await reachExport(ctx, viewer, exportId);
    if (row.state === 'running')
      throw new PortalRefused('export-not-ready', 'The export is still being written.');
    if (row.state !== 'done') throw isOver();
    if (!mayRead(viewer, row))
      throw new PortalRefused('not-allowed', `The role ${viewer.role} does not allow personal data.`);
    if (row.personal) requireStepUp(viewer);
    const { format, personal } = row;
    await ctx.database.transaction((tx) =>
      note(tx, viewer, {
        integrationIds: row.integrations,
        action: 'download-export',
        details: { exportId, format, personal },
      }),
    );
    return {
      name: `sessions-${row.createdAt.slice(0, 10)}-${exportId.slice(0, 8)}.${format}`,
      format,
      open: () => Readable.from(linesOf(ctx, viewer.organisation.id, row)),
    };
  };

/** One part after the other, so that only one is in memory. */
async function* linesOf(
  { database, vault }: PortalContext,
  organisationId: string,
  { id: exportId, format, parts }: ExportRow,
): AsyncGenerator<string> {
  const head = exportHead(format);
  if (head !== '') yield head;
  for (let ordinal = 0; ordinal < parts; ordinal += 1) {
    const lines = await readExportPart(database, { organisationId, exportId }, ordinal);
    // Erased during the download, which must not end as if the file were complete.
    if (lines === null) throw new Error('a part of the export is gone');
    const texts = lines.flatMap((line) => lineText({ vault }, { exportId, format }, line) ?? []);
    if (texts.length > 0) yield texts.join('');
  }
}

/** A line of the file; `null` if the session was redacted since. A session that cannot be read has a line with the reason. */
function lineText(
  { vault }: Pick<PortalContext, 'vault'>,
  { exportId, format }: { exportId: string; format: ExportRow['format'] },
  line: ExportLine,
): string | null {
  const { id, integrationId, sealed } = line;
  let cause: UnreadableCause = 'data-key';
  try {
    const dataKey = dataKeyOf(vault, integrationId, line);
    cause = 'data';
    return unsealKept(line, () => unsealText(dataKey, lineLabel(exportId, id), sealed));
  } catch (error) {
    if (!(error instanceof SealBroken) && sealed.length > noLine.length) throw error;
    return unreadableLine({ id, integrationId, cause }, format);
  }
}
