import { type Static, Type } from 'typebox';
import { closed, instant, oneOf, orNull, uuid } from './form.ts';
import { portalWebhookTypes } from './operations.ts';

const text = Type.String();
const webhookType = oneOf(portalWebhookTypes);

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

export const PortalRecoverRequest = closed({ since: instant, until: instant });
export type PortalRecoverRequest = Static<typeof PortalRecoverRequest>;
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
export const PortalSignatureChecked = closed({
  /** `other-key`: it fits, under another key than the one that was chosen. */
  result: oneOf(['fits', 'other-key', 'does-not-fit']),
  /** Name of the key that fits. */
  key: orNull(text),
  /** What the signature covers in place of these bytes, as far as it can be found; several apply together. */
  causes: Type.Array(text),
  /** What to change; `null` where it fits, and where no usual mistake was made. */
  fix: orNull(text),
  /** Of the bytes that were compared. */
  bytes: Type.Integer(),
  sha256: text,
  /** Both ends of them in hexadecimal, which show white space. */
  firstBytes: text,
  lastBytes: text,
});
export type PortalSignatureChecked = Static<typeof PortalSignatureChecked>;
