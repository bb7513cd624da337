import { type Static, Type } from 'typebox';
import { closed, instant, orNull, page, paging, uuid } from './form.ts';

const text = Type.String();

const request = {
  /** `x-request-id` of its answer. */
  id: uuid,
  integrationId: uuid,
  /** When its response ended. */
  at: instant,
  /** Name of the endpoint; `none` where no endpoint matched. */
  route: text,
  /** 0: the client disconnected before the response. */
  status: Type.Integer(),
  /** For an error: its code and what that means here. @see spec/contract.md A-245 */
  code: orNull(text),
  cause: orNull(text),
  sessionId: orNull(uuid),
  /** Milliseconds from the first byte of the request to the last of the response. */
  ms: Type.Integer(),
};
/** A request to the public API, as the list shows it. */
export const PortalRequestRow = closed(request);
export type PortalRequestRow = Static<typeof PortalRequestRow>;
/** Answer to `GET /requests`. */
export const PortalRequests = page(PortalRequestRow);
export type PortalRequests = Static<typeof PortalRequests>;

/** Query of `GET /requests`. */
export const PortalRequestQuery = closed({
  integration: Type.Optional(uuid),
  /** A status, or its first digit: `4xx`. */
  status: Type.Optional(Type.String({ pattern: '^([1-5]xx|[1-5]\\d\\d|0)$' })),
  code: Type.Optional(Type.String({ pattern: '^\\d{3,6}$' })),
  cause: Type.Optional(Type.String({ pattern: '^[a-z0-9-]{1,100}$' })),
  /** Name of an endpoint, or `none`. */
  route: Type.Optional(Type.String({ pattern: '^[a-z0-9-]{1,100}$' })),
  session: Type.Optional(uuid),
  /** The request whose response had this `x-request-id`. */
  request: Type.Optional(uuid),
  since: Type.Optional(instant),
  ...paging,
});
export type PortalRequestQuery = Static<typeof PortalRequestQuery>;

/** One request with everything that is known about it. */
export const PortalRequest = closed({
  ...request,
  /** What an error means, as worded in the error catalogue; `null` for a success. */
  reason: orNull(text),
  /** What would have been accepted. */
  detail: orNull(text),
  /** Name of the key that verified it, or its id once deleted; `null` where none did. */
  key: orNull(text),
  /** Bytes of the body that arrived. */
  bytes: Type.Integer(),
  /** `null` if a browser sent it. */
  address: orNull(text),
  /** Length and SHA-256 (hex) of the bytes that did not match the signature; `sha256` is `null` for uploads to live integrations. */
  unverified: orNull(closed({ bytes: Type.Integer(), sha256: orNull(text) })),
  /** Names of input that had no effect; test integrations only. @see spec/contract.md A-246 */
  ignored: Type.Array(text),
});
export type PortalRequest = Static<typeof PortalRequest>;
