import {
  findReason,
  type PortalSessionQuery,
  type PortalSessionRow,
  type PortalSessions,
  sessionOrderOf,
  type SessionStatus,
  sessionStatuses,
} from '@countersign/contract';
import { maskNumber, nameWords, type SessionData } from '@countersign/core';
import { insertAudit } from '../../../storage/audit-chain/audit.ts';
import {
  listPortalSessions,
  type NameToken,
  type PortalSessionLine,
  readSessionCursor,
  sessionCursor,
  type SessionSearch,
} from '../../../storage/portal/portal-sessions.ts';
import { dataKeyOf, sessionDataOf } from '../../session/found-session.ts';
import { searchHashes } from '../../session/search-hashes.ts';
import { searchTokens } from '../../session/session-names.ts';
import { badCursor, pageSize } from '../page-of.ts';
import type { PortalContext } from '../portal-context.ts';
import { PortalRefused } from '../portal-refused.ts';
import { reachFor, type Viewer } from '../viewer.ts';

/**
 * Sessions the viewer has access to, by default those waiting for a person oldest first, others newest first. Client
 * data is masked.
 * A search by name requires the permission to reveal, and is recorded without the name.
 * @throws PortalRefused not-allowed, not-found, invalid
 */
export const findSessions =
  (ctx: PortalContext) =>
  async (viewer: Viewer, query: PortalSessionQuery): Promise<PortalSessions> => {
    const { name } = query;
    // Whether a name matches a session is itself personal data.
    const integrationIds = reachFor(
      viewer,
      name === undefined ? 'see-sessions' : 'reveal',
      query.integration,
    );
    if (name !== undefined) requireWords(name);
    const limit = pageSize(query.limit);
    const lines = await listPortalSessions(ctx.database, {
      integrationIds,
      statuses: statusesOf(query.status),
      since: query.since ?? null,
      until: query.until ?? null,
      waitingHits: query.hits === 'waiting',
      waitingProposals: query.proposals === 'waiting',
      search: query.q === undefined ? null : searchOf(ctx, integrationIds, query.q.trim()),
      words: name === undefined ? null : wordsOf(ctx, integrationIds, name),
      order: sessionOrderOf(query),
      after: query.cursor === undefined ? null : (readSessionCursor(query.cursor) ?? badCursor()),
      limit: limit + 1,
    });
    // On every page: a cursor does not prove that the search was recorded.
    if (name !== undefined) await noteSearch(ctx, viewer, integrationIds);
    const last = lines.length > limit ? lines[limit - 1] : undefined;
    return {
      rows: lines.slice(0, limit).map((line) => sessionRow(ctx, line, false).row),
      next: last === undefined ? null : sessionCursor(last),
    };
  };

/** Statuses of a query; `null`: all. @throws PortalRefused invalid */
export function statusesOf(text: string | undefined): SessionStatus[] | null {
  if (text === undefined) return null;
  const wanted = text.split(',');
  const known = sessionStatuses.filter((status) => wanted.includes(status));
  const strange = wanted.find((status) => !(sessionStatuses as readonly string[]).includes(status));
  if (strange === undefined) return known;
  throw new PortalRefused('invalid', `status: must be of ${sessionStatuses.join(', ')}`, {
    member: 'status',
  });
}

/** @throws PortalRefused invalid for a text without a searchable word */
export function requireWords(name: string): void {
  if (nameWords(name).length === 0)
    throw new PortalRefused('invalid', 'name: must have a whole word of a name', { member: 'name' });
}

/** Recorded in the log of each integration whose sessions were searched. */
const noteSearch = (
  { database }: Pick<PortalContext, 'database'>,
  { actor }: Viewer,
  integrationIds: readonly string[],
): Promise<void> =>
  database.transaction(async (tx) => {
    for (const integrationId of integrationIds)
      await insertAudit(tx, { integrationId, actor, action: 'search-names', sessionId: null });
  });

/** Search tokens of a name for these integrations. */
export function wordsOf(
  { vault }: Pick<PortalContext, 'vault'>,
  integrationIds: readonly string[],
  name: string,
): NameToken[] {
  return integrationIds.flatMap((integrationId) =>
    searchTokens(vault, integrationId, name).flatMap((tokens, word) =>
      tokens.map((token) => ({ integrationId, word, token })),
    ),
  );
}

/** Beginning of a session's id: eight or more of its digits. */
const idForm = /^[0-9a-f]{8}(-?[0-9a-f]{1,4}){0,7}$/i;

/** What a search text may refer to on these integrations. */
export function searchOf(
  { vault }: Pick<PortalContext, 'vault'>,
  integrationIds: readonly string[],
  text: string,
): SessionSearch {
  const hashes = integrationIds.map((id) => searchHashes(vault, id, { vendorData: text, endUserId: text }));
  const digits = text.replaceAll('-', '').toLowerCase();
  const isId = idForm.test(text) && digits.length <= 32;
  return {
    ids: isId ? { first: uuidOf(digits.padEnd(32, '0')), last: uuidOf(digits.padEnd(32, 'f')) } : null,
    vendorHashes: hashes.flatMap(({ vendorHash }) => vendorHash ?? []),
    endUserHashes: hashes.flatMap(({ endUserHash }) => endUserHash ?? []),
  };
}

const uuidOf = (digits: string): string =>
  digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** A session for lists, with its client's data; `null` once erased. */
export function sessionRow(
  { vault }: Pick<PortalContext, 'vault'>,
  line: PortalSessionLine,
  isRevealed: boolean,
): { row: PortalSessionRow; data: SessionData | null } {
  const { id, integrationId, dataKey: wrapped, kekVersion, sealed } = line;
  const data =
    wrapped === null || sealed === null
      ? null
      : sessionDataOf(dataKeyOf(vault, integrationId, { id, dataKey: wrapped, kekVersion }), { sealed });
  const { status, code, reasonCode, createdAt, changedAt, attempts, awaitsRegistry } = line;
  const row: PortalSessionRow = {
    id,
    integrationId,
    status,
    code,
    reasonCode,
    reason: reasonText(reasonCode),
    createdAt,
    changedAt,
    attempts,
    vendorData: shownReference(data?.vendorData ?? null, isRevealed),
    awaitsRegistry,
  };
  return { row, data };
}

/** A client's own reference, complete only if it is revealed. */
export const shownReference = (value: string | null, isRevealed: boolean): string | null =>
  value === null || isRevealed ? value : maskNumber(value);

/** The catalogue's text for a reason; `null` without one. */
export const reasonText = (code: number | null): string | null =>
  code === null ? null : (findReason(code)?.text ?? null);
