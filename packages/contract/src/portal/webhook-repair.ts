import { type Static, Type } from 'typebox';
import { closed, instant, oneOf, orNull, uuid } from './form.ts';
import { webhookTypeNames } from '../webhooks/webhook-type-names.ts';

const text = Type.String();
const webhookType = oneOf(webhookTypeNames);

/** Query of `GET /integrations/{id}/webhooks/failed`. */
export const PortalRecoverableQuery = closed({ since: instant });
export type PortalRecoverableQuery = Static<typeof PortalRecoverableQuery>;
/** What a recovery would send again. */
export const PortalRecoverable = closed({
  /** Time of the count: a recovery covers what had failed by then. */
  until: instant,
  /** Webhooks whose last attempt failed in this period, by type; only types that have any. */
  types: Type.Array(
    closed({
      type: webhookType,
      /** No further attempts. */
      givenUp: Type.Integer(),
      /** Waiting for the next attempt. */
      retried: Type.Integer(),
      /** Sent only once the URL is resumed. */
      paused: Type.Boolean(),
    }),
  ),
});
export type PortalRecoverable = Static<typeof PortalRecoverable>;

/** Body of `POST /integrations/{id}/webhooks/recover`. */
export const PortalRecoverRequest = closed({ since: instant, until: instant });
export type PortalRecoverRequest = Static<typeof PortalRecoverRequest>;
/** Answer to `POST /integrations/{id}/webhooks/recover`. */
export const PortalRecovered = closed({
  /** How many are sent now. */
  count: Type.Integer(),
  /** There may be more: call again. */
  more: Type.Boolean(),
});
export type PortalRecovered = Static<typeof PortalRecovered>;

/** A webhook as it arrived, to be checked against the keys of an integration. */
export const PortalCheckSignature = closed({
  body: Type.String({ maxLength: 400_000 }),
  /** Value of `x-hmac-signature` or `webhook-signature`. */
  signature: Type.String({ minLength: 1, maxLength: 4_000 }),
  /** The key to try first; `null`: the master key. */
  keyId: orNull(uuid),
  /** Values of `webhook-id` and `webhook-timestamp`, which `webhook-signature` also covers. */
  webhookId: orNull(Type.String({ minLength: 1, maxLength: 100, pattern: '^[\\x21-\\x7e]+$' })),
  timestamp: orNull(Type.String({ pattern: '^\\d{1,12}$' })),
});
export type PortalCheckSignature = Static<typeof PortalCheckSignature>;
/** Common mistakes: what a signature covers, or is made with, instead of what it should. */
export const signatureMistakes = [
  'line-feed-added',
  'line-end-added',
  'line-feed-removed',
  'trimmed',
  'line-ends-shortened',
  'line-ends-lengthened',
  'json-compact',
  'json-indented-2',
  'json-indented-4',
  'json-spaced',
  'json-spaced-escaped',
  'json-escaped',
  'json-slashes-escaped',
  'json-slashes',
  'json-sorted',
  'json-in-json',
  'letters-composed',
  'letters-decomposed',
  'byte-order-mark-added',
  'byte-order-mark-removed',
  'no-bytes',
  'latin-1',
  'utf-16',
  'encoded-twice',
  'bytes-as-base64',
  'key-line-feed',
  'key-from-base64',
  'key-from-base64url',
  'key-from-hexadecimal',
  'key-without-hyphens',
  'key-lower-case',
  'key-upper-case',
  'key-quoted',
  'key-empty',
  'key-as-whsec',
  'sha-256',
  'sha-256-key-first',
  'sha-256-key-last',
  'key-and-message-exchanged',
  'hmac-sha1',
  'hmac-sha512',
  'hmac-md5',
  'digest-signed',
  'base64-of-digits',
  'base64-for-digits',
  'digits-for-entry',
  'part-of-digest',
] as const;
export type SignatureMistake = (typeof signatureMistakes)[number];

/** Answer to `POST /integrations/{id}/webhooks/check`. */
export const PortalSignatureChecked = closed({
  /** `other-key`: it matches, but with another key than the one chosen. */
  result: oneOf(['fits', 'other-key', 'does-not-fit']),
  /** Name of the key that matches. */
  key: orNull(text),
  /** The mistakes that could be identified; together they explain the signature. */
  mistakes: Type.Array(oneOf(signatureMistakes)),
  /** The same as English phrases: what the signature covers instead of these bytes. */
  causes: Type.Array(text),
  /** What to change, in English; `null` where it matches, and where no common mistake was found. */
  fix: orNull(text),
  /** Number of bytes compared. */
  bytes: Type.Integer(),
  sha256: text,
  /** Their beginning and end in hexadecimal, which makes white space visible. */
  firstBytes: text,
  lastBytes: text,
});
export type PortalSignatureChecked = Static<typeof PortalSignatureChecked>;
