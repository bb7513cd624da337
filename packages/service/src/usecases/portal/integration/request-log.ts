import {
  type PortalRequest,
  type PortalRequestQuery,
  type PortalRequestRow,
  type PortalRequests,
  type ProblemCause,
  problems,
} from '@countersign/contract';
import {
  listPortalRequests,
  type PortalRequestFilter,
  type PortalRequestLine,
  readRequestCursor,
  requestCursor,
} from '../../../storage/portal/portal-requests.ts';
import { badCursor, pageSize } from '../page-of.ts';
import type { PortalContext } from '../portal-context.ts';
import { notFound } from '../portal-refused.ts';
import { reachFor, requireIntegration, requireMay, type Viewer } from '../viewer.ts';

const everything: Omit<PortalRequestFilter, 'integrationIds' | 'limit'> = {
  status: null,
  code: null,
  cause: null,
  route: null,
  sessionId: null,
  requestId: null,
  since: null,
  after: null,
};

/** Requests to the public API that the viewer may see, newest first. @throws PortalRefused not-allowed, not-found, invalid */
export const findRequests =
  ({ database }: PortalContext) =>
  async (viewer: Viewer, query: PortalRequestQuery): Promise<PortalRequests> => {
    const limit = pageSize(query.limit);
    const lines = await listPortalRequests(database, {
      integrationIds: reachFor(viewer, 'read-requests', query.integration),
      status: query.status === undefined ? null : Number(query.status.replace('xx', '')),
      code: query.code ?? null,
      cause: query.cause ?? null,
      route: query.route ?? null,
      sessionId: query.session ?? null,
      requestId: query.request ?? null,
      since: query.since ?? null,
      after: query.cursor === undefined ? null : (readRequestCursor(query.cursor) ?? badCursor()),
      limit: limit + 1,
    });
    const last = lines.length > limit ? lines[limit - 1] : undefined;
    return {
      rows: lines.slice(0, limit).map(rowOf),
      next: last === undefined ? null : requestCursor(last),
    };
  };

/** One request with its explanation. @throws PortalRefused not-found, not-allowed */
export const showRequest =
  ({ database }: PortalContext) =>
  async (viewer: Viewer, requestId: string): Promise<PortalRequest> => {
    const integrationIds = viewer.integrations.map(({ id }) => id);
    const [line] = await listPortalRequests(database, { ...everything, integrationIds, requestId, limit: 1 });
    if (!line) throw notFound();
    requireMay(viewer, 'read-requests', requireIntegration(viewer, line.integrationId));
    return {
      ...rowOf(line),
      reason: reasonOf(line.cause),
      detail: line.detail,
      key: line.key,
      bytes: line.bytes,
      address: line.address,
      unverified:
        line.unverifiedBytes === null ? null : { bytes: line.unverifiedBytes, sha256: line.unverifiedSha256 },
      ignored: line.ignored,
    };
  };

/** The row as shown in the list. */
const rowOf = (line: PortalRequestLine): PortalRequestRow => ({
  id: line.id,
  integrationId: line.integrationId,
  at: line.at,
  route: line.route,
  status: line.status,
  code: line.code,
  cause: line.cause,
  sessionId: line.sessionId,
  ms: line.ms,
});

/** The possible meanings of 1815 and 429; each has the same text for all its meanings. @see spec/contract.md */
const meanings: Readonly<Record<Exclude<ProblemCause, keyof typeof problems>, string>> = {
  'signature-missing': 'The header with the signature is missing or empty.',
  'signature-repeated': 'The header with the signature was sent more than once.',
  'api-key-repeated': 'The header with the API key was sent more than once.',
  'api-keys-differ': 'VRF-AUTH-CLIENT and X-AUTH-CLIENT hold different API keys.',
  'integration-not-of-api-key': 'The header vrf-integration-id names no integration of the API key.',
  'address-not-allowed': 'The client address is not on the list of the integration.',
  'origin-not-allowed': 'The page that sent the request is not on the list of origins of the integration.',
  'session-limit-reached': 'The organisation has reached its session limit.',
};

/** A cause in words; `null` if there is none. */
function reasonOf(cause: string | null): string | null {
  if (cause === null) return null;
  if (Object.hasOwn(meanings, cause)) return meanings[cause as keyof typeof meanings];
  // The sentence about what would be accepted names the wrong member.
  return Object.hasOwn(problems, cause)
    ? problems[cause as keyof typeof problems].message.replace(': <m>.', '.')
    : cause;
}
