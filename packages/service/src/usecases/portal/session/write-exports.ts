import { portalExportLimits } from '@countersign/contract';
import { exportLine, type SessionData, type UnreadableCause, unreadableLine } from '@countersign/core';
import type { ServiceContext } from '../../../context.ts';
import { KeyVersionMissing } from '../../../encryption/key-version-missing.ts';
import { sealText } from '../../../encryption/seal.ts';
import { openOperatorEntry } from '../../../storage/operator/operator-entries.ts';
import { listOwnIntegrations, type OwnIntegration } from '../../../storage/portal/organisations.ts';
import { listPortalSessions, type PortalSessionLine } from '../../../storage/portal/portal-sessions.ts';
import {
  addExportPart,
  claimExport,
  type ClaimedExport,
  eraseExportParts,
  expireExports,
  type ExportFailure,
  type ExportOutcome,
  type ExportPart,
  failExport,
  forgetExports,
  releaseExport,
} from '../../../storage/portal/session-exports.ts';
import { dataKeyOf, sessionDataOf } from '../../session/found-session.ts';
import { type ExportWish, lineLabel, noLine, openWish } from './export-request.ts';
import { reasonText, searchOf, wordsOf } from './find-sessions.ts';

type Context = Pick<ServiceContext, 'config' | 'database' | 'vault' | 'log' | 'metrics'>;

/** Dependencies of writing an export, and the number of sessions in a part. */
type Writing = Context & { portion: number };

/** Sessions per part: read and written by one statement. */
const sessionsOfPart = 500;
/** Parts after which another export gets its turn. */
const turn = 20;
/** Claims without progress after which an export fails. */
const mostClaims = 8;
/** Claims, 30 s each, for which an export waits for a version of the key-encryption key that this process does not have. */
const claimsForKeys = 4;

/**
 * Writes waiting exports in parts, the one idle longest first. A part and the export's progress are written in one statement under
 * the lease, so a worker that takes over after a crash continues after the last part.
 * @param portion sessions per part
 */
export const writeExports =
  (ctx: Context, portion = sessionsOfPart) =>
  async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const claimed = await claimExport(ctx.database);
      if (claimed === null) return;
      if (claimed.claims > mostClaims) {
        ctx.log.error({ exportId: claimed.exportId }, 'export given up after several claims without a part');
        await fail(ctx, claimed, 'failed-repeatedly');
        continue;
      }
      if (await writeTurn({ ...ctx, portion }, claimed, signal)) await releaseExport(ctx.database, claimed);
    }
  };

/** @returns whether the export is unfinished and still ours */
async function writeTurn(ctx: Writing, claimed: ClaimedExport, signal: AbortSignal): Promise<boolean> {
  const begun = performance.now();
  const wish = openWish(ctx.vault, claimed.exportId, claimed.request);
  const integrations = await listOwnIntegrations(ctx.database, claimed.organisationId);
  const { placeAt, placeId } = claimed;
  let place = placeAt === null || placeId === null ? null : { createdAt: placeAt, id: placeId };
  let { rows } = claimed;
  for (let done = 0; done < turn && !signal.aborted; done += 1) {
    const lines = await listPortalSessions(ctx.database, {
      ...filterOf(ctx, claimed, wish),
      order: 'newest',
      after: place,
      limit: ctx.portion,
    });
    const { part, unreadable } = partOf(ctx, claimed, { lines, integrations });
    rows += part.sessionIds.length;
    if (rows > ctx.config.exportRows) {
      await fail(ctx, claimed, 'too-many-rows');
      return false;
    }
    if (!(await addExportPart(ctx.database, claimed, part))) return false;
    countPart(ctx, part);
    await reportUnreadable(ctx, claimed, unreadable);
    if (part.isLast) {
      countEnd(ctx, 'done');
      ctx.metrics.exportSeconds.observe(claimed.age + (performance.now() - begun) / 1_000);
      return false;
    }
    ({ place } = part);
  }
  return true;
}

function countPart({ metrics }: Pick<Context, 'metrics'>, { sessionIds, bytes }: ExportPart): void {
  metrics.exportRows.inc(sessionIds.length);
  metrics.exportBytes.inc(bytes);
}

const countEnd = ({ metrics }: Pick<Context, 'metrics'>, outcome: ExportOutcome): void =>
  metrics.exports.inc({ outcome });

/** Marks an export as failed, and counts it. */
async function fail(
  ctx: Pick<Context, 'database' | 'metrics'>,
  claimed: ClaimedExport,
  cause: ExportFailure,
): Promise<void> {
  if (await failExport(ctx.database, claimed, cause)) countEnd(ctx, cause);
}

function filterOf(
  ctx: Context,
  { integrations, createdAt }: ClaimedExport,
  { statuses, since, until, waitingHits = false, waitingProposals = false, q, name = null }: ExportWish,
) {
  // Including sessions created after the request would make the start depend on when a worker picked it up.
  const end = until !== null && Date.parse(until) <= Date.parse(createdAt) ? until : createdAt;
  const search = q === null ? null : searchOf(ctx, integrations, q);
  const words = name === null ? null : wordsOf(ctx, integrations, name);
  return {
    integrationIds: integrations,
    statuses,
    since,
    until: end,
    waitingHits,
    waitingProposals,
    search,
    words,
  };
}

interface Found {
  lines: readonly PortalSessionLine[];
  integrations: readonly OwnIntegration[];
}

/** A session of which an export has no more than the ids. */
interface Unreadable {
  integrationId: string;
  sessionId: string;
  error: unknown;
}

/** A part, and the sessions in it that could not be read. */
function partOf(
  ctx: Writing,
  claimed: ClaimedExport,
  { lines, integrations }: Found,
): { part: ExportPart; unreadable: Unreadable[] } {
  const sessions = lines.flatMap((line) => {
    const integration = integrations.find(({ id }) => id === line.integrationId);
    const sealed = integration === undefined ? null : sealedLine(ctx, claimed, { line, integration });
    return sealed === null ? [] : [{ line, ...sealed }];
  });
  const last = lines.at(-1);
  const part = {
    integrationIds: sessions.map(({ line }) => line.integrationId),
    sessionIds: sessions.map(({ line }) => line.id),
    sealed: sessions.map(({ sealed }) => sealed),
    bytes: sessions.reduce((sum, { bytes }) => sum + bytes, 0),
    place: last === undefined ? null : { createdAt: last.place, id: last.id },
    isLast: lines.length < ctx.portion,
    hours: portalExportLimits.hours,
  };
  const unreadable = sessions.flatMap(({ line, error }) =>
    error === undefined ? [] : [{ integrationId: line.integrationId, sessionId: line.id, error }],
  );
  return { part, unreadable };
}

/** Maximum sessions of one part that are logged and alerted one by one: if a key is lost, they are all unreadable. */
const reportedOfPart = 20;

/** Logs a part's unreadable sessions and alerts the operator of each, once while the alert is open; of the rest, the log has the number. */
async function reportUnreadable(
  { database, log }: Context,
  { exportId }: ClaimedExport,
  unreadable: readonly Unreadable[],
): Promise<void> {
  for (const { integrationId, sessionId, error } of unreadable.slice(0, reportedOfPart)) {
    log.error(
      { err: error, exportId, integrationId, sessionId },
      'session cannot be read; the export names it',
    );
    const cause = `write-exports: ${sessionId}`;
    await openOperatorEntry(database, { integrationId, kind: 'upkeep_failed', cause });
  }
  const further = unreadable.length - reportedOfPart;
  if (further > 0) log.error({ exportId, count: further }, 'further sessions cannot be read');
}

interface SealedLine {
  sealed: Uint8Array;
  /** Size of the line as downloaded. */
  bytes: number;
  /** Why the session could not be read; absent where it was. */
  error?: unknown;
}

interface Shown {
  line: PortalSessionLine;
  integration: OwnIntegration;
}

/** `null` for a session that is being erased. One session that cannot be read does not keep an export from having the others. */
function sealedLine({ vault }: Context, claimed: ClaimedExport, shown: Shown): SealedLine | null {
  const { id, integrationId, dataKey: wrapped, kekVersion, sealed } = shown.line;
  if (wrapped === null || sealed === null) return null;
  let cause: UnreadableCause = 'data-key';
  try {
    const dataKey = dataKeyOf(vault, integrationId, { id, dataKey: wrapped, kekVersion });
    cause = 'data';
    const text = textOf(claimed, shown, sessionDataOf(dataKey, { sealed }));
    return {
      sealed: sealText(dataKey, lineLabel(claimed.exportId, id), text),
      bytes: Buffer.byteLength(text),
    };
  } catch (error) {
    // This process may not have read a new key yet; a version that is still missing after several claims is damage of the row.
    if (error instanceof KeyVersionMissing && claimed.claims <= claimsForKeys) throw error;
    const text = unreadableLine({ id, integrationId, cause }, claimed.format);
    return { sealed: noLine, bytes: Buffer.byteLength(text), error };
  }
}

function textOf(
  { format, personal }: Pick<ClaimedExport, 'format' | 'personal'>,
  { line, integration }: Shown,
  data: SessionData,
): string {
  const { name, mode } = integration;
  const session = {
    ...line,
    integration: name,
    mode,
    reason: reasonText(line.reasonCode),
    data,
  };
  return exportLine(session, { format, isMasked: !personal });
}

/** Days that the list still shows an export whose file has been erased. */
const shownDays = 30;

/** Erases files that expired, were cancelled or failed, in portions; then deletes old exports. */
export const sweepExports =
  ({ database }: Pick<Context, 'database'>) =>
  async (signal: AbortSignal): Promise<void> => {
    await expireExports(database);
    const most = 20;
    while (!signal.aborted && (await eraseExportParts(database, most)) === most);
    await forgetExports(database, shownDays);
  };
