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
  /** The moment of counting: a recovery takes what had failed by then. */
  until: instant,
  /** Webhooks whose last try failed in this time, by type; only types that have any. */
  types: Type.Array(
    closed({
      type: webhookType,
      /** Not sent any more. */
      givenUp: Type.Integer(),
      /** Waiting for their next try. */
      retried: Type.Integer(),
      /** They are sent only once the URL is resumed. */
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
  /** How many of them are sent now. */
  count: Type.Integer(),
  /** There may be more: call again. */
  more: Type.Boolean(),
});
export type PortalRecovered = Static<typeof PortalRecovered>;

/** A webhook as it arrived, for comparison with the keys of an integration. */
export const PortalCheckSignature = closed({
  body: Type.String({ maxLength: 400_000 }),
  /** Content of `x-hmac-signature` or `webhook-signature`. */
  signature: Type.String({ minLength: 1, maxLength: 4_000 }),
  /** The key that it is compared with first; `null`: the master. */
  keyId: orNull(uuid),
  /** Content of `webhook-id` and `webhook-timestamp`, which `webhook-signature` covers too. */
  webhookId: orNull(Type.String({ minLength: 1, maxLength: 100, pattern: '^[\\x21-\\x7e]+$' })),
  timestamp: orNull(Type.String({ pattern: '^\\d{1,12}$' })),
});
export type PortalCheckSignature = Static<typeof PortalCheckSignature>;
/** What a signature may cover, or be made with, in place of what it should. */
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
  /** `other-key`: it fits, under another key than the one that was chosen. */
  result: oneOf(['fits', 'other-key', 'does-not-fit']),
  /** Name of the key that fits. */
  key: orNull(text),
  /** What is wrong, as far as it can be found; several apply together. */
  mistakes: Type.Array(oneOf(signatureMistakes)),
  /** The same as phrases in English: what the signature covers in place of these bytes. */
  causes: Type.Array(text),
  /** What to change, in English; `null` where it fits, and where no usual mistake was made. */
  fix: orNull(text),
  /** Of the bytes that were compared. */
  bytes: Type.Integer(),
  sha256: text,
  /** Both ends of them in hexadecimal, which show white space. */
  firstBytes: text,
  lastBytes: text,
});
export type PortalSignatureChecked = Static<typeof PortalSignatureChecked>;
