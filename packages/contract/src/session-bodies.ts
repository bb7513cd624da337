import { type Static, Type } from 'typebox';
import { mediaContexts, mediaTypes } from './media.ts';
import { sessionStatuses } from './session.ts';
import { Milliseconds, NullableText, oneOfTexts, Success, Uuid } from './wire.ts';

/** Answer of session creation and of submission. @see spec/contract.md */
export const SessionBody = Type.Object({
  status: Success,
  verification: Type.Object({
    id: Uuid,
    /** `host` + `/v/` + `sessionToken`. */
    url: Type.String(),
    vendorData: NullableText,
    endUserId: NullableText,
    /** Scheme and authority of the end-user flow, without trailing slash. */
    host: Type.String(),
    status: oneOfTexts(['created', 'submitted']),
    /** Deprecated; three-part HS256 JWT, opaque to clients. */
    sessionToken: Type.String(),
  }),
});
export type SessionBody = Static<typeof SessionBody>;

/** Answer of DELETE /sessions/{sessionId}. @see spec/contract.md A-33 */
export const DeletionBody = Type.Object({ status: Success, verification: Type.Object({ id: Uuid }) });
export type DeletionBody = Static<typeof DeletionBody>;

const mediaTypeNames = Object.keys(mediaTypes) as (keyof typeof mediaTypes)[];

const medium = {
  id: Uuid,
  name: Type.String(),
  context: oneOfTexts(mediaContexts),
  /** Deprecated: always `null`. */
  timestamp: Type.Null(),
  /** Decoded bytes. */
  size: Type.Integer({ minimum: 0 }),
  mimetype: oneOfTexts(mediaTypeNames),
  url: Type.String(),
  sessionId: Uuid,
};

/** One image or video of a media list. @see spec/contract.md A-42 */
export const ListedImage = Type.Object(medium);
export type ListedImage = Static<typeof ListedImage>;
export const ListedVideo = Type.Object({
  ...medium,
  /** Seconds with two decimals. */
  duration: Type.String({ pattern: '^\\d+\\.\\d\\d$' }),
});
export type ListedVideo = Static<typeof ListedVideo>;

/** Answer of POST …/media. @see spec/contract.md A-39 */
export const MediaBody = Type.Object({
  status: Success,
  image: Type.Object({
    context: medium.context,
    id: Uuid,
    /** Equals `context`. */
    name: Type.String(),
    timestamp: Type.Null(),
    size: medium.size,
    mimetype: oneOfTexts(['image/jpeg', 'image/png', 'image/webp']),
    url: Type.String(),
    sessionId: Uuid,
  }),
});
export type MediaBody = Static<typeof MediaBody>;

/** Answer of the two media lists. @see spec/contract.md A-42 */
export const MediaListBody = Type.Object({
  status: Success,
  images: Type.Array(ListedImage),
  videos: Type.Array(ListedVideo),
  /** Always empty: chip data is not accepted. */
  nfcDocuments: Type.Array(Type.Never(), { maxItems: 0 }),
});
export type MediaListBody = Static<typeof MediaListBody>;

/** The kind of reason a client's own status takes: none, one from a list, or free text. @see spec/contract.md A-250 */
export const userStatusReasonForms = ['none', 'list', 'text'] as const;
export type UserStatusReasonForm = (typeof userStatusReasonForms)[number];

/** A status a portal user added to an attempt. @see spec/contract.md A-44 */
export const UserDefinedData = Type.Object({
  status: Type.String(),
  /** The label in lower case, with `_` for every character other than `a-z0-9`. */
  statusCode: Type.String(),
  reason: NullableText,
  reasonCode: NullableText,
  createdAt: Milliseconds,
});
export type UserDefinedData = Static<typeof UserDefinedData>;

/** Answer of GET …/attempts, newest first. @see spec/contract.md A-44 */
export const AttemptListBody = Type.Object({
  status: Success,
  verifications: Type.Array(
    Type.Object({
      id: Uuid,
      status: oneOfTexts(sessionStatuses),
      createdTime: Milliseconds,
      /** Absent for attempts without user-defined statuses. */
      userDefinedData: Type.Optional(Type.Array(UserDefinedData)),
    }),
  ),
});
export type AttemptListBody = Static<typeof AttemptListBody>;

/** Answer of POST …/collected-data. @see spec/contract.md A-45 */
export const CollectedDataBody = Type.Object({
  status: Success,
  data: Type.Object({ sessionId: Uuid, attemptId: Uuid }),
});
export type CollectedDataBody = Static<typeof CollectedDataBody>;
