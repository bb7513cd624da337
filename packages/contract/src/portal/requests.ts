import { type Static, Type } from 'typebox';
import { closed, instant, orNull, page, paging, uuid } from './form.ts';

const text = Type.String();

const request = {
  /** `x-request-id` of its answer. */
  id: uuid,
  integrationId: uuid,
  /** When its answer ended. */
  at: instant,
  /** Name of the endpoint; `none` where the request led to none. */
  route: text,
  /** 0: the client was gone before its answer. */
  status: Type.Integer(),
  /** Of a refusal: its code and what that means here. @see spec/contract.md A-245 */
  code: orNull(text),
  cause: orNull(text),
  sessionId: orNull(uuid),
  /** Milliseconds from its first byte to the last of its answer. */
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
  /** A status, or the first digit of many: `4xx`. */
  status: Type.Optional(Type.String({ pattern: '^([1-5]xx|[1-5]\\d\\d|0)$' })),
  code: Type.Optional(Type.String({ pattern: '^\\d{3,6}$' })),
  cause: Type.Optional(Type.String({ pattern: '^[a-z0-9-]{1,100}$' })),
  /** Name of an endpoint, or `none`. */
  route: Type.Optional(Type.String({ pattern: '^[a-z0-9-]{1,100}$' })),
  session: Type.Optional(uuid),
  /** The one whose answer has that `x-request-id`. */
  request: Type.Optional(uuid),
  since: Type.Optional(instant),
  ...paging,
});
export type PortalRequestQuery = Static<typeof PortalRequestQuery>;

/** One request with everything that is known about it. */
export const PortalRequest = closed({
  ...request,
  /** What a refusal means, in words of the error catalogue; `null` where nothing was refused. */
  reason: orNull(text),
  /** What would have been accepted. */
  detail: orNull(text),
  /** Name of the key that verified it, or the key's id once it is deleted; `null` where none did. */
  key: orNull(text),
  /** Of its body, as far as it arrived. */
  bytes: Type.Integer(),
  /** `null` where a browser sent it. */
  address: orNull(text),
  /** Length and SHA-256 (hex) of the bytes that the signature did not fit; `sha256` is `null` of uploads to live integrations. */
  unverified: orNull(closed({ bytes: Type.Integer(), sha256: orNull(text) })),
  /** Names of input that had no effect; of test integrations only. @see spec/contract.md A-246 */
  ignored: Type.Array(text),
});
export type PortalRequest = Static<typeof PortalRequest>;
